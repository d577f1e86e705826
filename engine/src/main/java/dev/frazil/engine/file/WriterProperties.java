package dev.frazil.engine.file;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.PageVersion;
import java.util.HashMap;
import java.util.List;
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
    String rowsName =
        properties.containsKey(WriterOptions.PROP_ROW_GROUP_SIZE_ROWS)
            ? WriterOptions.PROP_ROW_GROUP_SIZE_ROWS
            : WriterOptions.PROP_ROW_GROUP_LIMIT;
    WriterOptions.Builder options = WriterOptions.builder();
    setEncoder(options.encoder());
    columns().forEach(options::column);
    return options
        .rowGroupTargetBytes(
            positive(
                WriterOptions.PROP_ROW_GROUP_SIZE_BYTES,
                DEFAULT.rowGroupTargetBytes(),
                Long.MAX_VALUE))
        .rowGroupTargetRows(positiveInt(rowsName, DEFAULT.rowGroupTargetRows()))
        .metricsProperties(metrics())
        .build();
  }

  private void setEncoder(EncoderOptions.Builder encoder) {
    EncoderOptions all = DEFAULT.encoder();
    encoder
        .compression(compression())
        .dictionary(flag(WriterOptions.PROP_ENABLE_DICTIONARY, all.dictionary()))
        .dictionaryMaxBytes(
            positiveInt(WriterOptions.PROP_DICT_SIZE_BYTES, all.dictionaryMaxBytes()))
        .pageVersion(pageVersion())
        .pageTargetBytes(positiveInt(WriterOptions.PROP_PAGE_SIZE_BYTES, all.pageTargetBytes()))
        .pageTargetRows(positiveInt(WriterOptions.PROP_PAGE_ROW_LIMIT, all.pageTargetRows()))
        .pageBoundMaxBytes(
            positiveInt(WriterOptions.PROP_PAGE_BOUND_BYTES, all.pageBoundMaxBytes()));
  }

  private Map<List<String>, ColumnOptions> columns() {
    Map<List<String>, ColumnOptions> columns = new HashMap<>();
    int filterBytes =
        positiveInt(
            WriterOptions.PROP_BLOOM_FILTER_MAX_BYTES, BloomFilterOptions.DEFAULT.maxBytes());
    for (String name : properties.keySet()) {
      String column = suffix(name, WriterOptions.PROP_COLUMN_DICTIONARY_PREFIX);
      if (column != null) {
        boolean dictionary = flag(name, true);
        columns.merge(
            path(column),
            ColumnOptions.DEFAULT.withDictionary(dictionary),
            (others, one) -> others.withDictionary(dictionary));
      }
      String filtered = suffix(name, WriterOptions.PROP_BLOOM_FILTER_PREFIX);
      if (filtered != null && flag(name, false)) {
        BloomFilterOptions filter = bloomFilter(filtered, filterBytes);
        columns.merge(
            path(filtered),
            ColumnOptions.DEFAULT.withBloomFilter(filter),
            (others, one) -> others.withBloomFilter(filter));
      }
    }
    return columns;
  }

  private static @Nullable String suffix(String name, String prefix) {
    return name.startsWith(prefix) ? name.substring(prefix.length()) : null;
  }

  /// A name that is no path is one of a table that knows no quotes.
  private static List<String> path(String name) {
    try {
      return ColumnPath.parse(name);
    } catch (IllegalArgumentException e) {
      return List.of(name);
    }
  }

  private BloomFilterOptions bloomFilter(String column, int maxBytes) {
    String name = WriterOptions.PROP_BLOOM_FILTER_FPP_PREFIX + column;
    String rate = properties.get(name);
    try {
      return new BloomFilterOptions(
          rate == null
              ? BloomFilterOptions.DEFAULT.falsePositiveRate()
              : Double.parseDouble(rate.strip()),
          Math.max(32, maxBytes));
    } catch (IllegalArgumentException e) {
      throw unexpected(name, "a number above 0 and below 1", String.valueOf(rate), e);
    }
  }

  private CompressionPolicy compression() {
    String codec = properties.get(WriterOptions.PROP_COMPRESSION_CODEC);
    String level = properties.get(WriterOptions.PROP_COMPRESSION_LEVEL);
    CompressionPolicy policy =
        codec == null
            ? DEFAULT.encoder().compression()
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

  private PageVersion pageVersion() {
    String version = properties.get(WriterOptions.PROP_PAGE_VERSION);
    if (version == null) {
      return DEFAULT.encoder().pageVersion();
    }
    return switch (version.strip().toLowerCase(Locale.ROOT)) {
      case "v1" -> PageVersion.V1;
      case "v2" -> PageVersion.V2;
      default -> throw unexpected(WriterOptions.PROP_PAGE_VERSION, "v1 or v2", version, null);
    };
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
