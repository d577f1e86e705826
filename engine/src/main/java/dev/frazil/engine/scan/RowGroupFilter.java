package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowType;
import dev.hardwood.metadata.FieldPath;
import dev.hardwood.reader.FilterPredicate;
import dev.hardwood.schema.ColumnSchema;
import dev.hardwood.schema.FileSchema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The part of a filter that hardwood evaluates as it is meant here, or more loosely: it is true of
/// at least the rows that are kept, which the filter itself then tells apart.
///
/// Left out are tests of types that hardwood orders in another way (unsigned ones of 32 and 64
/// bits, and those that NaN passes, which bounds leave out), of columns that the file stores
/// otherwise than the scan reads them, and of columns that hardwood does not find by their path.
///
/// @param filter the filter
record RowGroupFilter(BoundFilter filter) implements Pushdown {
  @Override
  public @Nullable FilterPredicate predicate(FileSchema file) {
    return predicate(filter, file);
  }

  private static @Nullable FilterPredicate predicate(BoundFilter filter, FileSchema file) {
    return switch (filter) {
      case BoundFilter.Constant _ -> null;
      case BoundFilter.Nullness(FilterColumn column, boolean isNull) ->
          nullness(column, isNull, file);
      case BoundFilter.Numbers(FilterColumn column, KeySet<BigInteger> keys) -> {
        ColumnSchema stored = stored(column, file);
        yield stored == null ? null : NumberPredicates.of(column, stored, keys);
      }
      case BoundFilter.Strings(FilterColumn column, KeySet<ByteString> keys) -> {
        ColumnSchema stored = stored(column, file);
        yield stored == null ? null : StringPredicates.of(column, stored, keys);
      }
      case BoundFilter.All(List<BoundFilter> filters) -> {
        List<FilterPredicate> some =
            filters.stream().map(f -> predicate(f, file)).filter(Objects::nonNull).toList();
        yield some.isEmpty() ? null : and(some);
      }
      case BoundFilter.Any(List<BoundFilter> filters) -> {
        List<FilterPredicate> each = new ArrayList<>();
        for (BoundFilter one : filters) {
          FilterPredicate predicate = predicate(one, file);
          if (predicate == null) {
            yield null;
          }
          each.add(predicate);
        }
        yield or(each);
      }
    };
  }

  static FilterPredicate and(List<FilterPredicate> predicates) {
    return predicates.size() == 1
        ? predicates.getFirst()
        : FilterPredicate.and(predicates.toArray(FilterPredicate[]::new));
  }

  static FilterPredicate or(List<FilterPredicate> predicates) {
    return predicates.size() == 1
        ? predicates.getFirst()
        : FilterPredicate.or(predicates.toArray(FilterPredicate[]::new));
  }

  private static @Nullable FilterPredicate nullness(
      FilterColumn column, boolean isNull, FileSchema file) {
    boolean flat = column.path().size() == 1 && !column.type().nested();
    if (!flat || stored(column, file) == null) {
      return null;
    }
    String name = column.path().getFirst();
    return isNull ? FilterPredicate.isNull(name) : FilterPredicate.isNotNull(name);
  }

  /// The leaf of a file that hardwood finds by the path of a column, if it is that of the column: a
  /// path is cut at its dots, and one without any is the first leaf of that name at any depth.
  private static @Nullable ColumnSchema stored(FilterColumn column, FileSchema file) {
    if (column.type() instanceof ArrowType.Null
        || column.path().stream().anyMatch(name -> name.indexOf('.') >= 0)) {
      return null;
    }
    FieldPath path = new FieldPath(column.path());
    ColumnSchema found = null;
    for (ColumnSchema leaf : file.getColumns()) {
      boolean named =
          column.path().size() == 1
              ? leaf.name().equals(column.path().getFirst())
              : leaf.fieldPath().equals(path);
      if (named) {
        found = leaf;
        break;
      }
    }
    return found != null && found.fieldPath().equals(path) && found.maxRepetitionLevel() == 0
        ? found
        : null;
  }
}
