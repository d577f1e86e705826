package dev.frazil.engine.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The column index of a column chunk, of any writer's file: counts and bounds of each data page
/// (PageIndex.md). Its lists are as long as they stand in the file, which may be too long or too
/// short.
///
/// @param nullPages whether a page has no value
/// @param minValues lower bounds in PLAIN layout without a length
/// @param maxValues upper bounds in PLAIN layout without a length
/// @param boundaryOrder how the bounds of consecutive pages compare
/// @param nullCounts slots without a value, or null when not stated
/// @param nanCounts values that are NaN, or null when not stated
/// @param repetitionLevels how often each level occurs, page by page, or null when not stated
/// @param definitionLevels how often each level occurs, page by page, or null when not stated
public record ColumnIndex(
    List<Boolean> nullPages,
    List<ByteBuffer> minValues,
    List<ByteBuffer> maxValues,
    BoundaryOrder boundaryOrder,
    @Nullable List<Long> nullCounts,
    @Nullable List<Long> nanCounts,
    @Nullable List<Long> repetitionLevels,
    @Nullable List<Long> definitionLevels) {

  /// How the bounds of consecutive pages with values compare.
  public enum BoundaryOrder {
    /// In no order.
    UNORDERED,
    /// Neither bound ever falls.
    ASCENDING,
    /// Neither bound ever rises.
    DESCENDING
  }

  /// Reads a column index.
  ///
  /// @param source the file; stays open
  /// @param extent where the footer says that it is
  /// @return what it says
  /// @throws IOException if there is no column index of that length
  public static ColumnIndex read(ByteSource source, FileMetadata.Extent extent) throws IOException {
    org.apache.parquet.format.ColumnIndex index = new org.apache.parquet.format.ColumnIndex();
    byte[] bytes = ThriftReader.bytes(source, extent.offset(), extent.length().orElse(0));
    ThriftReader.requireWhole(bytes, ThriftReader.read(bytes, index));
    org.apache.parquet.format.BoundaryOrder order = index.getBoundary_order();
    if (order == null) {
      throw new IOException("expected a boundary order, got none");
    }
    return new ColumnIndex(
        ThriftReader.orEmpty(index.getNull_pages()),
        ThriftReader.orEmpty(index.getMin_values()),
        ThriftReader.orEmpty(index.getMax_values()),
        BoundaryOrder.valueOf(order.name()),
        index.getNull_counts(),
        index.getNan_counts(),
        index.getRepetition_level_histograms(),
        index.getDefinition_level_histograms());
  }
}
