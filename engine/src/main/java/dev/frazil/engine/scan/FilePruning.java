package dev.frazil.engine.scan;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.file.ColumnPath;
import dev.frazil.engine.schema.ParquetLeaf;
import dev.frazil.engine.schema.ParquetSchema;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/// What the statistics of a file say about a filter. What they do not know, or know of another type
/// than the scan reads the column at, decides nothing. Immutable and thread-safe.
final class FilePruning {
  /// The leaf as which the scan's own type of a column is stored, by the path of the column.
  private final Map<String, ParquetLeaf> leaves = new HashMap<>();

  /// Prepares for filters.
  ///
  /// @param columns those that filters look at
  FilePruning(List<ArrowField> columns) {
    for (ArrowField field : columns) {
      try {
        ParquetSchema.of(new ArrowSchema(List.of(field)))
            .leaves()
            .forEach(leaf -> leaves.put(ColumnPath.format(leaf.column().path()), leaf));
      } catch (SchemaException _) {
        // A type that is not written to Parquet has no bounds.
      }
    }
  }

  /// Of how many rows of a file a filter is true.
  ///
  /// @param filter a filter that looks at the columns
  /// @param statistics what is known of the file
  /// @return what follows from it
  Verdict verdict(BoundFilter filter, FileStatistics statistics) {
    if (statistics.rowCount() == 0) {
      return Verdict.NONE;
    }
    return switch (filter) {
      case BoundFilter.Constant(boolean value) -> value ? Verdict.ALL : Verdict.NONE;
      case BoundFilter.Nullness(FilterColumn column, boolean isNull) ->
          nullness(statistics, column, isNull);
      case BoundFilter.Numbers(FilterColumn column, KeySet<BigInteger> keys) ->
          numbers(statistics, column, keys);
      case BoundFilter.Strings(FilterColumn column, KeySet<ByteString> keys) ->
          strings(statistics, column, keys);
      case BoundFilter.All(List<BoundFilter> filters) ->
          combined(filters, statistics, Verdict::and);
      case BoundFilter.Any(List<BoundFilter> filters) -> combined(filters, statistics, Verdict::or);
    };
  }

  private Verdict combined(
      List<BoundFilter> filters, FileStatistics statistics, BinaryOperator<Verdict> operator) {
    return filters.stream()
        .map(filter -> verdict(filter, statistics))
        .reduce(operator)
        .orElse(Verdict.SOME);
  }

  private static Verdict nullness(FileStatistics statistics, FilterColumn column, boolean isNull) {
    ColumnStatistics known = statistics.columns().get(column.text());
    if (known == null || known.nullCount().isEmpty()) {
      return Verdict.SOME;
    }
    long nulls = known.nullCount().getAsLong();
    long matching = isNull ? nulls : statistics.rowCount() - nulls;
    return matching == 0
        ? Verdict.NONE
        : matching == statistics.rowCount() ? Verdict.ALL : Verdict.SOME;
  }

  private Verdict numbers(FileStatistics statistics, FilterColumn column, KeySet<BigInteger> keys) {
    ColumnStatistics known = statistics.columns().get(column.text());
    if (known == null || column.field().bool8()) {
      return Verdict.SOME;
    }
    Verdict values = Verdict.SOME;
    boolean floating = NumberKeys.floating(column.type());
    ParquetLeaf leaf = leaf(column, known);
    Bounds bounds = known.bounds();
    if (leaf != null && bounds != null) {
      BoundKeys plain = new BoundKeys(leaf, column.type());
      BigInteger min = plain.lower(bounds.min());
      BigInteger max = plain.upper(bounds.max());
      if (min != null && max != null && min.compareTo(max) <= 0) {
        values = keys.over(min, max);
      }
    }
    boolean nans = floating && !known.nanCount().equals(OptionalLong.of(0));
    if (nans) {
      Verdict nan = keys.contains(BigInteger.valueOf(NumberKeys.NAN)) ? Verdict.ALL : Verdict.NONE;
      values = isAllNan(statistics, known) ? nan : values.beside(nan);
    }
    return withNulls(statistics, known, values);
  }

  private static boolean isAllNan(FileStatistics statistics, ColumnStatistics known) {
    return known.nanCount().orElse(0) > 0
        && known.nullCount().isPresent()
        && known.nanCount().getAsLong() + known.nullCount().getAsLong() == statistics.rowCount();
  }

  private Verdict strings(FileStatistics statistics, FilterColumn column, KeySet<ByteString> keys) {
    ColumnStatistics known = statistics.columns().get(column.text());
    if (known == null) {
      return Verdict.SOME;
    }
    Verdict values = Verdict.SOME;
    Bounds bounds = known.bounds();
    if (bounds != null && leaf(column, known) != null) {
      ByteString min = new ByteString(bounds.min());
      ByteString max = new ByteString(bounds.max());
      values = min.compareTo(max) <= 0 ? keys.over(min, max) : Verdict.SOME;
    }
    return withNulls(statistics, known, values);
  }

  /// No test of a null is true.
  private static Verdict withNulls(
      FileStatistics statistics, ColumnStatistics known, Verdict values) {
    if (known.nullCount().isEmpty()) {
      return values.and(Verdict.SOME);
    }
    long nulls = known.nullCount().getAsLong();
    return nulls == statistics.rowCount()
        ? Verdict.NONE
        : nulls == 0 ? values : values.and(Verdict.SOME);
  }

  /// The leaf of a column, where the statistics are of its type.
  private @Nullable ParquetLeaf leaf(FilterColumn column, ColumnStatistics known) {
    ParquetLeaf leaf = leaves.get(column.text());
    return leaf != null && ColumnStatistics.type(leaf).equals(known.type()) ? leaf : null;
  }
}
