package dev.frazil.engine.arrow;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A value of an Arrow interval of any unit: counts that do not follow from each other, each of
/// either sign. Immutable.
///
/// @param months months
/// @param days days
/// @param nanos nanoseconds
public record CalendarInterval(int months, int days, long nanos) {
  private static final Pattern TEXT =
      Pattern.compile(
          "P(?:(-?[0-9]{1,10})M)?(?:(-?[0-9]{1,10})D)?(?:T(-?[0-9]{1,10}(?:\\.[0-9]{1,9})?)S)?");

  /// The interval that a text spells in the way of [#toString()].
  ///
  /// @param text any text
  /// @return the interval, or null if the text spells none, or one with too large numbers
  public static @Nullable CalendarInterval parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches() || text.length() == 1) {
      return null;
    }
    try {
      return new CalendarInterval(
          new BigDecimal(orZero(matcher.group(1))).intValueExact(),
          new BigDecimal(orZero(matcher.group(2))).intValueExact(),
          new BigDecimal(orZero(matcher.group(3))).movePointRight(9).longValueExact());
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static String orZero(@Nullable String digits) {
    return digits == null ? "0" : digits;
  }

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
