package dev.frazil.encoders;

import dev.frazil.encoders.internal.stats.BoundsOrder;
import org.jspecify.annotations.Nullable;

/// What the encoders counted and compared in a leaf column: one immutable record that the file
/// footer and the table metrics both read. Bounds are whole values, never truncated.
///
/// @param valueCount slots, nulls included
/// @param nullCount slots without a value
/// @param nanCount values that are NaN; 0 for types that have none
/// @param order the order of the bounds
/// @param bounds smallest and largest value that is not NaN, or null when there is none
/// @param signedUuidBounds for [ValueOrder#UUID] the bounds by the signed order of
///   `java.util.UUID`, else null
public record LeafStatistics(
    long valueCount,
    long nullCount,
    long nanCount,
    ValueOrder order,
    @Nullable Bounds bounds,
    @Nullable Bounds signedUuidBounds) {

  /// The statistics of both parts together.
  ///
  /// @param other another part of the same column
  /// @return sums of the counts, and bounds that hold both
  public LeafStatistics merge(LeafStatistics other) {
    return new LeafStatistics(
        valueCount + other.valueCount,
        nullCount + other.nullCount,
        nanCount + other.nanCount,
        order,
        BoundsOrder.merge(bounds, other.bounds, BoundsOrder.of(order)),
        BoundsOrder.merge(signedUuidBounds, other.signedUuidBounds, BoundsOrder.SIGNED_UUID));
  }
}
