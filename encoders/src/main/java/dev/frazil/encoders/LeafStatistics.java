package dev.frazil.encoders;

import dev.frazil.encoders.internal.stats.BoundsOrder;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What the encoders counted and compared in a leaf column: one immutable record that the file
/// footer and the table metrics both read. Bounds are whole values, never truncated.
///
/// @param valueCount slots, nulls included
/// @param nullCount slots without a value: nulls, and lists without elements
/// @param nanCount values that are NaN; 0 for types that have none
/// @param distinctCount different values that are not null, where a dictionary knows them exactly
/// @param order the order of the bounds
/// @param bounds smallest and largest value, or null when there is none; NaN is a bound only by
///   [ValueOrder#IEEE_754_TOTAL_ORDER] and only where every value is one
/// @param signedUuidBounds for [ValueOrder#UUID] the bounds by the signed order of
///   `java.util.UUID`, else null
/// @param sizes level histograms and unencoded bytes
/// @param geospatial for [ValueOrder#GEOSPATIAL] where the geometries lie, else null
public record LeafStatistics(
    long valueCount,
    long nullCount,
    long nanCount,
    OptionalLong distinctCount,
    ValueOrder order,
    @Nullable Bounds bounds,
    @Nullable Bounds signedUuidBounds,
    SizeStatistics sizes,
    @Nullable GeospatialStatistics geospatial) {

  /// The statistics of both parts together. The distinct count is lost: parts may share values.
  ///
  /// @param other another part of the same column
  /// @return sums of the counts, and bounds that hold both
  public LeafStatistics merge(LeafStatistics other) {
    return new LeafStatistics(
        valueCount + other.valueCount,
        nullCount + other.nullCount,
        nanCount + other.nanCount,
        OptionalLong.empty(),
        order,
        BoundsOrder.merge(bounds, other.bounds, order),
        BoundsOrder.merge(signedUuidBounds, other.signedUuidBounds, BoundsOrder.SIGNED_UUID),
        sizes.merge(other.sizes),
        geospatial == null || other.geospatial == null ? null : geospatial.merge(other.geospatial));
  }
}
