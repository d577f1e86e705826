package dev.frazil.engine.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.RandomColumns;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Columns encoded by several threads: the same files, errors and interrupts as with one.
class ColumnThreadsTest {
  private static final int ROWS = 6_000;

  @ParameterizedTest
  @ValueSource(strings = {"zstd:1", "snappy", "gzip", "uncompressed"})
  void filesAreTheSameForAnyNumberOfThreads(String codec) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<CDataColumn> batches = new ArrayList<>();
    CDataColumn first = random(random);
    batches.add(first);
    batches.add(first);
    WriterOptions options =
        WriterOptions.builder()
            .compression(CompressionPolicy.parse(codec))
            .encoding(
                random.nextBoolean()
                    ? new EncodingPolicy.Compatible()
                    : new EncodingPolicy.Smallest())
            .rowGroupTargetRows(7_000)
            .build();
    byte[] expected = file(batches, options, ColumnThreads.CALLER);
    try (ExecutorService pool = Executors.newFixedThreadPool(6)) {
      for (int threads : new int[] {2, 3, 7}) {
        CountingExecutor counted = new CountingExecutor(pool);
        assertArrayEquals(
            expected,
            file(batches, options, new ColumnThreads(counted, threads)),
            "seed %d, %d threads".formatted(seed, threads));
        assertTrue(counted.tasks.get() >= 3 * (threads - 1), "work was shared");
      }
    }
  }

  private static CDataColumn random(Random random) {
    RandomColumns columns = new RandomColumns(random);
    List<CDataColumn> made = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      made.add(columns.column("c" + i, ROWS, random.nextInt(3)));
    }
    for (int i = 0; i < 6; i++) {
      Long[] values = new Long[ROWS];
      for (int row = 0; row < ROWS; row++) {
        values[row] = random.nextLong(1L << (8 * i + 8));
      }
      made.add(CDataColumn.longs("l" + i, values));
    }
    return CDataColumn.batch(ROWS, made.toArray(CDataColumn[]::new));
  }

  private record CountingExecutor(Executor to, AtomicInteger tasks) implements Executor {
    CountingExecutor(Executor to) {
      this(to, new AtomicInteger());
    }

    @Override
    public void execute(Runnable task) {
      tasks.incrementAndGet();
      to.execute(task);
    }
  }

  private static byte[] file(
      List<CDataColumn> batches, WriterOptions options, ColumnThreads threads) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        MemorySink sink = new MemorySink();
        ParquetFileWriter writer =
            new ParquetFileWriter(
                sink, ParquetFiles.schema(batches.getFirst()), options, threads)) {
      for (CDataColumn batch : batches) {
        writer.append(ParquetFiles.batch(producer, batch));
      }
      writer.finish();
      return sink.segment().toArray(ValueLayout.JAVA_BYTE);
    }
  }

  @Test
  void theFirstColumnsErrorIsTheOneThatIsThrown() throws Exception {
    CDataColumn batch = wide(4, 7);
    WriteException alone =
        assertThrows(
            WriteException.class,
            () -> file(List.of(batch), WriterOptions.DEFAULT, ColumnThreads.CALLER));
    assertTrue(String.valueOf(alone.getMessage()).startsWith("c4: "), alone.getMessage());
    try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
      for (int threads = 2; threads < 5; threads++) {
        ColumnThreads shared = new ColumnThreads(pool, threads);
        WriteException together =
            assertThrows(
                WriteException.class, () -> file(List.of(batch), WriterOptions.DEFAULT, shared));
        assertEquals(alone.getMessage(), together.getMessage());
      }
    }
  }

  /// Ten columns, of which some have values that cannot be written.
  private static CDataColumn wide(int... broken) {
    List<CDataColumn> columns = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int column = i;
      boolean sound = Arrays.stream(broken).noneMatch(b -> b == column);
      columns.add(sound ? longs("c" + i) : geometries("c" + i));
    }
    return CDataColumn.batch(ROWS, columns.toArray(CDataColumn[]::new));
  }

  private static CDataColumn longs(String name) {
    Long[] values = new Long[ROWS];
    for (int i = 0; i < ROWS; i++) {
      values[i] = (long) i * name.hashCode();
    }
    return CDataColumn.longs(name, values);
  }

  private static CDataColumn geometries(String name) {
    byte[][] values = new byte[ROWS][];
    Arrays.fill(values, new byte[] {9, 9});
    return CDataColumn.binary(name, "z", values).metadata("ARROW:extension:name", "geoarrow.wkb");
  }

  @Test
  void anExecutorThatNeverWorksDelaysNothing() throws IOException {
    List<Runnable> waiting = new ArrayList<>();
    CDataColumn batch = wide();
    byte[] expected = file(List.of(batch), WriterOptions.DEFAULT, ColumnThreads.CALLER);
    assertArrayEquals(
        expected, file(List.of(batch), WriterOptions.DEFAULT, new ColumnThreads(waiting::add, 4)));
    // Those that nobody has answered are not asked for again.
    assertEquals(3, waiting.size());
    // The writer is closed: work that comes too late must touch none of its memory.
    waiting.forEach(Runnable::run);
    assertArrayEquals(
        expected,
        file(
            List.of(batch),
            WriterOptions.DEFAULT,
            new ColumnThreads(
                _ -> {
                  throw new RejectedExecutionException("full");
                },
                4)));
    assertArrayEquals(
        expected, file(List.of(batch), WriterOptions.DEFAULT, new ColumnThreads(Runnable::run, 4)));
  }

  @Test
  void aCallIsEndedBeforeItsInterruptIsHeeded() throws Exception {
    CDataColumn batch = wide();
    Thread caller = Thread.currentThread();
    try (ExecutorService pool = Executors.newFixedThreadPool(1);
        CDataBuilder producer = new CDataBuilder();
        MemorySink sink = new MemorySink();
        ParquetFileWriter writer =
            new ParquetFileWriter(
                sink,
                ParquetFiles.schema(batch),
                WriterOptions.DEFAULT,
                new ColumnThreads(task -> interrupting(pool, caller, task), 2))) {
      writer.append(ParquetFiles.batch(producer, batch));
      assertThrows(InterruptedIOException.class, writer::finish);
      assertTrue(Thread.interrupted());
    }
  }

  /// Gives a task to a thread that interrupts the caller before it works.
  private static void interrupting(Executor pool, Thread caller, Runnable task) {
    CountDownLatch begun = new CountDownLatch(1);
    pool.execute(() -> {
      caller.interrupt();
      begun.countDown();
      task.run();
    });
    while (begun.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aWriterNeedsAThread() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> new ColumnThreads(Runnable::run, 0));
    assertEquals("column threads: expected 1 or more, got 0", refusal.getMessage());
  }
}
