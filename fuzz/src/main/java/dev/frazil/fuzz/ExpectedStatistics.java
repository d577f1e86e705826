package dev.frazil.fuzz;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Statistics of one column, computed from the values themselves by the plainest code.
///
/// @param values slots
/// @param nulls null slots
/// @param nans values that are NaN
/// @param min the smallest value that is not NaN, whole, a zero widened to -0.0; null when there is
///   none
/// @param max the largest one, a zero widened to +0.0
record ExpectedStatistics(
    long values, long nulls, long nans, @Nullable Object min, @Nullable Object max) {

  static ExpectedStatistics of(ParquetColumn column, List<@Nullable Object> values) {
    List<Object> present =
        values.stream().filter(Objects::nonNull).map(Object.class::cast).toList();
    List<Object> ordered = present.stream().filter(value -> !column.isNan(value)).toList();
    return new ExpectedStatistics(
        values.size(),
        values.size() - present.size(),
        present.size() - ordered.size(),
        ordered.stream().min(column.order()).map(v -> column.widened(v, false)).orElse(null),
        ordered.stream().max(column.order()).map(v -> column.widened(v, true)).orElse(null));
  }
}
