package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowType;
import dev.hardwood.metadata.FieldPath;
import dev.hardwood.metadata.FileMetaData;
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
/// bits), of columns that the file stores otherwise than the scan reads them, of columns that
/// hardwood does not find by their path, of values that the file's writer may have left out of its
/// bounds, see [BoundsTrust], and of more alternatives than hardwood has frames for on a stack.
///
/// @param filter the filter
record RowGroupFilter(BoundFilter filter) implements Pushdown {
  /// hardwood calls itself once for each alternative, however they are nested.
  private static final int MAX_ALTERNATIVES = 1_000;

  @Override
  public @Nullable FilterPredicate predicate(FileMetaData footer, FileSchema schema) {
    return new File(schema, BoundsTrust.of(footer)).predicate(filter);
  }

  /// The predicates of one file.
  private record File(FileSchema schema, BoundsTrust trust) {
    @Nullable FilterPredicate predicate(BoundFilter filter) {
      return switch (filter) {
        case BoundFilter.Constant _ -> null;
        case BoundFilter.Nullness(FilterColumn column, boolean isNull) -> nullness(column, isNull);
        case BoundFilter.Numbers(FilterColumn column, KeySet<BigInteger> keys) -> {
          ColumnSchema stored = stored(column);
          yield stored == null ? null : NumberPredicates.of(column, stored, keys, trust);
        }
        case BoundFilter.Strings(FilterColumn column, KeySet<ByteString> keys) -> {
          ColumnSchema stored = stored(column);
          yield stored == null ? null : StringPredicates.of(column, stored, keys);
        }
        case BoundFilter.All(List<BoundFilter> filters) -> {
          List<FilterPredicate> some =
              filters.stream().map(this::predicate).filter(Objects::nonNull).toList();
          yield some.isEmpty() ? null : and(some);
        }
        case BoundFilter.Any any when tests(any) > MAX_ALTERNATIVES -> null;
        case BoundFilter.Any(List<BoundFilter> filters) -> {
          List<FilterPredicate> each = new ArrayList<>();
          for (BoundFilter one : filters) {
            FilterPredicate predicate = predicate(one);
            if (predicate == null) {
              yield null;
            }
            each.add(predicate);
          }
          yield or(each);
        }
      };
    }

    /// How many tests of columns a filter has.
    private static long tests(BoundFilter filter) {
      return switch (filter) {
        case BoundFilter.Constant _ -> 0;
        case BoundFilter.Nullness _, BoundFilter.Numbers _, BoundFilter.Strings _ -> 1;
        case BoundFilter.All(List<BoundFilter> filters) ->
            filters.stream().mapToLong(File::tests).sum();
        case BoundFilter.Any(List<BoundFilter> filters) ->
            filters.stream().mapToLong(File::tests).sum();
      };
    }

    private @Nullable FilterPredicate nullness(FilterColumn column, boolean isNull) {
      boolean flat = column.path().size() == 1 && !column.type().nested();
      if (!flat || !trust.nullPages() || stored(column) == null) {
        return null;
      }
      String name = column.path().getFirst();
      return isNull ? FilterPredicate.isNull(name) : FilterPredicate.isNotNull(name);
    }

    /// The leaf of the file that hardwood finds by the path of a column, if it is that of the
    /// column: a path is cut at its dots, one without any is the first leaf of that name at any
    /// depth, and of two that read alike one is lost.
    private @Nullable ColumnSchema stored(FilterColumn column) {
      if (column.type() instanceof ArrowType.Null
          || column.path().stream().anyMatch(name -> name.indexOf('.') >= 0)) {
        return null;
      }
      FieldPath path = new FieldPath(column.path());
      String text = String.join(".", column.path());
      ColumnSchema found = null;
      for (ColumnSchema leaf : schema.getColumns()) {
        boolean same = String.join(".", leaf.fieldPath().elements()).equals(text);
        boolean named = column.path().size() == 1 && leaf.name().equals(text);
        if (found == null && (same || named)) {
          found = leaf;
        } else if (same) {
          return null;
        }
      }
      if (found == null || !found.fieldPath().equals(path)) {
        return null;
      }
      return found.maxRepetitionLevel() == 0 ? found : null;
    }
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
}
