package dev.frazil.engine.scan;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A filter bound to a schema: no negation is left, and each test names a column with the keys for
/// which it is true. A test of a null is unknown, and so is its negation; as nothing here negates,
/// unknown and false need not be told apart. Immutable.
sealed interface BoundFilter {
  /// True, or not true, of every row.
  record Constant(boolean value) implements BoundFilter {}

  /// True of the rows that have no value, or of those that have one.
  record Nullness(FilterColumn column, boolean isNull) implements BoundFilter {}

  /// True of values whose number is in a set, see [NumberKeys].
  record Numbers(FilterColumn column, KeySet<BigInteger> keys) implements BoundFilter {}

  /// True of values whose bytes are in a set.
  record Strings(FilterColumn column, KeySet<ByteString> keys) implements BoundFilter {}

  /// True where all of them are, which are two or more.
  record All(List<BoundFilter> filters) implements BoundFilter {}

  /// True where one of them is, which are two or more.
  record Any(List<BoundFilter> filters) implements BoundFilter {}

  /// Where all of some filters are true.
  static BoundFilter all(List<BoundFilter> filters) {
    return combined(filters, true);
  }

  /// Where one of some filters is true.
  static BoundFilter any(List<BoundFilter> filters) {
    return combined(filters, false);
  }

  private static BoundFilter combined(List<BoundFilter> filters, boolean all) {
    List<BoundFilter> open = new ArrayList<>(filters);
    open.removeIf(new Constant(all)::equals);
    if (open.contains(new Constant(!all))) {
      return new Constant(!all);
    }
    return switch (open.size()) {
      case 0 -> new Constant(all);
      case 1 -> open.getFirst();
      default -> all ? new All(List.copyOf(open)) : new Any(List.copyOf(open));
    };
  }

  /// Adds the top-level columns that are looked at.
  default void addColumns(Set<Integer> columns) {
    switch (this) {
      case Constant _ -> {
        // No column.
      }
      case Nullness(FilterColumn column, boolean _) -> columns.add(column.top());
      case Numbers(FilterColumn column, KeySet<BigInteger> _) -> columns.add(column.top());
      case Strings(FilterColumn column, KeySet<ByteString> _) -> columns.add(column.top());
      case All(List<BoundFilter> filters) -> filters.forEach(f -> f.addColumns(columns));
      case Any(List<BoundFilter> filters) -> filters.forEach(f -> f.addColumns(columns));
    }
  }

  /// The same filter over some of the columns.
  ///
  /// @param columns their numbers, those that are looked at among them
  default BoundFilter over(List<Integer> columns) {
    return switch (this) {
      case Constant _ -> this;
      case Nullness(FilterColumn column, boolean isNull) ->
          new Nullness(column.among(columns), isNull);
      case Numbers(FilterColumn column, KeySet<BigInteger> keys) ->
          new Numbers(column.among(columns), keys);
      case Strings(FilterColumn column, KeySet<ByteString> keys) ->
          new Strings(column.among(columns), keys);
      case All(List<BoundFilter> filters) ->
          new All(filters.stream().map(f -> f.over(columns)).toList());
      case Any(List<BoundFilter> filters) ->
          new Any(filters.stream().map(f -> f.over(columns)).toList());
    };
  }
}
