package dev.frazil.engine.file;

import dev.frazil.encoders.BoundTruncation;
import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.LeafStatistics;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.schema.ParquetLeaf;
import java.util.Objects;
import org.apache.parquet.format.Statistics;

/// The statistics of a column chunk as the footer holds them (parquet.thrift, `Statistics`): the
/// null count always, the NaN count for every floating-point type, the count of different values
/// where it is known, and either both bounds or none. The deprecated `min` and `max` stay unset.
final class FooterStatistics {
  /// Bytes of a bound that the footer keeps.
  static final int BOUND_BYTES = 64;

  private FooterStatistics() {}

  static Statistics of(ParquetLeaf leaf, LeafStatistics leafStatistics) {
    Statistics statistics = new Statistics().setNull_count(leafStatistics.nullCount());
    if (leaf.column().order().floating()) {
      statistics.setNan_count(leafStatistics.nanCount());
    }
    leafStatistics.distinctCount().ifPresent(statistics::setDistinct_count);
    Bounds bounds = leafStatistics.bounds();
    if (bounds != null && !hidesNan(leafStatistics) && everyReaderAgrees(leafStatistics)) {
      setBounds(statistics, leaf, bounds);
    }
    return statistics;
  }

  /// Some engines order NaN above all numbers, and would prune by bounds that leave it out.
  static boolean hidesNan(LeafStatistics statistics) {
    return statistics.order() == ValueOrder.FLOATING_POINT && statistics.nanCount() > 0;
  }

  /// The order of UUIDs is unsigned, but Iceberg's reader compares them as `java.util.UUID` does,
  /// signed, and passes over row groups that have the value. Bounds that are the same by both
  /// orders are right for both.
  private static boolean everyReaderAgrees(LeafStatistics statistics) {
    return statistics.order() != ValueOrder.UUID
        || Objects.equals(statistics.bounds(), statistics.signedUuidBounds());
  }

  private static void setBounds(Statistics statistics, ParquetLeaf leaf, Bounds bounds) {
    byte[] min = bounds.min();
    byte[] max = bounds.max();
    byte[] lower = BoundTruncation.lower(leaf.column().order(), min, BOUND_BYTES);
    byte[] upper = BoundTruncation.upper(leaf.column().order(), max, BOUND_BYTES);
    if (upper != null) {
      statistics
          .setMin_value(lower)
          .setMax_value(upper)
          .setIs_min_value_exact(lower.length == min.length)
          .setIs_max_value_exact(max.length <= BOUND_BYTES);
    }
  }
}
