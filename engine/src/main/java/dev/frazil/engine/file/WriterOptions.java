package dev.frazil.engine.file;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncoderOptions;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// How Parquet files are written. Immutable; made by [#builder()], [#toBuilder()] or
/// [#fromProperties(Map)].
///
/// @param compression codec and level of all pages
/// @param dictionary whether dictionaries are tried; one is kept only where the chunk comes out
///   smaller
/// @param dictionaryMaxBytes largest dictionary page in bytes, uncompressed, 1 or more
/// @param pageTargetBytes a page ends when its encoded, uncompressed values reach this many bytes,
///   1 or more
/// @param pageTargetRows a page ends when it has this many rows, 1 or more
/// @param rowGroupTargetBytes a row group ends when its encoded, uncompressed pages reach this many
///   bytes, 1 or more
/// @param rowGroupTargetRows a row group ends when it has this many rows, 1 or more
/// @param keyValueMetadata key-value pairs of the footer, written in the order of their keys
/// @param metricsProperties the properties [#PROP_METRICS_PREFIX] asks for, as they were given: how
///   much a table keeps of each column's bounds
public record WriterOptions(
    CompressionPolicy compression,
    boolean dictionary,
    int dictionaryMaxBytes,
    int pageTargetBytes,
    int pageTargetRows,
    long rowGroupTargetBytes,
    int rowGroupTargetRows,
    Map<String, String> keyValueMetadata,
    Map<String, String> metricsProperties) {

  /// Property of the codec's name: `uncompressed` (or `none`), `snappy`, `zstd`, `lz4_raw` (or
  /// `lz4`), `gzip`, `brotli`.
  public static final String PROP_COMPRESSION_CODEC = "write.parquet.compression-codec";

  /// Property of the codec's level.
  public static final String PROP_COMPRESSION_LEVEL = "write.parquet.compression-level";

  /// Property of [#rowGroupTargetBytes()].
  public static final String PROP_ROW_GROUP_SIZE_BYTES = "write.parquet.row-group-size-bytes";

  /// Property of [#rowGroupTargetRows()].
  public static final String PROP_ROW_GROUP_SIZE_ROWS = "write.parquet.row-group-size-rows";

  /// PyIceberg's property of [#rowGroupTargetRows()]; [#PROP_ROW_GROUP_SIZE_ROWS] wins over it.
  public static final String PROP_ROW_GROUP_LIMIT = "write.parquet.row-group-limit";

  /// Property of [#pageTargetBytes()].
  public static final String PROP_PAGE_SIZE_BYTES = "write.parquet.page-size-bytes";

  /// Property of [#pageTargetRows()].
  public static final String PROP_PAGE_ROW_LIMIT = "write.parquet.page-row-limit";

  /// Property of the data page version; only `v1` is written.
  public static final String PROP_PAGE_VERSION = "write.parquet.page-version";

  /// Property of [#dictionaryMaxBytes()].
  public static final String PROP_DICT_SIZE_BYTES = "write.parquet.dict-size-bytes";

  /// Property of [#dictionary()]: `true` or `false`.
  public static final String PROP_ENABLE_DICTIONARY = "parquet.enable.dictionary";

  /// Start of the properties that say how much a table keeps of each column's bounds.
  public static final String PROP_METRICS_PREFIX = "write.metadata.metrics.";

  /// Characters of a string, or bytes of a binary value, that a table keeps of a bound where
  /// nothing else is said.
  public static final int DEFAULT_METRICS_TRUNCATE = 16;

  /// Zstandard 1, dictionaries up to 2 MiB, pages of 1 MiB or 20,000 rows, row groups of 128 MiB or
  /// 1,048,576 rows.
  public static final WriterOptions DEFAULT =
      new WriterOptions(
          EncoderOptions.DEFAULT.compression(),
          EncoderOptions.DEFAULT.dictionary(),
          EncoderOptions.DEFAULT.dictionaryMaxBytes(),
          EncoderOptions.DEFAULT.pageTargetBytes(),
          EncoderOptions.DEFAULT.pageTargetRows(),
          128L << 20,
          1 << 20,
          Map.of(),
          Map.of());

  /// Checks the limits and copies the maps.
  ///
  /// @throws IllegalArgumentException if a limit is not positive
  public WriterOptions {
    requirePositive("dictionaryMaxBytes", dictionaryMaxBytes);
    requirePositive("pageTargetBytes", pageTargetBytes);
    requirePositive("pageTargetRows", pageTargetRows);
    requirePositive("rowGroupTargetBytes", rowGroupTargetBytes);
    requirePositive("rowGroupTargetRows", rowGroupTargetRows);
    keyValueMetadata = Collections.unmodifiableMap(new TreeMap<>(keyValueMetadata));
    metricsProperties = Collections.unmodifiableMap(new TreeMap<>(metricsProperties));
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": expected 1 or more, got " + value);
    }
  }

  /// The options that table properties ask for; [#DEFAULT] where they say nothing. Properties that
  /// do not concern the writing of a file are passed over.
  ///
  /// @param properties names and values; the names are the constants `PROP_*`
  /// @return the options
  /// @throws IllegalArgumentException if a value cannot be used; the message names the property
  public static WriterOptions fromProperties(Map<String, String> properties) {
    return new WriterProperties(properties).options();
  }

  /// A builder that starts at [#DEFAULT].
  ///
  /// @return a new builder
  public static Builder builder() {
    return DEFAULT.toBuilder();
  }

  /// A builder that starts at these options.
  ///
  /// @return a new builder
  public Builder toBuilder() {
    return new Builder(this);
  }

  /// What the column encoders need to know of the options.
  EncoderOptions encoderOptions() {
    return EncoderOptions.builder()
        .compression(compression)
        .dictionary(dictionary)
        .dictionaryMaxBytes(dictionaryMaxBytes)
        .pageTargetBytes(pageTargetBytes)
        .pageTargetRows(pageTargetRows)
        .build();
  }

  /// Collects options one by one. Not thread-safe.
  public static final class Builder {
    private CompressionPolicy compression;
    private boolean dictionary;
    private int dictionaryMaxBytes;
    private int pageTargetBytes;
    private int pageTargetRows;
    private long rowGroupTargetBytes;
    private int rowGroupTargetRows;
    private Map<String, String> keyValueMetadata;
    private Map<String, String> metricsProperties;

    private Builder(WriterOptions start) {
      compression = start.compression;
      dictionary = start.dictionary;
      dictionaryMaxBytes = start.dictionaryMaxBytes;
      pageTargetBytes = start.pageTargetBytes;
      pageTargetRows = start.pageTargetRows;
      rowGroupTargetBytes = start.rowGroupTargetBytes;
      rowGroupTargetRows = start.rowGroupTargetRows;
      keyValueMetadata = start.keyValueMetadata;
      metricsProperties = start.metricsProperties;
    }

    /// Sets [WriterOptions#compression()].
    ///
    /// @param value codec and level
    /// @return this builder
    public Builder compression(CompressionPolicy value) {
      compression = value;
      return this;
    }

    /// Sets [WriterOptions#dictionary()].
    ///
    /// @param value whether dictionaries are tried
    /// @return this builder
    public Builder dictionary(boolean value) {
      dictionary = value;
      return this;
    }

    /// Sets [WriterOptions#dictionaryMaxBytes()].
    ///
    /// @param value bytes, 1 or more
    /// @return this builder
    public Builder dictionaryMaxBytes(int value) {
      dictionaryMaxBytes = value;
      return this;
    }

    /// Sets [WriterOptions#pageTargetBytes()].
    ///
    /// @param value bytes, 1 or more
    /// @return this builder
    public Builder pageTargetBytes(int value) {
      pageTargetBytes = value;
      return this;
    }

    /// Sets [WriterOptions#pageTargetRows()].
    ///
    /// @param value rows, 1 or more
    /// @return this builder
    public Builder pageTargetRows(int value) {
      pageTargetRows = value;
      return this;
    }

    /// Sets [WriterOptions#rowGroupTargetBytes()].
    ///
    /// @param value bytes, 1 or more
    /// @return this builder
    public Builder rowGroupTargetBytes(long value) {
      rowGroupTargetBytes = value;
      return this;
    }

    /// Sets [WriterOptions#rowGroupTargetRows()].
    ///
    /// @param value rows, 1 or more
    /// @return this builder
    public Builder rowGroupTargetRows(int value) {
      rowGroupTargetRows = value;
      return this;
    }

    /// Sets [WriterOptions#keyValueMetadata()].
    ///
    /// @param value key-value pairs
    /// @return this builder
    public Builder keyValueMetadata(Map<String, String> value) {
      keyValueMetadata = value;
      return this;
    }

    /// Sets [WriterOptions#metricsProperties()].
    ///
    /// @param value properties that start with [WriterOptions#PROP_METRICS_PREFIX]
    /// @return this builder
    public Builder metricsProperties(Map<String, String> value) {
      metricsProperties = value;
      return this;
    }

    /// The options as they now stand.
    ///
    /// @return immutable options
    /// @throws IllegalArgumentException if a limit is not positive
    public WriterOptions build() {
      return new WriterOptions(
          compression,
          dictionary,
          dictionaryMaxBytes,
          pageTargetBytes,
          pageTargetRows,
          rowGroupTargetBytes,
          rowGroupTargetRows,
          keyValueMetadata,
          metricsProperties);
    }
  }
}
