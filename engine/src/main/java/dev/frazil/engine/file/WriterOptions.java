package dev.frazil.engine.file;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How Parquet files are written. Immutable; made by [#builder()], [#toBuilder()] or
/// [#fromProperties(Map)].
///
/// @param encoder how a column is encoded that has no options of its own
/// @param columns options of single columns by their paths; a path that the schema does not have is
///   refused when a writer is made
/// @param columnIndex whether the bounds of pages are written where a column's pages have them;
///   where the pages stand is always written
/// @param ieee754TotalOrder whether floating-point numbers are compared by the total order of IEEE
///   754, which not all readers know, rather than by value
/// @param arrowSchema whether the footer holds the Arrow schema of the batches under
///   `ARROW:schema`, from which Arrow's readers restore the exact types; a pair of
///   `keyValueMetadata` under that key wins over it
/// @param sortingColumns the order of the rows of each row group, most significant column first;
///   rows in another order are refused
/// @param rowGroupTargetBytes a row group ends when its encoded, uncompressed pages reach this many
///   bytes, 1 or more
/// @param rowGroupTargetRows a row group ends when it has this many rows, 1 or more
/// @param keyValueMetadata key-value pairs of the footer, written in the order of their keys
/// @param metricsProperties the properties [WriterProperties#PROP_METRICS_PREFIX] asks for, as they
///   were given: how much a table keeps of each column's bounds
public record WriterOptions(
    EncoderOptions encoder,
    Map<List<String>, ColumnOptions> columns,
    boolean columnIndex,
    boolean ieee754TotalOrder,
    boolean arrowSchema,
    List<SortingColumn> sortingColumns,
    long rowGroupTargetBytes,
    int rowGroupTargetRows,
    Map<String, String> keyValueMetadata,
    Map<String, String> metricsProperties) {

  /// Characters of a string, or bytes of a binary value, that a table keeps of a bound where
  /// nothing else is said.
  public static final int DEFAULT_METRICS_TRUNCATE = 16;

  /// What [EncoderOptions#DEFAULT] says, with column indexes and the Arrow schema, and row groups
  /// of 128 MiB or 1,048,576 rows.
  public static final WriterOptions DEFAULT =
      new WriterOptions(
          EncoderOptions.DEFAULT,
          Map.of(),
          true,
          false,
          true,
          List.of(),
          128L << 20,
          1 << 20,
          Map.of(),
          Map.of());

  /// Checks the limits and copies the collections.
  ///
  /// @throws IllegalArgumentException if a limit is not positive, or two sorting columns have one
  ///   path
  public WriterOptions {
    requirePositive("rowGroupTargetBytes", rowGroupTargetBytes);
    requirePositive("rowGroupTargetRows", rowGroupTargetRows);
    columns = Map.copyOf(columns);
    sortingColumns = List.copyOf(sortingColumns);
    SortingColumn.requireDistinct(sortingColumns);
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
  /// @param properties names and values; the names are the constants of [WriterProperties]
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

  /// Collects options one by one. Not thread-safe.
  public static final class Builder {
    private final EncoderOptions.Builder encoder;
    private final Map<List<String>, ColumnOptions> columns;
    private boolean columnIndex;
    private boolean ieee754TotalOrder;
    private boolean arrowSchema;
    private List<SortingColumn> sortingColumns;
    private long rowGroupTargetBytes;
    private int rowGroupTargetRows;
    private Map<String, String> keyValueMetadata;
    private Map<String, String> metricsProperties;

    private Builder(WriterOptions start) {
      encoder = start.encoder.toBuilder();
      columns = new HashMap<>(start.columns);
      columnIndex = start.columnIndex;
      ieee754TotalOrder = start.ieee754TotalOrder;
      arrowSchema = start.arrowSchema;
      sortingColumns = start.sortingColumns;
      rowGroupTargetBytes = start.rowGroupTargetBytes;
      rowGroupTargetRows = start.rowGroupTargetRows;
      keyValueMetadata = start.keyValueMetadata;
      metricsProperties = start.metricsProperties;
    }

    /// What is set of [WriterOptions#encoder()]: changes to it are changes to this builder.
    ///
    /// @return the builder of the options that hold for all columns
    public EncoderOptions.Builder encoder() {
      return encoder;
    }

    /// Sets [WriterOptions#columns()].
    ///
    /// @param value options by the paths of their columns
    /// @return this builder
    public Builder columns(Map<List<String>, ColumnOptions> value) {
      columns.clear();
      columns.putAll(value);
      return this;
    }

    /// Sets the options of one column, all of them.
    ///
    /// @param path names from below the root to the column
    /// @param value the options
    /// @return this builder
    public Builder column(List<String> path, ColumnOptions value) {
      columns.put(List.copyOf(path), value);
      return this;
    }

    /// Sets [EncoderOptions#compression()] of all columns.
    ///
    /// @param value the option
    /// @return this builder
    public Builder compression(CompressionPolicy value) {
      encoder.compression(value);
      return this;
    }

    /// Sets [EncoderOptions#encoding()] of all columns.
    ///
    /// @param value the option
    /// @return this builder
    public Builder encoding(EncodingPolicy value) {
      encoder.encoding(value);
      return this;
    }

    /// Sets [EncoderOptions#dictionary()] of all columns.
    ///
    /// @param value the option
    /// @return this builder
    public Builder dictionary(boolean value) {
      encoder.dictionary(value);
      return this;
    }

    /// Sets [EncoderOptions#dictionaryMaxBytes()] of all columns.
    ///
    /// @param value the option
    /// @return this builder
    public Builder dictionaryMaxBytes(int value) {
      encoder.dictionaryMaxBytes(value);
      return this;
    }

    /// Sets [EncoderOptions#pageVersion()] of all columns.
    ///
    /// @param value the option
    /// @return this builder
    public Builder pageVersion(PageVersion value) {
      encoder.pageVersion(value);
      return this;
    }

    /// Sets [EncoderOptions#pageTargetBytes()] of all columns.
    ///
    /// @param value the option
    /// @return this builder
    public Builder pageTargetBytes(int value) {
      encoder.pageTargetBytes(value);
      return this;
    }

    /// Sets [EncoderOptions#pageTargetRows()] of all columns.
    ///
    /// @param value the option
    /// @return this builder
    public Builder pageTargetRows(int value) {
      encoder.pageTargetRows(value);
      return this;
    }

    /// Sets [WriterOptions#columnIndex()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder columnIndex(boolean value) {
      columnIndex = value;
      return this;
    }

    /// Sets [WriterOptions#ieee754TotalOrder()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder ieee754TotalOrder(boolean value) {
      ieee754TotalOrder = value;
      return this;
    }

    /// Sets [WriterOptions#arrowSchema()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder arrowSchema(boolean value) {
      arrowSchema = value;
      return this;
    }

    /// Sets [WriterOptions#sortingColumns()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder sortingColumns(List<SortingColumn> value) {
      sortingColumns = value;
      return this;
    }

    /// Sets [WriterOptions#rowGroupTargetBytes()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder rowGroupTargetBytes(long value) {
      rowGroupTargetBytes = value;
      return this;
    }

    /// Sets [WriterOptions#rowGroupTargetRows()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder rowGroupTargetRows(int value) {
      rowGroupTargetRows = value;
      return this;
    }

    /// Sets [WriterOptions#keyValueMetadata()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder keyValueMetadata(Map<String, String> value) {
      keyValueMetadata = value;
      return this;
    }

    /// Sets [WriterOptions#metricsProperties()].
    ///
    /// @param value the option
    /// @return this builder
    public Builder metricsProperties(Map<String, String> value) {
      metricsProperties = value;
      return this;
    }

    /// The options as they now stand.
    ///
    /// @return immutable options
    /// @throws IllegalArgumentException if a limit is not positive, or two sorting columns have one
    ///   path
    public WriterOptions build() {
      return new WriterOptions(
          encoder.build(),
          columns,
          columnIndex,
          ieee754TotalOrder,
          arrowSchema,
          sortingColumns,
          rowGroupTargetBytes,
          rowGroupTargetRows,
          keyValueMetadata,
          metricsProperties);
    }
  }
}
