package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.RandomColumns;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What consumers of arrow-java and of the C stream interface get of a source.
class ArrowExportTest {
  private static final int FILES = 60;

  @TempDir private Path directory;
  private boolean closed;

  /// A source of a file, which says when it is closed.
  private RecordBatchSource source(CDataColumn batch, int batchRows, int slice) throws IOException {
    Path path = directory.resolve("file.parquet");
    FileValues.write(path, WriterOptions.DEFAULT, batch);
    ParquetFiles files = new ParquetFiles(1);
    ScanFile file = new ScanFile(path, DataFormat.PARQUET);
    RecordBatchSource rows =
        files.open(file, FileValues.names(FileValues.schema(path)), Pushdown.NONE, batchRows);
    return new RecordBatchSource() {
      @Override
      public ArrowSchema schema() {
        return rows.schema();
      }

      @Override
      public @Nullable RecordBatch next() throws IOException {
        RecordBatch batch = rows.next();
        if (batch == null) {
          return null;
        }
        int from = Math.min(slice, batch.rowCount());
        int count = batch.rowCount() - from;
        return new RecordBatch(
            batch.schema(),
            count,
            batch.columns().stream().map(column -> column.slice(from, count)).toList(),
            batch::close);
      }

      @Override
      public void close() throws IOException {
        closed = true;
        rows.close();
        files.close();
      }
    };
  }

  private static CDataColumn random(RandomColumns columns, Random random) {
    int rows = random.nextInt(50);
    List<CDataColumn> made = new ArrayList<>();
    for (int c = random.nextInt(3); c >= 0; c--) {
      made.add(columns.column("c" + c, rows, random.nextInt(4)));
    }
    return CDataColumn.batch(rows, made.toArray(CDataColumn[]::new));
  }

  /// Read again by the engine's own importer, which checks every buffer.
  @Test
  void anExportedStreamGivesTheSameValues() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RandomColumns columns = new RandomColumns(random);
    for (int i = 0; i < FILES; i++) {
      CDataColumn batch = random(columns, random);
      int batchRows = random.nextInt(1, 60);
      int slice = random.nextInt(2);
      Map<String, List<@Nullable Object>> expected = FileValues.of(source(batch, batchRows, slice));
      try (BufferAllocator allocator = new RootAllocator();
          ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
        ArrowExport.exportStream(
            source(batch, batchRows, slice), allocator, stream.memoryAddress());
        closed = false;
        assertEquals(
            expected,
            FileValues.of(RecordBatchSource.ofStream(stream.memoryAddress())),
            "seed " + seed + ", file " + i);
        assertTrue(closed, "released");
      }
    }
  }

  @Test
  void arrowJavaReadsAnExportedStream() throws IOException {
    CDataColumn batch =
        CDataColumn.batch(
            3,
            CDataColumn.strings("text", "a", null, "ccc"),
            CDataColumn.decimals(
                "small", 4, 5, 2, new BigInteger("12345"), null, BigInteger.valueOf(-1)));
    try (BufferAllocator allocator = new RootAllocator();
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      ArrowExport.exportStream(source(batch, 2, 0), allocator, stream.memoryAddress());
      try (ArrowReader reader = Data.importArrayStream(allocator, stream)) {
        List<@Nullable Object> texts = new ArrayList<>();
        List<@Nullable Object> decimals = new ArrayList<>();
        while (reader.loadNextBatch()) {
          VectorSchemaRoot root = reader.getVectorSchemaRoot();
          for (int i = 0; i < root.getRowCount(); i++) {
            Object text = root.getVector("text").getObject(i);
            texts.add(text == null ? null : text.toString());
            decimals.add(root.getVector("small").getObject(i));
          }
        }
        assertEquals(java.util.Arrays.asList("a", null, "ccc"), texts);
        assertEquals(
            java.util.Arrays.asList(new BigDecimal("123.45"), null, new BigDecimal("-0.01")),
            decimals);
      }
      assertTrue(closed);
    }
  }

  @Test
  void aReaderLoadsOneRootAnewAndCountsItsBytes() throws IOException {
    CDataColumn batch = CDataColumn.batch(5, CDataColumn.longs("a", 1L, 2L, 3L, 4L, 5L));
    try (BufferAllocator allocator = new RootAllocator()) {
      ArrowReader reader = ArrowExport.reader(source(batch, 3, 0), allocator);
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      FieldVector vector = root.getVector("a");
      assertTrue(reader.loadNextBatch());
      assertEquals(3, root.getRowCount());
      assertEquals(3L, vector.getObject(2));
      assertEquals(24, reader.bytesRead());
      assertTrue(reader.loadNextBatch());
      assertSame(root, reader.getVectorSchemaRoot());
      assertEquals(2, root.getRowCount());
      assertEquals(5L, vector.getObject(1));
      assertEquals(40, reader.bytesRead());
      assertFalse(reader.loadNextBatch());
      assertFalse(closed);
      reader.close();
      assertTrue(closed);
      assertEquals(0, allocator.getAllocatedMemory());
    }
  }

  @Test
  void aFailureReachesTheConsumer() throws IOException {
    RecordBatchSource failing =
        new RecordBatchSource() {
          @Override
          public ArrowSchema schema() {
            return new ArrowSchema(List.of());
          }

          @Override
          public @Nullable RecordBatch next() throws IOException {
            throw new IOException("the disk is gone");
          }

          @Override
          public void close() {
            closed = true;
          }
        };
    try (BufferAllocator allocator = new RootAllocator();
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      ArrowExport.exportStream(failing, allocator, stream.memoryAddress());
      try (RecordBatchSource source = RecordBatchSource.ofStream(stream.memoryAddress())) {
        ArrowImportException failure = assertThrows(ArrowImportException.class, source::next);
        assertTrue(
            Objects.requireNonNull(failure.getMessage()).contains("the disk is gone"),
            failure.getMessage());
      }
      assertTrue(closed);
    }
  }
}
