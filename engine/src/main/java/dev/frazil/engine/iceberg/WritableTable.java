package dev.frazil.engine.iceberg;

import dev.frazil.engine.WriteException;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.encryption.PlaintextEncryptionManager;

/// What a table may ask for that is not written yet. It is refused before the first file: a file
/// that is not what the table asks for is worse than none.
final class WritableTable {
  private static final String PARQUET = "parquet";

  private WritableTable() {}

  /// Refuses what cannot be written.
  ///
  /// @param properties the table's, and what overrides them
  static void require(Table table, Map<String, String> properties) {
    String name = table.name();
    requireUnsorted(name, table.sortOrder());
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
  }

  /// Refuses an order of rows.
  static void requireUnsorted(String name, SortOrder order) {
    if (order.isSorted()) {
      throw refused(
          "sort order", name, "unsorted, since rows are not sorted yet", order.toString());
    }
  }

  private static WriteException refused(String what, String table, String expected, String found) {
    return new WriteException(
        "%s: %s: expected %s, got %s".formatted(what, table, expected, found));
  }
}
