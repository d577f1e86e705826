package dev.frazil.engine.arrow;

import java.math.BigDecimal;

/// A value of an Arrow interval of any unit: counts that do not follow from each other, each of
/// either sign. Immutable.
///
/// @param months months
/// @param days days
/// @param nanos nanoseconds
public record CalendarInterval(int months, int days, long nanos) {

  /// The interval as ISO 8601 has durations, with signs: such as `P14M-3DT1.5S`, or `P0D` for an
  /// empty one. Months, days and seconds stand as they are, without years or hours.
  ///
  /// @return the text
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("P");
    if (months != 0) {
      text.append(months).append('M');
    }
    if (days != 0) {
      text.append(days).append('D');
    }
    if (nanos != 0) {
      BigDecimal seconds = BigDecimal.valueOf(nanos, 9).stripTrailingZeros();
      text.append('T').append(seconds.toPlainString()).append('S');
    }
    return text.length() == 1 ? "P0D" : text.toString();
  }
}
