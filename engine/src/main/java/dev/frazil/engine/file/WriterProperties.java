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
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// The names of the table properties that concern the writing of a file, and the reading of them.
/// Every complaint names the property.
///
/// Some are checked and change nothing. Row groups are cut by encoded, uncompressed bytes, known
/// for every row, so that `row-group-size-track-uncompressed` holds either way and
/// `row-group-check-min-record-count` and `-max-record-count` have nothing to time. Bloom filters
/// have the size that the values of the chunk need, whether or not `bloom-filter-adaptive-enabled`
/// asks for it. Variants are not shredded, so `variant-inference-buffer-size` has nothing to hold;
/// a table whose variants are to be shredded is refused. How rows are distributed
/// (`write.distribution-mode`, `write.spark.fanout.enabled`) is for the engine that sends them.
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

  /// Start of the properties of [BloomFilterOptions#distinctValues()]; a column's path follows.
  public static final String PROP_BLOOM_FILTER_NDV_PREFIX =
      "write.parquet.bloom-filter-ndv.column.";

  /// Start of the properties of [ColumnOptions#footerStatistics()], `true` or `false`; a column's
  /// path follows. The metrics of data files are not theirs: see [#PROP_METRICS_PREFIX].
  public static final String PROP_COLUMN_STATISTICS_PREFIX = "write.parquet.stats-enabled.column.";

  /// Property of the largest bitset of a bloom filter in bytes.
  public static final String PROP_BLOOM_FILTER_MAX_BYTES = "write.parquet.bloom-filter-max-bytes";

  /// Property of the length at which a table's file takes no further row, in bytes.
  public static final String PROP_TARGET_FILE_SIZE_BYTES = "write.target-file-size-bytes";

  /// Where [#PROP_TARGET_FILE_SIZE_BYTES] is not set: 512 MiB.
  public static final long DEFAULT_TARGET_FILE_BYTES = 512L << 20;

  /// Start of the properties that say how much a table keeps of each column's bounds.
  public static final String PROP_METRICS_PREFIX = "write.metadata.metrics.";

  /// Properties that are checked and change nothing: numbers of 1 or more.
  private static final List<String> IDLE_NUMBERS =
      List.of(
          "write.parquet.row-group-check-min-record-count",
          "write.parquet.row-group-check-max-record-count",
          "write.parquet.variant-inference-buffer-size");

  /// Properties that are checked and change nothing: `true` or `false`.
  private static final List<String> IDLE_FLAGS =
      List.of(
          "write.parquet.row-group-size-track-uncompressed",
          "write.parquet.bloom-filter-adaptive-enabled",
          "write.parquet.shred-variants");

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
    IDLE_NUMBERS.forEach(name -> positiveInt(name, 1));
    IDLE_FLAGS.forEach(name -> flag(name, false));
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
        .pageTargetRows(positiveInt(PROP_PAGE_ROW_LIMIT, 0))
        .pageBoundMaxBytes(positiveInt(PROP_PAGE_BOUND_BYTES, all.pageBoundMaxBytes()));
  }

  private Map<List<String>, ColumnOptions> columns() {
    Map<List<String>, ColumnOptions> columns = new HashMap<>();
    int filterBytes =
        positiveInt(PROP_BLOOM_FILTER_MAX_BYTES, BloomFilterOptions.DEFAULT.maxBytes());
    for (String name : properties.keySet()) {
      set(
          columns,
          name,
          PROP_COLUMN_DICTIONARY_PREFIX,
          (o, _) -> o.withDictionary(flag(name, true)));
      set(
          columns,
          name,
          PROP_COLUMN_STATISTICS_PREFIX,
          (o, _) -> o.withFooterStatistics(flag(name, true)));
      set(
          columns,
          name,
          PROP_BLOOM_FILTER_PREFIX,
          (o, column) ->
              flag(name, false) ? o.withBloomFilter(bloomFilter(column, filterBytes)) : o);
    }
    columns.values().removeIf(ColumnOptions.DEFAULT::equals);
    return columns;
  }

  /// Adds what a property says, if it is one of those with a prefix.
  private static void set(
      Map<List<String>, ColumnOptions> columns,
      String name,
      String prefix,
      BiFunction<ColumnOptions, String, ColumnOptions> change) {
    if (name.startsWith(prefix)) {
      String column = name.substring(prefix.length());
      columns.compute(
          path(column),
          (_, others) -> change.apply(others == null ? ColumnOptions.DEFAULT : others, column));
    }
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
    long distinct = positive(PROP_BLOOM_FILTER_NDV_PREFIX + column, 0, Long.MAX_VALUE);
    try {
      return new BloomFilterOptions(
          rate == null
              ? BloomFilterOptions.DEFAULT.falsePositiveRate()
              : Double.parseDouble(rate.strip()),
          Math.max(32, maxBytes),
          distinct);
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
