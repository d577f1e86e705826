package dev.frazil.engine.cli;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.ContentDefinedChunking;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.file.ColumnOptions;
import dev.frazil.engine.file.WriterOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/// The options of a command that writes Parquet files, as flags. A column is a path as [ColumnPath]
/// reads it.
final class WriterFlags {
  /// These flags alone, not those of the command around them.
  @Spec private CommandSpec spec = CommandSpec.create();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--codec",
      paramLabel = "[COLUMN=]CODEC",
      converter = FlagReader.Codec.class,
      description =
          "uncompressed, snappy, zstd[:LEVEL], lz4_raw, gzip[:LEVEL] or brotli[:LEVEL] (default:"
              + " zstd:1), for all columns or for one; may be repeated.")
  private List<FlagReader.Choice<CompressionPolicy>> codecs = new ArrayList<>();

  @Option(
      names = "--encoding",
      paramLabel = "COLUMN=ENCODING",
      converter = FlagReader.OneEncoding.class,
      description =
          "One encoding for a column: plain, rle, rle_dictionary, delta_binary_packed,"
              + " delta_length_byte_array, delta_byte_array or byte_stream_split; may be repeated.")
  private List<FlagReader.Choice<EncodingPolicy>> encodings = new ArrayList<>();

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
      converter = FlagReader.Version.class,
      description = "Layout of data pages: v1 or v2 (default: v1).")
  private PageVersion pageVersion = PageVersion.V1;

  @Option(
      names = "--page-rows",
      paramLabel = "N",
      converter = FlagReader.Count.class,
      description =
          "Rows of a page at most (default: 20,000; with --policy smallest 65,536 in pages of"
              + " indices of a dictionary).")
  private @Nullable Integer pageRows;

  @Option(
      names = "--page-bytes",
      paramLabel = "N",
      converter = FlagReader.Count.class,
      description = "Bytes of a page's values, before compression (default: 1,048,576).")
  private @Nullable Integer pageBytes;

  @Option(
      names = "--page-values",
      paramLabel = "N",
      converter = FlagReader.Count.class,
      description =
          "Values of a page, nulls included, at the next row at most: a limit for lists (default:"
              + " 1,048,576).")
  private @Nullable Integer pageValues;

  @Option(
      names = "--content-pages",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "MIN:MAX",
      converter = FlagReader.Chunking.class,
      description =
          "Cut pages by their contents, of MIN to MAX bytes (default: 262144:1048576), so that a"
              + " store that keeps equal blocks once finds them again; not with --page-rows and"
              + " --page-bytes.")
  private @Nullable ContentDefinedChunking chunking;

  @Option(
      names = "--row-group-rows",
      paramLabel = "N",
      converter = FlagReader.Count.class,
      description = "Rows of a row group at most (default: 1,048,576).")
  private @Nullable Integer rowGroupRows;

  @Option(
      names = "--bloom",
      paramLabel = "COLUMN[=FPP]",
      converter = FlagReader.Bloom.class,
      description =
          "Bloom filter for a column, with its false-positive rate (default: 0.01); may be"
              + " repeated.")
  private List<FlagReader.Choice<BloomFilterOptions>> blooms = new ArrayList<>();

  @Option(
      names = "--sorted-by",
      paramLabel = "COLUMN[ desc][ nulls last],...",
      converter = FlagReader.Sorting.class,
      description =
          "Declares that the rows are sorted, nulls first unless it says last; rows that are not"
              + " are refused.")
  private FlagReader.@Nullable SortedBy sortedBy;

  @Option(
      names = "--ieee754-order",
      description =
          "Compare floating-point numbers by the total order of IEEE 754, which few readers know.")
  private boolean ieee754Order;

  @Option(
      names = "--no-arrow-schema",
      description = "Leave out ARROW:schema, by which Arrow's readers restore the exact types.")
  private boolean noArrowSchema;

  /// How encodings are chosen where none is asked for.
  enum Policy {
    /// [EncodingPolicy.Compatible].
    COMPATIBLE,
    /// [EncodingPolicy.Smallest].
    SMALLEST
  }

  /// The first of these flags that stands on a command line.
  ///
  /// @param parsed the command line
  /// @return the flag with its dashes; empty if none stands there
  Optional<String> given(ParseResult parsed) {
    return spec.options().stream()
        .map(OptionSpec::longestName)
        .filter(parsed::hasMatchedOption)
        .findFirst();
  }

  /// The options that the flags ask for.
  ///
  /// @return the options
  /// @throws ParameterException if pages are to be cut by their contents and by a size
  WriterOptions options() {
    if (chunking != null && (pageRows != null || pageBytes != null)) {
      throw new ParameterException(
          command.commandLine(),
          "--content-pages: expected no %s beside it, got both"
              .formatted(pageRows != null ? "--page-rows" : "--page-bytes"));
    }
    WriterOptions.Builder options = WriterOptions.builder();
    options
        .encoding(
            switch (policy) {
              case COMPATIBLE -> new EncodingPolicy.Compatible();
              case SMALLEST -> new EncodingPolicy.Smallest();
            })
        .pageVersion(pageVersion)
        .ieee754TotalOrder(ieee754Order)
        .arrowSchema(!noArrowSchema);
    options.encoder().chunking(chunking);
    setLimits(options);
    if (sortedBy != null) {
      options.sortingColumns(sortedBy.columns());
    }
    setColumns(options);
    return options.build();
  }

  private void setLimits(WriterOptions.Builder options) {
    if (pageRows != null) {
      options.pageTargetRows(pageRows);
    }
    if (pageBytes != null) {
      options.pageTargetBytes(pageBytes);
    }
    if (pageValues != null) {
      options.encoder().pageTargetValues(pageValues);
    }
    if (rowGroupRows != null) {
      options.rowGroupTargetRows(rowGroupRows);
    }
  }

  private void setColumns(WriterOptions.Builder options) {
    Map<List<String>, ColumnOptions> columns = new HashMap<>();
    for (FlagReader.Choice<CompressionPolicy> codec : codecs) {
      if (codec.column() == null) {
        options.compression(codec.value());
      } else {
        change(columns, codec.column(), column -> column.withCompression(codec.value()));
      }
    }
    for (FlagReader.Choice<EncodingPolicy> encoding : encodings) {
      change(columns, encoding.column(), column -> column.withEncoding(encoding.value()));
    }
    for (FlagReader.Choice<BloomFilterOptions> bloom : blooms) {
      change(columns, bloom.column(), column -> column.withBloomFilter(bloom.value()));
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
}
