package dev.frazil.engine.iceberg;

import dev.frazil.engine.WriteException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.encryption.PlaintextEncryptionManager;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;

/// What a writer asks of a table, and a table of a writer. What cannot be had is refused before the
/// first file: a file that is not what was asked for is worse than none.
final class WritableTable {
  private static final String PARQUET = "parquet";

  private WritableTable() {}

  /// The table's properties with those of one writer over them.
  static Map<String, String> properties(Table table, Map<String, String> overrides) {
    Map<String, String> properties = new HashMap<>(table.properties());
    properties.putAll(overrides);
    return properties;
  }

  /// Refuses what cannot be written.
  ///
  /// @param properties the table's, and what overrides them
  static void require(Table table, Map<String, String> properties) {
    String name = table.name();
    String format = properties.getOrDefault(TableProperties.DEFAULT_FILE_FORMAT, PARQUET).strip();
    if (!format.toLowerCase(Locale.ROOT).equals(PARQUET)) {
      throw refused(TableProperties.DEFAULT_FILE_FORMAT, name, PARQUET, format);
    }
    String key = properties.get(TableProperties.ENCRYPTION_TABLE_KEY);
    if (key != null) {
      throw refused(TableProperties.ENCRYPTION_TABLE_KEY, name, "no encryption", key);
    }
    if (!(table.encryption() instanceof PlaintextEncryptionManager)) {
      throw refused("encryption", name, "none", table.encryption().getClass().getSimpleName());
    }
    String shred = properties.getOrDefault(TableProperties.PARQUET_SHRED_VARIANTS, "false").strip();
    if (!shred.toLowerCase(Locale.ROOT).equals("false") && hasVariants(table.schema())) {
      throw refused(
          TableProperties.PARQUET_SHRED_VARIANTS, name, "variants that stay whole", shred);
    }
  }

  private static boolean hasVariants(Schema schema) {
    return TypeUtil.indexById(schema.asStruct()).values().stream()
        .anyMatch(field -> field.type().typeId() == Type.TypeID.VARIANT);
  }

  /// The columns of the files.
  static Schema schema(Table table, DataFileOptions options) {
    if (!options.rowLineage()) {
      return table.schema();
    }
    if (!TableUtil.supportsRowLineage(table)) {
      throw refused(
          "row lineage",
          table.name(),
          "a table of format version 3 or later",
          "version " + TableUtil.formatVersion(table));
    }
    return MetadataColumns.schemaWithRowLineage(table.schema());
  }

  /// The spec that files are partitioned by.
  static PartitionSpec spec(Table table, DataFileOptions options) {
    PartitionSpec asked = options.spec();
    if (asked == null) {
      return table.spec();
    }
    PartitionSpec own = table.specs().get(asked.specId());
    if (own == null || !own.compatibleWith(asked)) {
      throw refused("partition spec", table.name(), "one of the table's", asked.toString());
    }
    return own;
  }

  /// The order that files are declared to have.
  static SortOrder sortOrder(Table table, DataFileOptions options) {
    SortOrder asked = options.sortOrder();
    if (asked == null || asked.isUnsorted()) {
      return SortOrder.unsorted();
    }
    SortOrder own = table.sortOrders().get(asked.orderId());
    if (own == null || !own.sameOrder(asked)) {
      throw refused("sort order", table.name(), "one of the table's", asked.toString());
    }
    return own;
  }

  private static WriteException refused(String what, String table, String expected, String found) {
    return new WriteException(
        "%s: %s: expected %s, got %s".formatted(what, table, expected, found));
  }
}
