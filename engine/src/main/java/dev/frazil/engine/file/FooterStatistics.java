package dev.frazil.engine.file;

import dev.frazil.encoders.BoundTruncation;
import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafStatistics;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.schema.ParquetLeaf;
import java.util.Objects;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/// The statistics of a column chunk as the footer holds them (parquet.thrift, `Statistics`): the
/// null count always, the NaN count for every floating-point type, the count of different values
/// where it is known, and either both bounds or none. The deprecated `min` and `max` stay unset.
final class FooterStatistics {
  /// Bytes of a bound that the footer keeps.
  static final int BOUND_BYTES = 64;

  private FooterStatistics() {}

  static Statistics of(ParquetLeaf leaf, LeafStatistics leafStatistics) {
    Statistics statistics = new Statistics().setNull_count(leafStatistics.nullCount());
    if (floating(leaf.column())) {
      statistics.setNan_count(leafStatistics.nanCount());
    }
    leafStatistics.distinctCount().ifPresent(statistics::setDistinct_count);
    Bounds bounds = leafStatistics.bounds();
    if (bounds != null && !hidesNan(leafStatistics) && everyReaderAgrees(leafStatistics)) {
      setBounds(statistics, leaf, bounds);
    }
    return statistics;
  }

  /// Whether values can be NaN.
  static boolean floating(LeafColumn column) {
    return column.order() == ValueOrder.FLOATING_POINT
        || column.order() == ValueOrder.IEEE_754_TOTAL_ORDER;
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
    byte[] lower = truncates(leaf.column()) ? lower(leaf, min) : min;
    byte[] upper = truncates(leaf.column()) ? upper(leaf, max) : max;
    if (upper != null) {
      statistics
          .setMin_value(lower)
          .setMax_value(upper)
          .setIs_min_value_exact(lower.length == min.length)
          .setIs_max_value_exact(max.length <= BOUND_BYTES);
    }
  }

  /// Numbers in bytes, decimals above all, are not cut: a prefix of them is another number.
  private static boolean truncates(LeafColumn column) {
    return column.order() == ValueOrder.LEXICOGRAPHIC || column.order() == ValueOrder.UTF8;
  }

  private static byte[] lower(ParquetLeaf leaf, byte[] min) {
    return BoundTruncation.lower(min, cut(leaf, min));
  }

  /// The shortened maximum, or null when nothing that short is above it.
  private static byte @Nullable [] upper(ParquetLeaf leaf, byte[] max) {
    int cut = cut(leaf, max);
    if (!text(leaf)) {
      return BoundTruncation.upper(max, cut);
    }
    byte[] bound = BoundTruncation.upperUtf8(max, cut);
    // The code point behind may be a byte longer, and the bound with it.
    while (bound != null && bound.length > BOUND_BYTES) {
      cut = BoundTruncation.utf8Boundary(max, cut - 1);
      bound = BoundTruncation.upperUtf8(max, cut);
    }
    return bound;
  }

  private static int cut(ParquetLeaf leaf, byte[] bound) {
    return text(leaf) && bound.length > BOUND_BYTES
        ? BoundTruncation.utf8Boundary(bound, BOUND_BYTES)
        : BOUND_BYTES;
  }

  private static boolean text(ParquetLeaf leaf) {
    return leaf.column().order() == ValueOrder.UTF8;
  }
}
