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

/// The names of the table properties that [WriterOptions#fromProperties] reads, and the reading.
/// Every complaint names the property.
public final class WriterProperties {
  /// Property of the codec's name: `uncompressed` (or `none`), `snappy`, `zstd`, `lz4_raw` (or
  /// `lz4`), `gzip`, `brotli`.
  public static final String PROP_COMPRESSION_CODEC = "write.parquet.compression-codec";

  /// Property of the codec's level.
  public static final String PROP_COMPRESSION_LEVEL = "write.parquet.compression-level";

  /// Property of [WriterOptions#rowGroupTargetBytes()].
  public static final String PROP_ROW_GROUP_SIZE_BYTES = "write.parquet.row-group-size-bytes";

  /// Property of [WriterOptions#rowGroupTargetRows()].
  public static final String PROP_ROW_GROUP_SIZE_ROWS = "write.parquet.row-group-size-rows";

  /// PyIceberg's property of [WriterOptions#rowGroupTargetRows()]; [#PROP_ROW_GROUP_SIZE_ROWS] wins
  /// over it.
  public static final String PROP_ROW_GROUP_LIMIT = "write.parquet.row-group-limit";

  /// Property of [EncoderOptions#pageTargetBytes()].
  public static final String PROP_PAGE_SIZE_BYTES = "write.parquet.page-size-bytes";

  /// Property of [EncoderOptions#pageTargetRows()].
  public static final String PROP_PAGE_ROW_LIMIT = "write.parquet.page-row-limit";

  /// Property of [EncoderOptions#pageVersion()]: `v1` or `v2`.
  public static final String PROP_PAGE_VERSION = "write.parquet.page-version";

  /// Property of [EncoderOptions#dictionaryMaxBytes()].
  public static final String PROP_DICT_SIZE_BYTES = "write.parquet.dict-size-bytes";

  /// Property of [EncoderOptions#dictionary()]: `true` or `false`.
  public static final String PROP_ENABLE_DICTIONARY = "parquet.enable.dictionary";

  /// Property of [EncoderOptions#pageBoundMaxBytes()].
  public static final String PROP_PAGE_BOUND_BYTES = "parquet.columnindex.truncate.length";

  /// Start of the properties of [ColumnOptions#dictionary()]; a column's path follows.
  public static final String PROP_COLUMN_DICTIONARY_PREFIX =
      "write.parquet.dict-encoding-enabled.column.";

  /// Start of the properties of [ColumnOptions#bloomFilter()], `true` or `false`; a column's path
  /// follows.
  public static final String PROP_BLOOM_FILTER_PREFIX =
      "write.parquet.bloom-filter-enabled.column.";

  /// Start of the properties of the bloom filters' false-positive rates; a column's path follows.
  public static final String PROP_BLOOM_FILTER_FPP_PREFIX =
      "write.parquet.bloom-filter-fpp.column.";

  /// Property of the largest bitset of a bloom filter in bytes.
  public static final String PROP_BLOOM_FILTER_MAX_BYTES = "write.parquet.bloom-filter-max-bytes";

  /// Property of the length at which a table's file takes no further row, in bytes.
  public static final String PROP_TARGET_FILE_SIZE_BYTES = "write.target-file-size-bytes";

  /// Where [#PROP_TARGET_FILE_SIZE_BYTES] is not set: 512 MiB.
  public static final long DEFAULT_TARGET_FILE_BYTES = 512L << 20;

  /// Start of the properties that say how much a table keeps of each column's bounds.
  public static final String PROP_METRICS_PREFIX = "write.metadata.metrics.";

  private static final WriterOptions DEFAULT = WriterOptions.DEFAULT;

  private final Map<String, String> properties;

  WriterProperties(Map<String, String> properties) {
    this.properties = properties;
  }

  /// The length at which a table's file takes no further row.
  ///
  /// @param properties names and values
  /// @return bytes, 1 or more
  /// @throws IllegalArgumentException if the value is not a positive number
  public static long targetFileBytes(Map<String, String> properties) {
    return new WriterProperties(properties)
        .positive(PROP_TARGET_FILE_SIZE_BYTES, DEFAULT_TARGET_FILE_BYTES, Long.MAX_VALUE);
  }

