package dev.frazil.engine.align;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Dates and times as polars reads them from strings and writes them into strings when it casts.
final class TimeText {
  /// The years that polars can name.
  private static final int FIRST_YEAR = -262_143;

  private static final int LAST_YEAR = 262_142;

  private static final String YMD = "\\s*([+-][0-9]{1,6}|[0-9]{1,4})-([0-9]{1,2})-([0-9]{1,2})";
  private static final String FRACTION = "(?:\\.([0-9]*))?";
  private static final Pattern DATE = Pattern.compile(YMD + "\\s*");
  private static final Pattern WALL_CLOCK =
      Pattern.compile(
          YMD
              + "T([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2})"
              + FRACTION
              + ")?\\s*(?:[Zz]|[+\u2212-][0-9][0-9:]*)?\\s*");
  private static final Pattern INSTANT =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})"
              + "(?:\\.([0-9]+))?\\s*([+\u2212-])([0-9]{2}):?([0-9]{2})");

  private static final int NANO_DIGITS = 9;
  private static final int SECONDS_PER_MINUTE = 60;
  private static final int SECONDS_PER_HOUR = 3600;

  private TimeText() {}

  /// A moment in seconds since the epoch and nanoseconds of that second.
  record Moment(long seconds, int nanos) {}

  /// The days since the epoch of a date such as `2020-01-02` or `2020-1-2`.
  static @Nullable Long date(String text) {
    Matcher matcher = DATE.matcher(text);
    LocalDate date = matcher.matches() ? ymd(matcher) : null;
    return date == null ? null : date.toEpochDay();
  }

  /// The moment at which a clock shows a text such as `2020-01-02T03:04:05.678`, whose seconds may
  /// be missing. What it says about an offset is not looked at.
  static @Nullable Moment wallClock(String text) {
    Matcher matcher = WALL_CLOCK.matcher(text);
    return matcher.matches() ? moment(matcher) : null;
  }

  /// The moment of a text such as `2020-01-02T03:04:05.678+02:00`, which must have an offset.
  static @Nullable Moment instant(String text) {
    Matcher matcher = INSTANT.matcher(text);
    Moment local = matcher.matches() ? moment(matcher) : null;
    if (local == null) {
      return null;
    }
    int hours = Integer.parseInt(matcher.group(9));
    int minutes = Integer.parseInt(matcher.group(10));
    if (hours > 23 || minutes > 59) {
      return null;
    }
    int offset = hours * SECONDS_PER_HOUR + minutes * SECONDS_PER_MINUTE;
    boolean east = "+".equals(matcher.group(8));
    return new Moment(local.seconds() + (east ? -offset : offset), local.nanos());
  }

  private static @Nullable Moment moment(Matcher matcher) {
    LocalDate date = ymd(matcher);
    int hour = Integer.parseInt(matcher.group(4));
    int minute = Integer.parseInt(matcher.group(5));
    int second = matcher.group(6) == null ? 0 : Integer.parseInt(matcher.group(6));
    // a leap second is the first one of the next minute
    if (date == null || hour > 23 || minute > 59 || second > SECONDS_PER_MINUTE) {
      return null;
    }
    long ofDay = hour * (long) SECONDS_PER_HOUR + minute * (long) SECONDS_PER_MINUTE + second;
    return new Moment(
        date.toEpochDay() * TimeConversions.SECONDS_PER_DAY + ofDay, nanos(matcher.group(7)));
  }

  private static int nanos(@Nullable String fraction) {
    if (fraction == null) {
      return 0;
    }
    String digits = fraction.length() > NANO_DIGITS ? fraction.substring(0, NANO_DIGITS) : fraction;
    return Integer.parseInt(digits + "0".repeat(NANO_DIGITS - digits.length()));
  }

  private static @Nullable LocalDate ymd(Matcher matcher) {
    int year = Integer.parseInt(matcher.group(1));
    if (year < FIRST_YEAR || year > LAST_YEAR) {
      return null;
    }
    try {
      return LocalDate.of(
          year, Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)));
    } catch (DateTimeException e) {
      return null;
    }
  }

  /// A date such as `2020-01-02`.
  static @Nullable String date(long days) {
    LocalDate date;
    try {
      date = LocalDate.ofEpochDay(days);
    } catch (DateTimeException e) {
      return null;
    }
    return isNamed(date) ? date.toString() : null;
  }

  /// A time of day to the second, as polars writes it whatever its fraction.
  static String time(long secondOfDay) {
    return LocalTime.ofSecondOfDay(secondOfDay).format(DateTimeFormatter.ISO_LOCAL_TIME);
  }

  /// A moment such as `2020-01-02 03:04:05.678`, with the offset behind it where there is a zone.
  ///
  /// @param digits digits of the fraction
  static @Nullable String moment(Moment moment, int digits, @Nullable ZoneId zone) {
    ZoneOffset offset = ZoneOffset.UTC;
    LocalDateTime local;
    try {
      local = LocalDateTime.ofEpochSecond(moment.seconds(), moment.nanos(), offset);
      if (zone != null) {
        offset = zone.getRules().getOffset(local.toInstant(ZoneOffset.UTC));
        local = local.plusSeconds(offset.getTotalSeconds());
      }
    } catch (DateTimeException e) {
      return null;
    }
    if (!isNamed(local.toLocalDate())) {
      return null;
    }
    StringBuilder text = new StringBuilder(local.toLocalDate().toString()).append(' ');
    text.append(time(local.toLocalTime().toSecondOfDay()));
    if (digits > 0) {
      String nanos = String.format(Locale.ROOT, "%09d", local.getLong(ChronoField.NANO_OF_SECOND));
      text.append('.').append(nanos, 0, digits);
    }
    return zone == null ? text.toString() : text.append(offset(offset)).toString();
  }

  private static String offset(ZoneOffset offset) {
    int seconds = Math.abs(offset.getTotalSeconds());
    return String.format(
        Locale.ROOT,
        "%s%02d:%02d",
        offset.getTotalSeconds() < 0 ? "-" : "+",
        seconds / SECONDS_PER_HOUR,
        seconds % SECONDS_PER_HOUR / SECONDS_PER_MINUTE);
  }

  private static boolean isNamed(LocalDate date) {
    return date.getYear() >= FIRST_YEAR && date.getYear() <= LAST_YEAR;
  }
}
