package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Partitions by truncated numbers at the ends of their types.
class TruncatedPartitionsTest {
  private static Schema schema(Type type) {
    return new Schema(Types.NestedField.optional(1, "c", type));
  }

  private static Table table(Type type, int width) {
    Schema schema = schema(type);
    PartitionSpec spec = PartitionSpec.builderFor(schema).truncate("c", width).build();
    return MemoryTables.create(schema, spec, Map.of(), SortOrder.unsorted());
  }

  private static List<DataFile> write(Table table, @Nullable Object... values) throws IOException {
    try (RecordBatchSource batch = batch(table, values);
        DataFileWriter writer = DataFileWriter.forTable(table)) {
      writer.write(batch);
      return writer.finish();
    }
  }

  private static RecordBatchSource batch(Table table, @Nullable Object... values) {
    ArrowSchema schema = IcebergSchemas.arrowSchema(table.schema());
    return ValueBatch.source(schema, ValueBatch.of(schema, List.of(Arrays.asList(values))));
  }

  private static void refused(Table table, String message, @Nullable Object... values)
      throws IOException {
    FullDisk disk = new FullDisk();
    try (RecordBatchSource batch = batch(table, values)) {
      WriteException refusal =
          assertThrows(
              WriteException.class,
              () ->
                  DataFileWriter.writeDataFiles(
                      disk,
                      "memory:/t",
                      batch,
                      table.schema(),
                      table.spec(),
                      SortOrder.unsorted(),
                      WriterOptions.DEFAULT));
      assertEquals(message, refusal.getMessage());
    }
    assertEquals(List.of(), disk.created);
  }

  @Test
  void aDecimalThatOutgrowsItsPrecisionIsRefused() throws IOException {
    Table table = table(Types.DecimalType.of(9, 2), 100);
    refused(
        table,
        "partition: c: expected a decimal(9, 2) after truncate[100], got -10000000.00 from"
            + " -9999999.99 in row 2",
        new BigDecimal("9999999.99"),
        null,
        new BigDecimal("-9999999.99"));
    List<DataFile> files =
        write(table, new BigDecimal("9999999.99"), null, new BigDecimal("-9999999.00"));
    assertEquals(3, files.size());
    files.forEach(file -> table.newAppend().appendFile(file).commit());
    assertEquals("-9999999.00", files.getLast().partition().get(0, BigDecimal.class).toString());
  }

  /// The smallest numbers wrap, and filters by equality find them where Iceberg puts them.
  @Test
  void integersWrapAsIcebergsDo() throws IOException {
    List<DataFile> files =
        write(table(Types.IntegerType.get(), 10), -2147483640, Integer.MIN_VALUE);
    assertEquals(2147483646, files.getLast().partition().get(0, Integer.class));
    files = write(table(Types.LongType.get(), 10), Long.MIN_VALUE);
    assertEquals(Long.MAX_VALUE - 1, files.getFirst().partition().get(0, Long.class));
  }
}
