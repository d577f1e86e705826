package dev.frazil.fuzz;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Statistics of one column, computed from the values themselves by the plainest code.
///
/// @param values slots
/// @param nulls null slots
/// @param nans values that are NaN
/// @param min the smallest value that is not NaN, whole, a zero widened to -0.0; null when there is
///   none
/// @param max the largest one, a zero widened to +0.0
/// @param everyOrder whether min and max are the same by every order that readers use: UUIDs are
///   ordered by their bytes, and Iceberg's reader compares them as `java.util.UUID`
record ExpectedStatistics(
    long values,
    long nulls,
    long nans,
    @Nullable Object min,
    @Nullable Object max,
    boolean everyOrder) {

  static ExpectedStatistics of(ExpectedLeaf leaf) {
    ParquetColumn column = leaf.column();
    List<@Nullable Object> values = leaf.values();
    List<Object> present =
        values.stream().filter(Objects::nonNull).map(Object.class::cast).toList();
    List<Object> ordered = present.stream().filter(value -> !column.isNan(value)).toList();
    boolean bounded = column.ordered();
    Object min =
        !bounded
            ? null
            : ordered.stream().min(column.order()).map(v -> column.widened(v, false)).orElse(null);
    Object max =
        !bounded
            ? null
            : ordered.stream().max(column.order()).map(v -> column.widened(v, true)).orElse(null);
    boolean everyOrder =
        !column.uuid()
            || min == null
            || max == null
            || ordered.stream()
                .map(ExpectedStatistics::uuid)
                .allMatch(v -> uuid(min).compareTo(v) <= 0 && uuid(max).compareTo(v) >= 0);
    return new ExpectedStatistics(
        values.size(),
        values.size() - present.size(),
        present.size() - ordered.size(),
        min,
        max,
        everyOrder);
  }

  /// The UUID of 16 big-endian bytes.
  static UUID uuid(Object value) {
    ByteBuffer bytes = ByteBuffer.wrap((byte[]) value);
    return new UUID(bytes.getLong(0), bytes.getLong(8));
  }
}
