package dev.frazil.engine.cli;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.ContentDefinedChunking;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.file.ColumnPath;
import dev.frazil.engine.file.SortingColumn;
import dev.frazil.engine.file.WriterOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the value of a flag; what it throws as [IllegalArgumentException] is a usage error. A
/// column is a path as [ColumnPath] reads it.
abstract class FlagReader<T> implements ITypeConverter<T> {
  @Override
  public final T convert(String value) {
    try {
      return read(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  /// Reads the value.
  ///
  /// @throws IllegalArgumentException if it cannot be used; the message says what was expected
  abstract T read(String value);

  /// What is chosen for a column.
  ///
  /// @param column its path, or null for all columns
  /// @param value what is chosen
  record Choice<T>(@Nullable List<String> column, T value) {}

  /// The columns of `--sorted-by`.
  ///
  /// @param columns most significant first
  record SortedBy(List<SortingColumn> columns) {}

  /// A `--codec` value.
  static final class Codec extends FlagReader<Choice<CompressionPolicy>> {
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
  static final class OneEncoding extends FlagReader<Choice<EncodingPolicy>> {
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
  static final class Count extends FlagReader<Integer> {
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
  static final class Bloom extends FlagReader<Choice<BloomFilterOptions>> {
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
  static final class Sorting extends FlagReader<SortedBy> {
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

  /// A `--sorted-by` value of `write`.
  static final class TableOrder extends FlagReader<SortClause> {
    @Override
    SortClause read(String value) {
      return new SortClause(
          value.strip().equals(SortClause.OF_TABLE)
              ? List.of()
              : new Sorting().read(value).columns());
    }
  }

  /// A `--page-version` value.
  static final class Version extends FlagReader<PageVersion> {
    @Override
    PageVersion read(String value) {
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "v1" -> PageVersion.V1;
        case "v2" -> PageVersion.V2;
        default -> throw new IllegalArgumentException("expected v1 or v2, got " + value);
      };
    }
  }

  /// A `--content-pages` value.
  static final class Chunking extends FlagReader<ContentDefinedChunking> {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9}):(\\d{1,10})");

    @Override
    ContentDefinedChunking read(String value) {
      if (value.isEmpty()) {
        return ContentDefinedChunking.DEFAULT;
      }
      Matcher range = RANGE.matcher(value);
      if (!range.matches() || Long.parseLong(range.group(2)) > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("expected MIN:MAX in bytes, got " + value);
      }
      return new ContentDefinedChunking(
          Integer.parseInt(range.group(1)),
          Integer.parseInt(range.group(2)),
          ContentDefinedChunking.DEFAULT.normalization());
    }
  }
}
