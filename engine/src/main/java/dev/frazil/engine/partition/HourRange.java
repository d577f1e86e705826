package dev.frazil.engine.partition;

import dev.frazil.engine.WriteException;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/// The timestamps whose hour is a number of 32 bits. Of others Iceberg's transform keeps the low 32
/// bits, which are another hour.
final class HourRange {
  private static final long MICROS_PER_HOUR = 3_600_000_000L;

  private HourRange() {}

  /// Whether a transform has a value for part of its sources only. Nanoseconds have hours of 32
  /// bits throughout.
  static boolean limits(Type source, Transform<?, ?> transform) {
    return source instanceof Types.TimestampType && transform.toString().equals("hour");
  }

  /// Refuses a row whose hour is out of range.
  ///
  /// @param what what the hour is for
  /// @param number what the message calls the row
  static void require(String what, SourceValues source, int row, int number) {
    if (source.value(row) instanceof Long micros) {
      long hour = Math.floorDiv(micros, MICROS_PER_HOUR);
      if (hour != (int) hour) {
        throw new WriteException(
            "%s: %s: expected an hour of 32 bits, got %d from the timestamp %d in row %d"
                .formatted(what, source.name(), hour, micros, number));
      }
    }
  }
}
