package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.longs;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.RecordBatch;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A writer that fails publishes nothing, leaves nothing behind, and releases every batch; the
/// producer checks the latter when it is closed.
class WriterFailureTest {
  private static final CDataColumn TWO_ROWS = batch(2, ints("i", 1, 2), strings("s", "a", "b"));

  @TempDir private Path directory;
  @AutoClose private final CDataBuilder producer = new CDataBuilder();

  private RecordBatch twoRows() throws IOException {
    return ParquetFiles.batch(producer, TWO_ROWS);
  }

  private static ParquetFileWriter writer(ByteSink sink) throws IOException {
    return new ParquetFileWriter(sink, ParquetFiles.schema(TWO_ROWS), WriterOptions.DEFAULT);
  }

  private void assertNothingLeft() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(), files.toList());
    }
  }

  /// A sink that fails at one of its calls and counts how it was ended.
  private static final class FailingSink implements ByteSink {
    private final int failAt;
    private int calls;
    private int aborts;
    private boolean completed;

    FailingSink(int failAt) {
      this.failAt = failAt;
    }

    private void call() throws IOException {
      if (calls++ == failAt) {
        throw new IOException("call " + failAt + " failed");
      }
    }

    @Override
    public void write(MemorySegment bytes) throws IOException {
      call();
    }

    @Override
    public void complete() throws IOException {
      call();
      completed = true;
    }

    @Override
    public void abort() {
      aborts++;
    }
  }

  @Test
  void everyFailureOfTheSinkAbortsItOnce() throws IOException {
    // The magic number, two chunks, two kinds of indexes, the footer, and the publication.
    int calls = 7;
    for (int failAt = 0; failAt < calls; failAt++) {
      FailingSink sink = new FailingSink(failAt);
      IOException e = assertThrows(IOException.class, () -> writeTo(sink));
      assertEquals("call " + failAt + " failed", e.getMessage());
      assertEquals(1, sink.aborts);
      assertFalse(sink.completed);
      assertEquals(failAt + 1, sink.calls);
    }
    FailingSink sink = new FailingSink(calls);
    writeTo(sink);
    assertTrue(sink.completed);
    assertEquals(0, sink.aborts);
  }

  private void writeTo(ByteSink sink) throws IOException {
    try (ParquetFileWriter writer = writer(sink)) {
      writer.append(twoRows());
      writer.finish();
    }
  }

  @Test
  void aFailedWriterTakesNothingMoreAndSaysWhy() throws IOException {
    try (ParquetFileWriter writer = writer(new FailingSink(1))) {
      writer.append(twoRows());
      assertThrows(IOException.class, writer::flush);
      RecordBatch batch = twoRows();
      WriteException e = assertThrows(WriteException.class, () -> writer.append(batch));
      assertEquals(
          "append: expected an open file, got one that failed: java.io.IOException: call 1 failed",
          e.getMessage());
      assertThrows(IllegalStateException.class, batch::columns);
      assertThrows(WriteException.class, writer::flush);
      assertThrows(WriteException.class, writer::finish);
    }
  }

  @Test
  void closingAnOpenFileLeavesNothing() throws IOException {
    ParquetFileWriter writer = writer(ChannelSink.open(directory.resolve("f.parquet")));
    writer.append(twoRows());
    writer.flush();
    writer.close();
    writer.close();
    assertNothingLeft();
  }

  @Test
  void aFullDiskLeavesNothing() throws IOException {
    Path file = directory.resolve("f.parquet");
    Path temporary = Files.createFile(directory.resolve("t.tmp"));
    FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE);
    ChannelSink sink = new ChannelSink(file, temporary, full);
    IOException e = assertThrows(IOException.class, () -> writeTo(sink));
    assertEquals("write: " + file + ": No space left on device", e.getMessage());
    assertNothingLeft();
  }

  @Test
  void anInterruptAbortsTheFile() throws IOException {
    try (ParquetFileWriter writer = writer(ChannelSink.open(directory.resolve("f.parquet")))) {
      writer.append(twoRows());
      RecordBatch batch = twoRows();
      Thread.currentThread().interrupt();
      assertThrows(InterruptedIOException.class, () -> writer.append(batch));
      assertTrue(Thread.interrupted());
      assertNothingLeft();
      assertThrows(WriteException.class, writer::finish);
    }
  }

  @Test
  void nullsInARequiredColumnAreRefusedByPathAndRow() throws IOException {
    CDataColumn schema = batch(1, ints("i", 1).required());
    CDataColumn nulls = batch(3, ints("i", 9, 1, 2, null).required().slice(1, 3));
    try (ParquetFileWriter writer =
        new ParquetFileWriter(
            ChannelSink.open(directory.resolve("f.parquet")),
            ParquetFiles.schema(schema),
            WriterOptions.DEFAULT)) {
      RecordBatch batch = ParquetFiles.batch(producer, nulls);
      WriteException e = assertThrows(WriteException.class, () -> writer.append(batch));
      assertEquals(
          "required column: i: expected a value in every row, got null in row 2 of the batch",
          e.getMessage());
    }
    assertNothingLeft();
  }

  @Test
  void batchesOfAnotherSchemaAreRefused() throws IOException {
    assertRefused("batch schema: schema: expected 2 columns, got 1", batch(1, ints("i", 1)));
    assertRefused(
        "batch schema: s: expected column s of utf8, got column t of utf8",
        batch(1, ints("i", 1), strings("t", "a")));
    assertRefused(
        "batch schema: i: expected column i of int32, got column i of int64",
        batch(1, longs("i", 1L), strings("s", "a")));
  }

  private void assertRefused(String message, CDataColumn other) throws IOException {
    FailingSink sink = new FailingSink(-1);
    try (ParquetFileWriter writer = writer(sink)) {
      RecordBatch batch = ParquetFiles.batch(producer, other);
      SchemaException e = assertThrows(SchemaException.class, () -> writer.append(batch));
      assertEquals(message, e.getMessage());
    }
    assertEquals(1, sink.aborts);
  }

  @Test
  void aFinishedFileTakesNothingMore() throws IOException {
    FailingSink sink = new FailingSink(-1);
    try (ParquetFileWriter writer = writer(sink)) {
      writer.finish();
      RecordBatch batch = twoRows();
      IllegalStateException e =
          assertThrows(IllegalStateException.class, () -> writer.append(batch));
      assertEquals("append: expected an open file, got a finished one", e.getMessage());
      assertThrows(IllegalStateException.class, writer::finish);
    }
    assertEquals(0, sink.aborts);
  }

  @Test
  void aClosedWriterTakesNothingMore() throws IOException {
    ParquetFileWriter writer = writer(new FailingSink(-1));
    writer.close();
    RecordBatch batch = twoRows();
    assertThrows(IllegalStateException.class, () -> writer.append(batch));
    assertThrows(IllegalStateException.class, writer::finish);
    assertThrows(IllegalStateException.class, () -> writer.reset(new FailingSink(-1)));
  }

  @Test
  void aSinkThatCannotBeAbortedIsToldOfBesideTheFirstError() throws IOException {
    UncheckedIOException stuck = new UncheckedIOException(new IOException("stuck"));
    ByteSink sink =
        new ByteSink() {
          @Override
          public void write(MemorySegment bytes) throws IOException {
            throw new IOException("first");
          }

          @Override
          public void complete() {}

          @Override
          public void abort() {
            throw stuck;
          }
        };
    IOException e = assertThrows(IOException.class, () -> writer(sink));
    assertEquals("first", e.getMessage());
    assertSame(stuck, e.getSuppressed()[0]);
  }

  @Test
  void aResetWriterWritesTheFileOfANewOne() throws IOException {
    CDataColumn other = batch(3, ints("i", 7, null, 7), strings("s", null, "long".repeat(50), ""));
    try (MemorySink sink = new MemorySink();
        MemorySink fresh = new MemorySink();
        ParquetFileWriter writer = writer(sink)) {
      writer.append(twoRows());
      assertThrows(IllegalStateException.class, () -> writer.reset(new FailingSink(-1)));
      writer.append(twoRows());
      writer.finish();
      assertThrows(IOException.class, () -> writer.reset(new FailingSink(0)));
      for (int i = 0; i < 3; i++) {
        sink.reset();
        writer.reset(sink);
        writer.append(ParquetFiles.batch(producer, other));
        FileReceipt receipt = writer.finish();
        assertEquals(sink.length(), receipt.length());
      }
      try (ParquetFileWriter freshWriter = writer(fresh)) {
        freshWriter.append(ParquetFiles.batch(producer, other));
        freshWriter.finish();
      }
      assertEquals(-1, sink.segment().mismatch(fresh.segment()));
    }
  }

  @Test
  void aFailureInsideABatchLeavesNoRowsForTheNextFile() throws IOException {
    CDataColumn required = batch(1, strings("s", "x"), ints("i", 1).required());
    CDataColumn nulls = batch(2, strings("s", "gone", "gone"), ints("i", 1, null).required());
    try (MemorySink sink = new MemorySink();
        ParquetFileWriter writer =
            new ParquetFileWriter(
                new FailingSink(-1), ParquetFiles.schema(required), WriterOptions.DEFAULT)) {
      writer.append(ParquetFiles.batch(producer, required));
      RecordBatch batch = ParquetFiles.batch(producer, nulls);
      assertThrows(WriteException.class, () -> writer.append(batch));
      writer.reset(sink);
      writer.append(ParquetFiles.batch(producer, required));
      assertEquals(1, writer.finish().rowCount());
      Path file = directory.resolve("f.parquet");
      Files.write(file, sink.segment().toArray(ValueLayout.JAVA_BYTE));
      assertEquals(1, ParquetFiles.parquetJava(file).size());
      assertEquals("x", ParquetFiles.parquetJava(file).getFirst().getString("s", 0));
    }
  }

  @Test
  void threadsMayTakeTurns() throws Exception {
    Path file = directory.resolve("f.parquet");
    try (ParquetFileWriter writer = writer(ChannelSink.open(file))) {
      for (int i = 0; i < 3; i++) {
        RecordBatch batch = twoRows();
        Throwable[] thrown = new Throwable[1];
        Thread thread =
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    writer.append(batch);
                  } catch (IOException | RuntimeException e) {
                    thrown[0] = e;
                  }
                });
        thread.join();
        assertSame(null, thrown[0]);
      }
      writer.finish();
    }
    assertEquals(6, ParquetFiles.parquetJava(file).size());
  }

  @Test
  void lengthGrowsToTheSizeOfTheFile() throws IOException {
    try (MemorySink sink = new MemorySink();
        ParquetFileWriter writer = writer(sink)) {
      assertEquals(4, writer.length());
      writer.append(twoRows());
      long buffered = writer.length();
      assertTrue(buffered > 4, "length: " + buffered);
      FileReceipt receipt = writer.finish();
      assertEquals(receipt.length(), writer.length());
    }
  }
}
