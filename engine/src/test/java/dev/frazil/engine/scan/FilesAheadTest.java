package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Batches of several files at once: their order, how many there are at a time, and the end. A
/// batch of `f * 1000 + b` rows is number `b` of file `f`.
@Timeout(60)
class FilesAheadTest {
  private static final ArrowSchema NOTHING = new ArrowSchema(List.of());

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final AtomicInteger batches = new AtomicInteger();
  private final AtomicInteger mostBatches = new AtomicInteger();

  private static List<ScanFile> files(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new ScanFile(Path.of(String.valueOf(i)), DataFormat.PARQUET))
        .toList();
  }

  private static int number(ScanFile file) {
    return Integer.parseInt(file.path().toString());
  }

  /// A file of so many batches, after which it fails with what there is to fail with.
  private RecordBatchSource rows(ScanFile file, int count, @Nullable IOException failure) {
    mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
    return new RecordBatchSource() {
      private int next;

      @Override
      public ArrowSchema schema() {
        return NOTHING;
      }

      @Override
      public @Nullable RecordBatch next() throws IOException {
        if (next == count) {
          if (failure != null) {
            throw failure;
          }
          return null;
        }
        mostBatches.accumulateAndGet(batches.incrementAndGet(), Math::max);
        return new RecordBatch(
            NOTHING, number(file) * 1000 + next++, List.of(), batches::decrementAndGet);
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }

  private static List<Integer> read(RecordBatchSource source) throws IOException {
    List<Integer> rows = new ArrayList<>();
    for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
      rows.add(batch.rowCount());
      batch.close();
    }
    return rows;
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("frazil-scan-"))
        .count();
  }

  @Test
  void batchesComeInTheOrderOfTheFilesAndFewAreThereAtATime() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int run = 0; run < 200; run++) {
      int threads = random.nextInt(1, 5);
      List<ScanFile> files = files(random.nextInt(20));
      List<Integer> counts = files.stream().map(_ -> random.nextInt(6)).toList();
      List<Integer> expected = new ArrayList<>();
      for (int f = 0; f < counts.size(); f++) {
        for (int b = 0; b < counts.get(f); b++) {
          expected.add(f * 1000 + b);
        }
      }
      FileOpening opening =
          file -> counts.get(number(file)) == 0 ? null : rows(file, counts.get(number(file)), null);
      try (FilesAhead ahead = new FilesAhead(NOTHING, files, opening, threads)) {
        assertEquals(expected, read(ahead), "seed " + seed);
        assertNull(ahead.next());
      }
      assertEquals(0, open.get());
      assertEquals(0, batches.get());
      assertTrue(mostOpen.get() <= threads, "seed " + seed);
      assertTrue(mostBatches.get() <= 3 * threads + 1, "seed " + seed);
      mostOpen.set(0);
      mostBatches.set(0);
    }
    assertEquals(0, threads());
  }

  @Test
  void aFailureComesAtItsPlaceAndStays() throws IOException {
    IOException failure = new IOException("third");
    FileOpening opening =
        file -> {
          if (number(file) == 3) {
            throw new IllegalStateException("not to be reached");
          }
          return rows(file, 2, number(file) == 2 ? failure : null);
        };
    try (FilesAhead ahead = new FilesAhead(NOTHING, files(4), opening, 4)) {
      List<Integer> rows = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        RecordBatch batch = ahead.next();
        rows.add(batch == null ? -1 : batch.rowCount());
        if (batch != null) {
          batch.close();
        }
      }
      assertEquals(List.of(0, 1, 1000, 1001, 2000, 2001), rows);
      assertSame(failure, assertThrows(IOException.class, ahead::next));
      assertSame(failure, assertThrows(IOException.class, ahead::next));
    }
    assertEquals(0, open.get());
    assertEquals(0, threads());
  }

  @Test
  void closingEarlyEndsThreadsAndGivesBackWhatIsRead() throws IOException {
    FilesAhead ahead = new FilesAhead(NOTHING, files(10), file -> rows(file, 100, null), 3);
    RecordBatch first = ahead.next();
    ahead.close();
    assertEquals(0, threads());
    assertEquals(0, open.get());
    assertEquals(1, batches.get(), "the one that was handed out");
    assertTrue(first != null);
    first.close();
    ahead.close();
    assertNull(ahead.next());
    FilesAhead unused = new FilesAhead(NOTHING, files(10), file -> rows(file, 100, null), 3);
    unused.close();
    assertEquals(0, threads());
  }

  @Test
  void anInterruptIsAnErrorAndNotTheEnd() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    FileOpening opening =
        file -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          return null;
        };
    FilesAhead ahead = new FilesAhead(NOTHING, files(1), opening, 1);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedIOException.class, ahead::next);
    assertTrue(Thread.interrupted());
    never.countDown();
    ahead.close();
    assertEquals(0, threads());
  }
}
