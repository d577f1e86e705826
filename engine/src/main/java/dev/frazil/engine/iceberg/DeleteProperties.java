package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.WriterProperties;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.TableProperties;

/// The properties that delete files are written by: those of data files, except where the table has
/// one of its own for deletes (`write.delete.*`). Options of single columns are for data files
/// only.
final class DeleteProperties {
  private static final String DATA_PREFIX = "write.parquet.";
  private static final String DELETE_PREFIX = "write.delete.parquet.";

  private static final List<String> COLUMN_PREFIXES =
      List.of(
          WriterProperties.PROP_BLOOM_FILTER_PREFIX,
          WriterProperties.PROP_COLUMN_DICTIONARY_PREFIX,
          "write.parquet.bloom-filter-",
          "write.parquet.stats-enabled.column.");

  private DeleteProperties() {}

  /// The properties of a data file that is written as the table wants its delete files.
  static Map<String, String> of(Map<String, String> properties) {
    Map<String, String> merged = new HashMap<>(properties);
    merged.keySet().removeIf(name -> COLUMN_PREFIXES.stream().anyMatch(name::startsWith));
    properties.forEach((name, value) -> {
      if (name.startsWith(DELETE_PREFIX)) {
        merged.put(DATA_PREFIX + name.substring(DELETE_PREFIX.length()), value);
      }
    });
    String size = properties.get(TableProperties.DELETE_TARGET_FILE_SIZE_BYTES);
    merged.put(
        TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
        size == null ? Long.toString(TableProperties.DELETE_TARGET_FILE_SIZE_BYTES_DEFAULT) : size);
    return merged;
  }
}
