package dev.frazil.engine.file;

import dev.frazil.encoders.CompressionPolicy;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Table properties read as [WriterOptions]. Every complaint names the property.
final class WriterProperties {
  private static final WriterOptions DEFAULT = WriterOptions.DEFAULT;

  private final Map<String, String> properties;

  WriterProperties(Map<String, String> properties) {
    this.properties = properties;
  }

  WriterOptions options() {
    requirePageVersion1();
    String rowsName =
        properties.containsKey(WriterOptions.PROP_ROW_GROUP_SIZE_ROWS)
            ? WriterOptions.PROP_ROW_GROUP_SIZE_ROWS
            : WriterOptions.PROP_ROW_GROUP_LIMIT;
    return new WriterOptions(
        compression(),
        flag(WriterOptions.PROP_ENABLE_DICTIONARY, DEFAULT.dictionary()),
        positiveInt(WriterOptions.PROP_DICT_SIZE_BYTES, DEFAULT.dictionaryMaxBytes()),
        positiveInt(WriterOptions.PROP_PAGE_SIZE_BYTES, DEFAULT.pageTargetBytes()),
        positiveInt(WriterOptions.PROP_PAGE_ROW_LIMIT, DEFAULT.pageTargetRows()),
        positive(
            WriterOptions.PROP_ROW_GROUP_SIZE_BYTES, DEFAULT.rowGroupTargetBytes(), Long.MAX_VALUE),
        positiveInt(rowsName, DEFAULT.rowGroupTargetRows()),
        Map.of(),
        metrics());
  }

  private CompressionPolicy compression() {
    String codec = properties.get(WriterOptions.PROP_COMPRESSION_CODEC);
    String level = properties.get(WriterOptions.PROP_COMPRESSION_LEVEL);
    CompressionPolicy policy =
        codec == null
            ? DEFAULT.compression()
            : policy(WriterOptions.PROP_COMPRESSION_CODEC, codec.strip());
    // A level left over from another codec means nothing to one without levels, as in Iceberg.
    return level == null || !policy.codec().hasLevels()
        ? policy
        : policy(
            WriterOptions.PROP_COMPRESSION_LEVEL, policy.codec().label() + ":" + level.strip());
  }

  private static CompressionPolicy policy(String name, String text) {
    try {
      return CompressionPolicy.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  private void requirePageVersion1() {
    String version = properties.get(WriterOptions.PROP_PAGE_VERSION);
    if (version != null && !version.strip().toLowerCase(Locale.ROOT).equals("v1")) {
      throw unexpected(WriterOptions.PROP_PAGE_VERSION, "v1", version, null);
    }
  }

  private boolean flag(String name, boolean otherwise) {
    String value = properties.get(name);
    if (value == null) {
      return otherwise;
    }
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw unexpected(name, "true or false", value, null);
    };
  }

  private int positiveInt(String name, int otherwise) {
    return (int) positive(name, otherwise, Integer.MAX_VALUE);
  }

  private long positive(String name, long otherwise, long largest) {
    String value = properties.get(name);
    if (value == null) {
      return otherwise;
    }
    String range = "a whole number from 1 to " + largest;
    try {
      long number = Long.parseLong(value.strip());
      if (number < 1 || number > largest) {
        throw unexpected(name, range, value, null);
      }
      return number;
    } catch (NumberFormatException e) {
      throw unexpected(name, range, value, e);
    }
  }

  private Map<String, String> metrics() {
    Map<String, String> metrics = new TreeMap<>(properties);
    metrics.keySet().removeIf(name -> !name.startsWith(WriterOptions.PROP_METRICS_PREFIX));
    return metrics;
  }

  private static IllegalArgumentException unexpected(
      String name, String expected, String got, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "%s: expected %s, got '%s'".formatted(name, expected, got), cause);
  }
}
