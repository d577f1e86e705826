package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnPropertiesTest {
  @TempDir private Path folder;

  /// apache/iceberg#11799: the column's name in the file is another one.
  @Test
  void aBloomFilterIsThatOfTheColumnWhateverItIsCalledInTheFile() throws Exception {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(2, "a-b", Types.StringType.get()));
    Table table =
        MemoryTables.create(
            schema,
            Map.of(
                "write.parquet.bloom-filter-enabled.column.a-b", "true",
                "write.parquet.bloom-filter-enabled.column.absent", "true"),
            SortOrder.unsorted());
    ArrowSchema arrow = IcebergSchemas.arrowSchema(schema);
    Path file = folder.resolve("f.parquet");
    try (RecordBatchSource source =
            ValueBatch.source(
                arrow, ValueBatch.of(arrow, List.of(List.of(1, 2), List.of("x", "y"))));
        DataFileWriter writer = DataFileWriter.forTable(table)) {
      writer.write(source);
      String location = writer.finish().getFirst().location();
      Files.write(file, table.io().newInputFile(location).newStream().readAllBytes());
    }
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      List<Boolean> filtered =
          reader.getRowGroups().getFirst().getColumns().stream()
              .map(ColumnChunkMetaData::getBloomFilterLength)
              .map(length -> length > 0)
              .toList();
      assertEquals(List.of(false, true), filtered);
    }
  }

  /// The metrics of the data file are those of `write.metadata.metrics.*`, whatever the footer has.
  @Test
  void statisticsAreLeftOutOfTheFooterAlone() throws Exception {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(2, "a-b", Types.StringType.get()));
    Table table =
        MemoryTables.create(
            schema,
            Map.of("write.parquet.stats-enabled.column.a-b", "false"),
            SortOrder.unsorted());
    DataFile written = write(table, schema, folder.resolve("f.parquet"));
    assertEquals(100, written.nullValueCounts().get(2));
    assertEquals(ByteBuffer.wrap(new byte[] {'x'}), written.lowerBounds().get(2));
    try (ParquetFileReader reader =
        ParquetFileReader.open(new LocalInputFile(folder.resolve("f.parquet")))) {
      List<ColumnChunkMetaData> columns = reader.getRowGroups().getFirst().getColumns();
      assertTrue(columns.getFirst().getStatistics().hasNonNullValue());
      assertNotNull(reader.readColumnIndex(columns.getFirst()));
      assertFalse(columns.getLast().getStatistics().hasNonNullValue());
      assertFalse(columns.getLast().getStatistics().isNumNullsSet());
      assertNull(reader.readColumnIndex(columns.getLast()));
    }
  }

  @Test
  void aBloomFilterHasTheSizeOfTheValuesThatAreExpected() throws Exception {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(2, "a-b", Types.StringType.get()));
    for (boolean dictionary : List.of(true, false)) {
      Table table =
          MemoryTables.create(
              schema,
              Map.of(
                  "parquet.enable.dictionary", Boolean.toString(dictionary),
                  "write.parquet.bloom-filter-enabled.column.id", "true",
                  "write.parquet.bloom-filter-enabled.column.a-b", "true",
                  "write.parquet.bloom-filter-ndv.column.a-b", "1000"),
              SortOrder.unsorted());
      Path file = folder.resolve(dictionary + ".parquet");
      write(table, schema, file);
      try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
        List<Integer> bytes = new ArrayList<>();
        for (ColumnChunkMetaData column : reader.getRowGroups().getFirst().getColumns()) {
          bytes.add(reader.readBloomFilter(column).getBitsetSize());
        }
        int expected =
            new BlockSplitBloomFilter(BlockSplitBloomFilter.optimalNumOfBits(1000, 0.01) / 8)
                .getBitsetSize();
        assertEquals(List.of(32, expected), bytes);
      }
    }
  }

  private static DataFile write(Table table, Schema schema, Path file) throws IOException {
    ArrowSchema arrow = IcebergSchemas.arrowSchema(schema);
    // values that repeat, so that a dictionary is smaller
    List<Integer> ids = new ArrayList<>();
    List<@Nullable String> texts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ids.addAll(List.of(1, 2, 3));
      texts.addAll(Arrays.asList("x", null, "y"));
    }
    RecordBatch batch = ValueBatch.of(arrow, List.of(ids, texts));
    try (RecordBatchSource source = ValueBatch.source(arrow, batch);
        DataFileWriter writer = DataFileWriter.forTable(table)) {
      writer.write(source);
      DataFile written = writer.finish().getFirst();
      Files.write(file, table.io().newInputFile(written.location()).newStream().readAllBytes());
      return written;
    }
  }
}
