package dev.frazil.fuzz;

import static org.junit.jupiter.api.Assertions.assertAll;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Random files until the budget is used up. `-Dfrazil.fuzz.seed=N` starts elsewhere and
/// `-Dfrazil.fuzz.files=N` changes the budget. The seed of the file at work stands in
/// `target/random-batch.seed`, for the case that a read beyond a buffer ends the process.
@DisabledOnOs(OS.WINDOWS)
class RandomBatchTest {
  private static final long SEED = Long.getLong("frazil.fuzz.seed", 20_260_101);
  private static final int FILES = Integer.getInteger("frazil.fuzz.files", 200);
  private static final int MOST_FAILURES = 10;
  private static final Path NOTE = Path.of("target", "random-batch.seed");

  @Test
  void everyFileReadsBackAsItWasWritten() throws IOException {
    List<AssertionError> failures = new ArrayList<>();
    for (int i = 0; i < FILES && failures.size() < MOST_FAILURES; i++) {
      long seed = SEED + i;
      Files.writeString(NOTE, Long.toString(seed));
      try {
        verify(seed);
      } catch (AssertionError e) {
        failures.add(e);
      }
    }
    assertAll(
        failures.stream()
            .map(failure ->
                () -> {
                  throw failure;
                }));
  }

  private static void verify(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FileCase file = RandomFiles.next(random);
    try {
      EngineRun.verified(file, random);
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError(
          "-Dfrazil.fuzz.seed=%d -Dfrazil.fuzz.files=1: %s%n%s"
              .formatted(seed, e.getMessage(), file.summary()),
          e);
    }
  }

  @Test
  void equalSeedsYieldEqualBytes() throws IOException {
    for (int i = 0; i < 10; i++) {
      Expect.equal("file of seed " + (SEED + i), bytes(SEED + i), bytes(SEED + i));
    }
  }

  private static byte[] bytes(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    return EngineRun.verified(RandomFiles.next(random), random).bytes();
  }
}
