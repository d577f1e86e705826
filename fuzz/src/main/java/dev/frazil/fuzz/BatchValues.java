package dev.frazil.fuzz;

import java.util.List;

/// One record batch as plain Java values.
///
/// @param columns its columns, each of `rowCount` values
/// @param rowCount its rows
public record BatchValues(List<ColumnValues> columns, int rowCount) {
  /// Checks that all columns are as long as the batch.
  ///
  /// @throws IllegalArgumentException if one is not
  public BatchValues {
    columns = List.copyOf(columns);
    for (ColumnValues column : columns) {
      if (column.values().size() != rowCount) {
        throw new IllegalArgumentException(
            "batch: %s: expected %d values, got %d"
                .formatted(column.field().name(), rowCount, column.values().size()));
      }
    }
  }

  /// A batch of these columns.
  ///
  /// @param columns at least one
  /// @return the batch
  public static BatchValues of(ColumnValues... columns) {
    return new BatchValues(List.of(columns), columns[0].values().size());
  }
}
