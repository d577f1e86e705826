package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.WriteException;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a table may ask for that is not written yet.
class RefusedTablesTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.IntegerType.get()));

  private static Table table(Map<String, String> properties, SortOrder order) {
    return MemoryTables.create(SCHEMA, properties, order);
  }

  private static Table table(Map<String, String> properties) {
    return table(properties, SortOrder.unsorted());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write.format.default|orc|write.format.default: memory.demo.t: expected parquet, got orc",
        "encryption.key-id|k|encryption.key-id: memory.demo.t: expected no encryption, got k",
      })
  void whatCannotBeWrittenYetIsRefused(String property, String value, String message) {
    Table table = table(Map.of());
    WriteException refusal =
        assertThrows(
            WriteException.class,
            () ->
                DataFileWriter.forTable(
                    table, DataFileOptions.builder().properties(Map.of(property, value)).build()));
    assertEquals(message, refusal.getMessage());
  }
}
