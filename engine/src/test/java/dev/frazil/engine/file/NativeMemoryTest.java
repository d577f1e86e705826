package dev.frazil.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.memory.SlabCount;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.RandomColumns;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// What native memory a writer holds.
class NativeMemoryTest {
  /// Takes bytes and keeps none.
  private static final class NoSink implements ByteSink {
    @Override
    public void write(MemorySegment bytes) {}

    @Override
    public void complete() {}

    @Override
    public void abort() {}
  }

  /// No slab is forgotten: the writer holds what the process holds more than before.
  @Test
  void allOfItIsCounted() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RandomColumns columns = new RandomColumns(random);
    List<CDataColumn> made = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      made.add(columns.column("c" + i, 3_000, random.nextInt(4)));
    }
    CDataColumn batch = CDataColumn.batch(3_000, made.toArray(CDataColumn[]::new));
    WriterOptions options = WriterOptions.builder().rowGroupTargetRows(5_000).build();
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      for (int threads = 1; threads < 4; threads++) {
        long before = SlabCount.allBytes();
        ParquetFileWriter writer =
            new ParquetFileWriter(
                new NoSink(),
                ParquetFiles.schema(batch),
                options,
                new ColumnThreads(pool, threads));
        for (int i = 0; i < 3; i++) {
          append(writer, batch);
          assertEquals(SlabCount.allBytes() - before, writer.nativeBytes(), "seed " + seed);
        }
        writer.finish();
        assertEquals(SlabCount.allBytes() - before, writer.nativeBytes(), "seed " + seed);
        writer.close();
        assertEquals(0, writer.nativeBytes());
        assertEquals(before, SlabCount.allBytes());
      }
    }
  }

  private static void append(ParquetFileWriter writer, CDataColumn batch) throws IOException {
    try (CDataBuilder producer = new CDataBuilder()) {
      writer.append(ParquetFiles.batch(producer, batch));
    }
  }

  @Test
  void aSmallFileOfAThousandColumnsTakesLittle() throws IOException {
    Long[] numbers = new Long[10];
    String[] texts = new String[10];
    Arrays.setAll(numbers, i -> i * 1_000_000_007L);
    Arrays.setAll(texts, i -> "text " + i);
    CDataColumn[] columns = new CDataColumn[1_000];
    Arrays.setAll(
        columns,
        i -> i < 500 ? CDataColumn.longs("n" + i, numbers) : CDataColumn.strings("s" + i, texts));
    CDataColumn batch = CDataColumn.batch(10, columns);
    try (ParquetFileWriter writer =
        new ParquetFileWriter(new NoSink(), ParquetFiles.schema(batch), WriterOptions.DEFAULT)) {
      append(writer, batch);
      writer.finish();
      assertTrue(writer.nativeBytes() <= 1_000 * 4_096, writer.nativeBytes() + " bytes");
    }
  }
}
