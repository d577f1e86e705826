package dev.frazil.fuzz;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Statistics of one column, computed from the values themselves by the plainest code.
///
/// @param values slots
/// @param nulls null slots
/// @param nans values that are NaN
/// @param distinct different values that are not null
/// @param min the smallest value that is not NaN, whole, a zero widened to -0.0 unless the order is
///   total; the smallest NaN where the order is total and there is nothing else; null when there is
///   none
/// @param max the largest one, a zero widened to +0.0
/// @param everyOrder whether min and max are the same by every order that readers use: UUIDs are
///   ordered by their bytes, and Iceberg's reader compares them as `java.util.UUID`
record ExpectedStatistics(
    long values,
    long nulls,
    long nans,
    long distinct,
    @Nullable Object min,
    @Nullable Object max,
    boolean everyOrder) {

  static ExpectedStatistics of(ExpectedLeaf leaf) {
    ParquetColumn column = leaf.column();
    List<@Nullable Object> values = leaf.values();
    List<Object> present =
        values.stream().filter(Objects::nonNull).map(Object.class::cast).toList();
    List<Object> numbers = present.stream().filter(value -> !column.isNan(value)).toList();
    List<Object> ordered = column.totalOrder() && numbers.isEmpty() ? present : numbers;
    Object min = null;
    Object max = null;
    if (column.ordered() && !ordered.isEmpty()) {
      min = column.widened(Collections.min(ordered, column.order()), false);
      max = column.widened(Collections.max(ordered, column.order()), true);
    }
    Object lower = min;
    Object upper = max;
    boolean everyOrder =
        !column.uuid()
            || lower == null
            || upper == null
            || ordered.stream()
                .map(ExpectedStatistics::uuid)
                .allMatch(v -> uuid(lower).compareTo(v) <= 0 && uuid(upper).compareTo(v) >= 0);
    return new ExpectedStatistics(
        values.size(),
        values.size() - present.size(),
        present.size() - numbers.size(),
        present.stream().map(value -> ByteBuffer.wrap(column.plain(value))).distinct().count(),
        min,
        max,
        everyOrder);
  }

  /// Whether bounds of a chunk are written: not where readers would take them for others.
  boolean bounded(ParquetColumn column) {
    return everyOrder && numbered(column);
  }

  /// Whether bounds of a page are written: not in the presence of a NaN unless the order is total,
  /// for readers that would pass it over.
  boolean numbered(ParquetColumn column) {
    return min != null && max != null && (nans == 0 || column.totalOrder());
  }

  /// The UUID of 16 big-endian bytes.
  static UUID uuid(Object value) {
    ByteBuffer bytes = ByteBuffer.wrap((byte[]) value);
    return new UUID(bytes.getLong(0), bytes.getLong(8));
  }
}
