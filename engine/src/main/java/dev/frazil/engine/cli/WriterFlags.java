package dev.frazil.engine.cli;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.file.ColumnOptions;
import dev.frazil.engine.file.ColumnPath;
import dev.frazil.engine.file.SortingColumn;
import dev.frazil.engine.file.WriterOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The options of a command that writes Parquet files, as flags. A column is a path as [ColumnPath]
/// reads it.
final class WriterFlags {
  @Option(
      names = "--codec",
      paramLabel = "[COLUMN=]CODEC",
      converter = Codec.class,
      description =
          "uncompressed, snappy, zstd[:LEVEL], lz4_raw, gzip[:LEVEL] or brotli[:LEVEL] (default:"
              + " zstd:1), for all columns or for one; may be repeated.")
  private List<Choice<CompressionPolicy>> codecs = new ArrayList<>();

  @Option(
      names = "--encoding",
      paramLabel = "COLUMN=ENCODING",
      converter = OneEncoding.class,
      description =
          "One encoding for a column: plain, rle, rle_dictionary, delta_binary_packed,"
              + " delta_length_byte_array, delta_byte_array or byte_stream_split; may be repeated.")
  private List<Choice<EncodingPolicy>> encodings = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description =
          "How the other encodings are chosen: compatible, for every reader since 2018, or smallest"
              + " (default: compatible).")
  private Policy policy = Policy.COMPATIBLE;

  @Option(
      names = "--page-version",
      paramLabel = "VERSION",
      description = "Layout of data pages: v1 or v2 (default: v1).")
  private PageVersion pageVersion = PageVersion.V1;

  @Option(
      names = "--page-rows",
      paramLabel = "N",
      converter = Count.class,
      description = "Rows of a page at most (default: 20,000).")
  private @Nullable Integer pageRows;

  @Option(
      names = "--page-bytes",
      paramLabel = "N",
      converter = Count.class,
      description = "Bytes of a page's values, before compression (default: 1,048,576).")
  private @Nullable Integer pageBytes;

  @Option(
      names = "--row-group-rows",
      paramLabel = "N",
      converter = Count.class,
      description = "Rows of a row group at most (default: 1,048,576).")
  private @Nullable Integer rowGroupRows;

  @Option(
      names = "--bloom",
      paramLabel = "COLUMN[=FPP]",
      converter = Bloom.class,
      description =
          "Bloom filter for a column, with its false-positive rate (default: 0.01); may be"
              + " repeated.")
  private List<Choice<BloomFilterOptions>> blooms = new ArrayList<>();

  @Option(
      names = "--sorted-by",
      paramLabel = "COLUMN[ desc][ nulls last],...",
      converter = Sorting.class,
      description =
          "Declares that the rows are sorted, nulls first unless it says last; rows that are not"
              + " are refused.")
  private @Nullable SortedBy sortedBy;

  /// How encodings are chosen where none is asked for.
  enum Policy {
    /// [EncodingPolicy.Compatible].
    COMPATIBLE,
    /// [EncodingPolicy.Smallest].
    SMALLEST
  }

  /// What is chosen for a column.
  ///
  /// @param column its path, or null for all columns
  /// @param value what is chosen
  record Choice<T>(@Nullable List<String> column, T value) {}

  /// The columns of `--sorted-by`.
  ///
  /// @param columns most significant first
  record SortedBy(List<SortingColumn> columns) {}

  /// The options that the flags ask for.
  WriterOptions options() {
    WriterOptions.Builder options = WriterOptions.builder();
    options
        .encoding(
            switch (policy) {
              case COMPATIBLE -> new EncodingPolicy.Compatible();
              case SMALLEST -> new EncodingPolicy.Smallest();
            })
        .pageVersion(pageVersion);
    if (pageRows != null) {
      options.pageTargetRows(pageRows);
    }
    if (pageBytes != null) {
      options.pageTargetBytes(pageBytes);
    }
    if (rowGroupRows != null) {
      options.rowGroupTargetRows(rowGroupRows);
    }
    if (sortedBy != null) {
      options.sortingColumns(sortedBy.columns);
    }
    setColumns(options);
    return options.build();
  }

  private void setColumns(WriterOptions.Builder options) {
    Map<List<String>, ColumnOptions> columns = new HashMap<>();
    for (Choice<CompressionPolicy> codec : codecs) {
      if (codec.column == null) {
        options.compression(codec.value);
      } else {
        change(columns, codec.column, column -> column.withCompression(codec.value));
      }
    }
    for (Choice<EncodingPolicy> encoding : encodings) {
      change(columns, encoding.column, column -> column.withEncoding(encoding.value));
    }
    for (Choice<BloomFilterOptions> bloom : blooms) {
      change(columns, bloom.column, column -> column.withBloomFilter(bloom.value));
    }
    columns.forEach(options::column);
  }

  private static void change(
      Map<List<String>, ColumnOptions> columns,
      @Nullable List<String> path,
      UnaryOperator<ColumnOptions> change) {
    if (path != null) {
      columns.put(path, change.apply(columns.getOrDefault(path, ColumnOptions.DEFAULT)));
    }
  }

  /// Reads a value; what it throws as [IllegalArgumentException] is a usage error.
  abstract static class Reader<T> implements ITypeConverter<T> {
    @Override
    public final T convert(String value) {
      try {
        return read(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }

    abstract T read(String value);
  }

  /// A `--codec` value.
  static final class Codec extends Reader<Choice<CompressionPolicy>> {
    @Override
    Choice<CompressionPolicy> read(String value) {
      int end = ColumnPath.end(value, 0, "=");
      return end == value.length()
          ? new Choice<>(null, CompressionPolicy.parse(value))
          : new Choice<>(
              ColumnPath.parse(value.substring(0, end)),
              CompressionPolicy.parse(value.substring(end + 1)));
    }
  }

  /// An `--encoding` value.
  static final class OneEncoding extends Reader<Choice<EncodingPolicy>> {
    @Override
    Choice<EncodingPolicy> read(String value) {
      int end = ColumnPath.end(value, 0, "=");
      if (end == value.length()) {
        throw new IllegalArgumentException("expected COLUMN=ENCODING, got " + value);
      }
      return new Choice<>(
          ColumnPath.parse(value.substring(0, end)), encoding(value.substring(end + 1)));
    }

    private static EncodingPolicy encoding(String name) {
      for (Encoding encoding : Encoding.values()) {
        if (encoding.name().equalsIgnoreCase(name)) {
          return new EncodingPolicy.Fixed(encoding);
        }
      }
      throw new IllegalArgumentException(
          "encoding: expected one of "
              + List.of(Encoding.values()).toString().toLowerCase(Locale.ROOT)
              + ", got "
              + name);
    }
  }

  /// A number of rows or bytes.
  static final class Count extends Reader<Integer> {
    @Override
    Integer read(String value) {
      try {
        int count = Integer.parseInt(value);
        if (count > 0) {
          return count;
        }
      } catch (NumberFormatException e) {
        // refused below, as zero is
      }
      throw new IllegalArgumentException(
          "expected a whole number from 1 to " + Integer.MAX_VALUE + ", got " + value);
    }
  }

  /// A `--bloom` value.
  static final class Bloom extends Reader<Choice<BloomFilterOptions>> {
    @Override
    Choice<BloomFilterOptions> read(String value) {
      int end = ColumnPath.end(value, 0, "=");
      List<String> path = ColumnPath.parse(value.substring(0, end));
      BloomFilterOptions all = BloomFilterOptions.DEFAULT;
      if (end == value.length()) {
        return new Choice<>(path, all);
      }
      try {
        double rate = Double.parseDouble(value.substring(end + 1));
        return new Choice<>(path, new BloomFilterOptions(rate, all.maxBytes()));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "expected a false-positive rate above 0 and below 1, got " + value.substring(end + 1),
            e);
      }
    }
  }

  /// A `--sorted-by` value.
  static final class Sorting extends Reader<SortedBy> {
    private static final Pattern COLUMN =
        Pattern.compile(
            "(.*?)(?:\\s+(asc|desc))?(?:\\s+nulls\\s+(first|last))?",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    @Override
    SortedBy read(String value) {
      List<SortingColumn> columns = new ArrayList<>();
      int from = 0;
      while (from <= value.length()) {
        int end = ColumnPath.end(value, from, ",");
        columns.add(column(value.substring(from, end).strip()));
        from = end + 1;
      }
      return new SortedBy(WriterOptions.builder().sortingColumns(columns).build().sortingColumns());
    }

    private static SortingColumn column(String text) {
      Matcher parts = COLUMN.matcher(text);
      if (!parts.matches()) {
        throw new IllegalArgumentException("expected COLUMN[ desc][ nulls last], got " + text);
      }
      return new SortingColumn(
          ColumnPath.parse(parts.group(1)),
          "desc".equalsIgnoreCase(parts.group(2)),
          !"last".equalsIgnoreCase(parts.group(3)));
    }
  }
}
