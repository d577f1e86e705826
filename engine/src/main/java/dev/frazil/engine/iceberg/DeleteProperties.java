package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.WriterProperties;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.TableProperties;
import org.jspecify.annotations.Nullable;

/// The properties that delete files are written by: those of data files, except where the table has
/// one of its own for deletes (`write.delete.*`). Options of single columns are for data files
/// only.
final class DeleteProperties {
  private static final String DATA_PREFIX = "write.parquet.";
  private static final String DELETE_PREFIX = "write.delete.parquet.";

  private static final List<String> COLUMN_PREFIXES =
      List.of(
          WriterProperties.PROP_BLOOM_FILTER_PREFIX,
          WriterProperties.PROP_BLOOM_FILTER_FPP_PREFIX,
          WriterProperties.PROP_BLOOM_FILTER_NDV_PREFIX,
          WriterProperties.PROP_COLUMN_DICTIONARY_PREFIX,
          WriterProperties.PROP_COLUMN_STATISTICS_PREFIX);

  private DeleteProperties() {}

  /// The properties of a data file that is written as the table wants its delete files.
  static Map<String, String> of(Map<String, String> properties) {
    Map<String, String> merged = new HashMap<>(properties);
    properties.forEach((name, value) -> {
      if (name.startsWith(DELETE_PREFIX)) {
        merged.put(DATA_PREFIX + name.substring(DELETE_PREFIX.length()), value);
      }
    });
    merged.keySet().removeIf(name -> COLUMN_PREFIXES.stream().anyMatch(name::startsWith));
    String format = properties.get(TableProperties.DELETE_DEFAULT_FILE_FORMAT);
    if (format != null) {
      merged.put(TableProperties.DEFAULT_FILE_FORMAT, format);
    }
    return merged;
  }

  /// Bytes of a file after which the next one begins.
  ///
  /// @throws IllegalArgumentException if the property is not a number above 0
  static long targetBytes(Map<String, String> properties) {
    String value = properties.get(TableProperties.DELETE_TARGET_FILE_SIZE_BYTES);
    if (value == null) {
      return TableProperties.DELETE_TARGET_FILE_SIZE_BYTES_DEFAULT;
    }
    try {
      long bytes = Long.parseLong(value.strip());
      if (bytes > 0) {
        return bytes;
      }
    } catch (NumberFormatException e) {
      throw unexpected(
          TableProperties.DELETE_TARGET_FILE_SIZE_BYTES, "a whole number above 0", value, e);
    }
    throw unexpected(
        TableProperties.DELETE_TARGET_FILE_SIZE_BYTES, "a whole number above 0", value, null);
  }

  /// Whether a file of position deletes speaks of one data file only.
  ///
  /// @throws IllegalArgumentException if the property has another value than `file` or `partition`
  static boolean filePerDataFile(Map<String, String> properties) {
    String value =
        properties.getOrDefault(
            TableProperties.DELETE_GRANULARITY, TableProperties.DELETE_GRANULARITY_DEFAULT);
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "file" -> true;
      case "partition" -> false;
      default ->
          throw unexpected(TableProperties.DELETE_GRANULARITY, "file or partition", value, null);
    };
  }

  private static IllegalArgumentException unexpected(
      String name, String expected, String got, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "%s: expected %s, got '%s'".formatted(name, expected, got), cause);
  }
}
