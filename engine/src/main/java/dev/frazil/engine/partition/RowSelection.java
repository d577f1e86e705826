package dev.frazil.engine.partition;

import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/// The rows of a batch that belong to one partition, in the order of the batch. Valid until the
/// next batch is routed.
public final class RowSelection {
  private final @Nullable StructLike partition;
  private final int[] rows;
  private final int from;
  private final int rowCount;

  /// @param rows an array shared by the selections of a batch
  /// @param from where this selection's rows start in it
  RowSelection(@Nullable StructLike partition, int[] rows, int from, int rowCount) {
    this.partition = partition;
    this.rows = rows;
    this.from = from;
    this.rowCount = rowCount;
  }

  /// The partition tuple, in the types and the order of the spec.
  ///
  /// @return the values of the partition fields, or null when the table is not partitioned
  public @Nullable StructLike partition() {
    return partition;
  }

  /// Rows of the selection.
  ///
  /// @return a count, 1 or more
  public int rowCount() {
    return rowCount;
  }

  /// One row of the selection.
  ///
  /// @param index 0 to `rowCount() - 1`
  /// @return its number in the batch; rises with the index
  public int row(int index) {
    return rows[from + index];
  }

  /// Whether the rows are neighbours in the batch.
  boolean contiguous() {
    return row(rowCount - 1) - row(0) == rowCount - 1;
  }
}
