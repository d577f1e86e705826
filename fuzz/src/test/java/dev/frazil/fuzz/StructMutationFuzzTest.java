package dev.frazil.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.frazil.engine.FrazilException;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Batches whose structs contradict themselves: each is refused with an error of Frazil's, or
/// becomes a file that parquet-java reads; and each is released exactly once.
@DisabledOnOs(OS.WINDOWS)
class StructMutationFuzzTest {
  private static final long SEED = Long.getLong("frazil.fuzz.seed", 20_260_101);
  private static final int BATCHES = Integer.getInteger("frazil.fuzz.batches", 1_000);

  @FuzzTest(maxDuration = "0s")
  void aChangedStructIsRefusedOrWritten(byte[] input) throws IOException {
    mutate(new FuzzedRandom(input));
  }

  @Test
  void randomlyChangedStructsAreRefusedOrWritten() {
    int refused = 0;
    for (int i = 0; i < BATCHES; i++) {
      long seed = SEED + i;
      try {
        refused += mutate(new SplittableRandom(seed)) ? 1 : 0;
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError(
            "-Dfrazil.fuzz.seed=%d -Dfrazil.fuzz.batches=1: %s".formatted(seed, e.getMessage()), e);
      }
    }
    int outOfAll = refused;
    assertTrue(
        BATCHES == 1 || (outOfAll > BATCHES / 4 && outOfAll < BATCHES),
        () -> "refused " + outOfAll + " of " + BATCHES);
  }

  /// Whether the batch was refused.
  private static boolean mutate(RandomGenerator random) throws IOException {
    BatchData batch = RandomFiles.smallBatch(random);
    try (ExportedBatch export = new ExportedBatch(batch, null, StructMutation.BUFFER_FLOOR)) {
      StructMutation.apply(export, random);
      boolean refused = write(export);
      assertEquals(1, export.schemaReleases(), "releases of the schema");
      assertEquals(1, export.arrayReleases(), "releases of the array");
      return refused;
    }
  }

  private static boolean write(ExportedBatch export) throws IOException {
    WrittenFile written;
    try (EngineRun run = new EngineRun(WriterOptions.DEFAULT)) {
      run.append(export);
      written = run.finish();
    } catch (FrazilException e) {
      assertTrue(
          String.valueOf(e.getMessage()).matches("(?s).+: .*expected .+, got .*"), e.getMessage());
      return true;
    }
    ParquetJavaOracle.verifyText(written.bytes());
    for (ParquetJavaOracle.LeafSlots leaf : ParquetJavaOracle.slots(written.bytes())) {
      long rows = leaf.repetitions().stream().filter(level -> level == 0).count();
      assertEquals(written.receipt().rowCount(), rows);
    }
    return false;
  }
}