  WriterOptions options() {
    String rowsName =
        properties.containsKey(PROP_ROW_GROUP_SIZE_ROWS)
            ? PROP_ROW_GROUP_SIZE_ROWS
            : PROP_ROW_GROUP_LIMIT;
    WriterOptions.Builder options = WriterOptions.builder();
    setEncoder(options.encoder());
    columns().forEach(options::column);
    return options
        .rowGroupTargetBytes(
            positive(PROP_ROW_GROUP_SIZE_BYTES, DEFAULT.rowGroupTargetBytes(), Long.MAX_VALUE))
        .rowGroupTargetRows(positiveInt(rowsName, DEFAULT.rowGroupTargetRows()))
        .metricsProperties(metrics())
        .build();
  }

  private void setEncoder(EncoderOptions.Builder encoder) {
    EncoderOptions all = DEFAULT.encoder();
    encoder
        .compression(compression())
        .dictionary(flag(PROP_ENABLE_DICTIONARY, all.dictionary()))
        .dictionaryMaxBytes(positiveInt(PROP_DICT_SIZE_BYTES, all.dictionaryMaxBytes()))
        .pageVersion(pageVersion())
        .pageTargetBytes(positiveInt(PROP_PAGE_SIZE_BYTES, all.pageTargetBytes()))
        .pageTargetRows(positiveInt(PROP_PAGE_ROW_LIMIT, all.pageTargetRows()))
        .pageBoundMaxBytes(positiveInt(PROP_PAGE_BOUND_BYTES, all.pageBoundMaxBytes()));
  }

  private Map<List<String>, ColumnOptions> columns() {
    Map<List<String>, ColumnOptions> columns = new HashMap<>();
    int filterBytes =
        positiveInt(PROP_BLOOM_FILTER_MAX_BYTES, BloomFilterOptions.DEFAULT.maxBytes());
    for (String name : properties.keySet()) {
      String column = suffix(name, PROP_COLUMN_DICTIONARY_PREFIX);
      if (column != null) {
        boolean dictionary = flag(name, true);
        columns.merge(
            path(column),
            ColumnOptions.DEFAULT.withDictionary(dictionary),
            (others, one) -> others.withDictionary(dictionary));
      }
      String filtered = suffix(name, PROP_BLOOM_FILTER_PREFIX);
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
    String name = PROP_BLOOM_FILTER_FPP_PREFIX + column;
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
    String codec = properties.get(PROP_COMPRESSION_CODEC);
    String level = properties.get(PROP_COMPRESSION_LEVEL);
    CompressionPolicy policy =
        codec == null
            ? DEFAULT.encoder().compression()
            : policy(PROP_COMPRESSION_CODEC, codec.strip());
    // A level left over from another codec means nothing to one without levels, as in Iceberg.
    return level == null || !policy.codec().hasLevels()
        ? policy
        : policy(PROP_COMPRESSION_LEVEL, policy.codec().label() + ":" + level.strip());
  }

  private static CompressionPolicy policy(String name, String text) {
    try {
      return CompressionPolicy.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  private PageVersion pageVersion() {
    String version = properties.get(PROP_PAGE_VERSION);
    if (version == null) {
      return DEFAULT.encoder().pageVersion();
    }
    return switch (version.strip().toLowerCase(Locale.ROOT)) {
      case "v1" -> PageVersion.V1;
      case "v2" -> PageVersion.V2;
      default -> throw unexpected(PROP_PAGE_VERSION, "v1 or v2", version, null);
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
    metrics.keySet().removeIf(name -> !name.startsWith(PROP_METRICS_PREFIX));
    return metrics;
  }

  private static IllegalArgumentException unexpected(
      String name, String expected, String got, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "%s: expected %s, got '%s'".formatted(name, expected, got), cause);
  }
}
