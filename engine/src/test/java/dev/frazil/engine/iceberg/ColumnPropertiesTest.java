package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalInputFile;
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
}
