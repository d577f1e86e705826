package dev.frazil.engine.scan;

import dev.frazil.engine.file.CreatedBy;
import dev.hardwood.metadata.ColumnOrder;
import dev.hardwood.metadata.FileMetaData;
import dev.hardwood.schema.ColumnSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the bounds of a file's pages are good for, which its writer decides. Hardwood believes each
/// page index, but polars marks pages that have a NaN as pages of nothing but nulls, and counts the
/// nulls of the chunk in every page of it.
///
/// @param nullPages whether only pages of nulls are marked as such, and their nulls counted rightly
/// @param orders the order of each leaf's bounds where a chunk with a NaN has none; else empty
record BoundsTrust(boolean nullPages, List<ColumnOrder> orders) {
  /// Writers whose page indexes were looked at.
  private static final List<String> SOUND =
      List.of(
          CreatedBy.PREFIX, "parquet-mr version ", "parquet-cpp", "parquet-rs version ", "DuckDB ");

  static BoundsTrust of(FileMetaData footer) {
    String writer = footer.createdBy() == null ? "" : footer.createdBy();
    @Nullable List<ColumnOrder> orders = footer.columnOrders();
    return new BoundsTrust(
        SOUND.stream().anyMatch(writer::startsWith),
        writer.startsWith(CreatedBy.PREFIX) && orders != null ? orders : List.of());
  }

  /// Whether bounds of a floating-point column are those of all its values, NaN included.
  boolean holdsNan(ColumnSchema leaf) {
    return leaf.columnIndex() < orders.size()
        && orders.get(leaf.columnIndex()) == ColumnOrder.TYPE_DEFINED_ORDER;
  }
}
