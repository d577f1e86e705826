package dev.frazil.engine.file;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A column by which the rows of every row group are sorted (parquet.thrift, `SortingColumn`).
///
/// Numbers, dates and times are compared by value, strings and bytes byte by byte, false before
/// true. Floating-point numbers follow the order of their values with `-0.0` before `0.0` and every
/// NaN behind the rest.
///
/// @param path names from below the root to a column that is not inside a list or a map
/// @param descending whether larger values come first
/// @param nullsFirst whether nulls come before all values, in either direction
public record SortingColumn(List<String> path, boolean descending, boolean nullsFirst) {
  /// Copies the path.
  public SortingColumn {
    path = List.copyOf(path);
  }

  static void requireDistinct(List<SortingColumn> columns) {
    Set<List<String>> paths = new HashSet<>();
    for (SortingColumn column : columns) {
      if (!paths.add(column.path)) {
        throw new IllegalArgumentException(
            "sorting columns: %s: expected it once, got it twice"
                .formatted(ColumnPath.format(column.path)));
      }
    }
  }
}
