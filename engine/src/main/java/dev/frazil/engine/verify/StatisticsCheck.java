package dev.frazil.engine.verify;

import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.LeafOrder;

/// Compares statistics, of a chunk or of a page, with the values.
///
/// @param findings where lies go
/// @param bounds how bounds are compared
/// @param known whether the order of `min_value` and `max_value` is known
record StatisticsCheck(Findings findings, BoundsCheck bounds, boolean known) {

  /// Checks statistics.
  ///
  /// @param statistics what is stated
  /// @param nulls slots without a value
  /// @param extremes the values
  void check(Lie.Place place, FileMetadata.Statistics statistics, long nulls, Extremes extremes) {
    if (statistics.nullCount().isPresent()) {
      findings.require(place, "null_count", nulls, statistics.nullCount().getAsLong());
    }
    LeafOrder order = bounds.order();
    if (statistics.nanCount().isPresent()) {
      long nans = order.floating() ? extremes.nanCount() : 0;
      findings.require(place, "nan_count", nans, statistics.nanCount().getAsLong());
    }
    FileMetadata.StatedBounds stated = statistics.stated();
    if (known && order.defined()) {
      bounds.min(place, "min_value", stated.min(), statistics.minExact(), extremes);
      bounds.max(place, "max_value", stated.max(), statistics.maxExact(), extremes);
    } else if (!known && (stated.min() != null || stated.max() != null)) {
      findings.unverified(place, "bounds without a known order");
    }
    if (order.signed()) {
      bounds.min(place, "min", statistics.deprecated().min(), false, extremes);
      bounds.max(place, "max", statistics.deprecated().max(), false, extremes);
    }
  }
}
