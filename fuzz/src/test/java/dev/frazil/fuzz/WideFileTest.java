package dev.frazil.fuzz;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.MemorySink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Files with very many columns.
class WideFileTest {
  private static final int COLUMNS = 5_000;
  private static final int ROWS = 20;

  /// A footer of 100,000 chunks is read within parquet-java's default limits.
  @Test
  @PublicCase("wide-footer")
  void thousandsOfColumnsInManyRowGroupsReadBack() throws IOException {
    WriterOptions options = Cases.PLAIN_BYTES.toBuilder().rowGroupTargetRows(1).build();
    byte[] file;
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = wide(allocator);
        RecordBatchSource source = RecordBatchSource.of(root, allocator);
        MemorySink sink = new MemorySink();
        ParquetFileWriter writer =
            new ParquetFileWriter(sink, ParquetSchema.of(source.schema()), options)) {
      RecordBatch batch = Objects.requireNonNull(source.next());
      writer.append(batch);
      assertEquals(ROWS, writer.finish().splitOffsets().size());
      file = sink.segment().toArray(JAVA_BYTE);
    }
    List<List<@Nullable Object>> columns = ParquetJavaOracle.read(file);
    assertEquals(COLUMNS, columns.size());
    for (int c = 0; c < COLUMNS; c++) {
      for (int row = 0; row < ROWS; row++) {
        assertEquals((long) value(c, row), columns.get(c).get(row));
      }
    }
  }

  private static int value(int column, int row) {
    return 31 * column - row;
  }

  private static VectorSchemaRoot wide(BufferAllocator allocator) {
    List<FieldVector> columns = new ArrayList<>();
    for (int c = 0; c < COLUMNS; c++) {
      IntVector column = new IntVector("c" + c, allocator);
      column.allocateNew(ROWS);
      for (int row = 0; row < ROWS; row++) {
        column.set(row, value(c, row));
      }
      column.setValueCount(ROWS);
      columns.add(column);
    }
    return new VectorSchemaRoot(columns);
  }
}
