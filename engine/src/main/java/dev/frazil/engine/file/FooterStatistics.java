package dev.frazil.engine.file;

import dev.frazil.encoders.BoundTruncation;
import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.LeafStatistics;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.encoders.memory.CompactWriter;
import java.util.Objects;

/// The statistics of a column chunk as the footer holds them (parquet.thrift, `Statistics`): the
/// null count always, the NaN count for every floating-point type, the count of different values
/// where it is known, and either both bounds or none. The deprecated `min` and `max` stay unset.
final class FooterStatistics {
  /// Bytes of a bound that the footer keeps.
  static final int BOUND_BYTES = 64;

  private FooterStatistics() {}

  /// Writes the fields of the structure, which has begun, and ends it.
  static void write(CompactWriter writer, LeafStatistics statistics) {
    writer.i64(3, statistics.nullCount());
    if (statistics.distinctCount().isPresent()) {
      writer.i64(4, statistics.distinctCount().getAsLong());
    }
    Bounds bounds = statistics.bounds();
    if (bounds != null && !hidesNan(statistics) && everyReaderAgrees(statistics)) {
      bounds(writer, statistics.order(), bounds);
    }
    if (statistics.order().floating()) {
      writer.i64(9, statistics.nanCount());
    }
    writer.end();
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

  private static void bounds(CompactWriter writer, ValueOrder order, Bounds bounds) {
    byte[] min = bounds.min();
    byte[] max = bounds.max();
    byte[] lower = BoundTruncation.lower(order, min, BOUND_BYTES);
    byte[] upper = BoundTruncation.upper(order, max, BOUND_BYTES);
    if (upper != null) {
      writer.binary(5, upper);
      writer.binary(6, lower);
      writer.bool(7, max.length <= BOUND_BYTES);
      writer.bool(8, lower.length == min.length);
    }
  }
}
