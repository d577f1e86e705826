package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.FrazilException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import dev.frazil.engine.arrow.RandomColumns;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Files that are none, or not sound any more: an error that names them, never a fault and never
/// fewer rows without one.
@Timeout(120)
class DamagedParquetTest {
  private static final int DAMAGES = 400;

  @TempDir private Path directory;

  private static RecordBatchSource open(ParquetFiles files, Path path) throws IOException {
    ScanFile file = new ScanFile(path, DataFormat.PARQUET);
    ArrowSchema schema;
    try (ParquetFile open = files.open(file)) {
      schema = open.schema();
    }
    return files.open(file, FileValues.names(schema), Pushdown.NONE, 16);
  }

  private static long rows(ParquetFiles files, Path path) throws IOException {
    long rows = 0;
    try (RecordBatchSource source = open(files, path)) {
      for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
        rows += batch.rowCount();
        batch.close();
      }
    }
    return rows;
  }

  @Test
  void whateverIsDamagedTheOutcomeIsRowsOrAnErrorWithThePath() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RandomColumns columns = new RandomColumns(random);
    Path path = directory.resolve("damaged.parquet");
    byte[] sound = new byte[0];
    int refused = 0;
    try (ParquetFiles files = new ParquetFiles(1)) {
      for (int i = 0; i < DAMAGES; i++) {
        if (i % 50 == 0) {
          CDataColumn batch =
              CDataColumn.batch(
                  40,
                  columns.column("a", 40, 2),
                  columns.column("b", 40, 0),
                  CDataNested.struct("c", "v".repeat(40), CDataColumn.strings("s", texts(40))));
          FileValues.write(path, WriterOptions.builder().rowGroupTargetRows(15).build(), batch);
          sound = Files.readAllBytes(path);
        }
        Files.write(path, damaged(sound, random));
        try {
          rows(files, path);
        } catch (IOException | FrazilException e) {
          refused++;
          boolean named = Objects.requireNonNull(e.getMessage()).contains(path.toString());
          assertTrue(named, "seed " + seed + ", damage " + i + ": " + e);
        } catch (RuntimeException | Error e) {
          throw new AssertionError("seed " + seed + ", damage " + i, e);
        }
      }
    }
    assertTrue(refused > DAMAGES / 3, refused + " refused, seed " + seed);
  }

  private static String[] texts(int count) {
    String[] texts = new String[count];
    Arrays.setAll(texts, i -> "é" + i % 5);
    return texts;
  }

  /// Mostly in the last part, where the footer is, which says where everything else is.
  private static byte[] damaged(byte[] sound, Random random) {
    if (random.nextInt(10) == 0) {
      return Arrays.copyOf(sound, random.nextInt(sound.length));
    }
    byte[] bytes = sound.clone();
    for (int edits = random.nextInt(1, 5); edits > 0; edits--) {
      int from = random.nextBoolean() ? 0 : Math.max(0, bytes.length - 1200);
      bytes[random.nextInt(from, bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }

  @Test
  void aFileThatIsCutShortWhileItIsReadIsAnError() throws IOException {
    Path path = directory.resolve("cut.parquet");
    Integer[] numbers = new Integer[200_000];
    Random random = new Random(5);
    Arrays.setAll(numbers, _ -> random.nextInt());
    FileValues.write(
        path,
        WriterOptions.builder().rowGroupTargetRows(1000).build(),
        CDataColumn.batch(numbers.length, CDataColumn.ints("a", numbers)));
    try (ParquetFiles files = new ParquetFiles(1);
        RecordBatchSource source = open(files, path)) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(50_000);
      }
      IOException failure =
          assertThrows(
              IOException.class,
              () -> {
                for (RecordBatch batch = source.next(); ; batch = source.next()) {
                  Objects.requireNonNull(batch).close();
                }
              });
      assertTrue(
          Objects.requireNonNull(failure.getMessage()).contains(path.toString()),
          failure.getMessage());
    }
  }

  @Test
  void whatIsNoParquetFileIsAnError() throws IOException {
    Path text = Files.writeString(directory.resolve("text"), "no Parquet file at all");
    Path empty = Files.write(directory.resolve("empty"), new byte[0]);
    try (ParquetFiles files = new ParquetFiles(1)) {
      for (Path path : new Path[] {text, empty}) {
        IOException failure = assertThrows(IOException.class, () -> open(files, path));
        assertTrue(
            Objects.requireNonNull(failure.getMessage())
                .startsWith("Parquet read: " + path + ": expected "),
            failure.getMessage());
      }
      assertThrows(NoSuchFileException.class, () -> open(files, directory.resolve("not there")));
    }
  }

  @Test
  void anInterruptIsAnErrorAndNotTheEnd() throws IOException {
    Path path = directory.resolve("interrupted.parquet");
    Integer[] numbers = new Integer[100];
    Arrays.setAll(numbers, i -> i);
    FileValues.write(
        path,
        WriterOptions.builder().rowGroupTargetRows(10).build(),
        CDataColumn.batch(numbers.length, CDataColumn.ints("a", numbers)));
    try (ParquetFiles files = new ParquetFiles(1);
        RecordBatchSource source = open(files, path)) {
      Thread.currentThread().interrupt();
      assertThrows(
          InterruptedIOException.class,
          () -> {
            for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
              batch.close();
            }
          });
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void threadsEndWithTheFiles() throws Exception {
    Path path = directory.resolve("threads.parquet");
    FileValues.write(
        path, WriterOptions.DEFAULT, CDataColumn.batch(2, CDataColumn.ints("a", 1, 2)));
    try (ParquetFiles files = new ParquetFiles(2)) {
      assertEquals(2, rows(files, path));
    }
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("hardwood-")) {
        // One that has something left to do would never end.
        thread.join();
      }
    }
  }
}
