package dev.frazil.engine.arrow;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/// Dates and times in text (ISO 8601): `2026-11-30`, years beyond four digits with a sign;
/// `23:59:59.123456789`, where seconds and their fraction may be missing; both joined by `T` or a
/// space; and offsets such as `Z`, `+01`, `+0100`, `+01:00` or `+01:00:30`. Anything else is null.
public final class TemporalText {
  private static final int NANO_DIGITS = 9;
  private static final int MOST_YEAR_DIGITS = 9;

  private final CharSequence text;
  private int at;

  private TemporalText(CharSequence text) {
    this.text = text;
  }

  /// A date.
  ///
  /// @param text any text
  /// @return the date that it spells, or null for none
  public static @Nullable LocalDate date(CharSequence text) {
    return parse(text, TemporalText::date);
  }

  /// A time of day.
  ///
  /// @param text any text
  /// @return the time that it spells, or null for none
  public static @Nullable LocalTime time(CharSequence text) {
    return parse(text, TemporalText::time);
  }

  /// A date and a time without an offset.
  ///
  /// @param text any text
  /// @return the date and time that it spells, or null for none
  public static @Nullable LocalDateTime dateTime(CharSequence text) {
    return parse(text, TemporalText::dateTime);
  }

  /// A date and a time with their offset.
  ///
  /// @param text any text
  /// @return the instant that it spells, or null for none
  public static @Nullable Instant instant(CharSequence text) {
    return parse(text, scan -> scan.dateTime().toInstant(scan.offset()));
  }

  /// A date and a time without an offset, or a date alone for its first moment.
  ///
  /// @param text any text
  /// @return the date and time, or null for none
  public static @Nullable LocalDateTime dateTimeOrDate(CharSequence text) {
    LocalDate date = date(text);
    return date == null ? dateTime(text) : date.atStartOfDay();
  }

  /// A date and a time with or without their offset, or a date alone for its first moment.
  ///
  /// @param text any text
  /// @param zone where the date and time are those of the clock, unless the text has an offset
  /// @return the instant, or null for none
  public static @Nullable Instant instant(CharSequence text, ZoneId zone) {
    LocalDateTime local = dateTimeOrDate(text);
    return local == null ? instant(text) : local.atZone(zone).toInstant();
  }

  /// What a text holds from its start to its end.
  private interface Form<T> {
    T read(TemporalText scan);
  }

  private static <T> @Nullable T parse(CharSequence text, Form<T> form) {
    TemporalText scan = new TemporalText(text);
    try {
      T value = form.read(scan);
      return scan.at == text.length() ? value : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private LocalDate date() {
    boolean signed = is('+') || is('-');
    boolean negative = is('-');
    at += signed ? 1 : 0;
    int start = at;
    while (at < text.length() && digit() >= 0) {
      at++;
    }
    int digits = at - start;
    require(signed ? digits >= 4 && digits <= MOST_YEAR_DIGITS : digits == 4);
    at = start;
    int year = number(digits);
    skip('-');
    int month = number(2);
    skip('-');
    return LocalDate.of(negative ? -year : year, month, number(2));
  }

  private LocalTime time() {
    int hour = number(2);
    skip(':');
    int minute = number(2);
    int second = 0;
    int nano = 0;
    if (is(':')) {
      skip(':');
      second = number(2);
      nano = is('.') ? fraction() : 0;
    }
    return LocalTime.of(hour, minute, second, nano);
  }

  private int fraction() {
    skip('.');
    int start = at;
    while (at < text.length() && digit() >= 0) {
      at++;
    }
    int digits = at - start;
    require(digits >= 1 && digits <= NANO_DIGITS);
    at = start;
    int nano = number(digits);
    for (int i = digits; i < NANO_DIGITS; i++) {
      nano *= 10;
    }
    return nano;
  }

  private LocalDateTime dateTime() {
    LocalDate date = date();
    skip(is(' ') ? ' ' : 'T');
    return LocalDateTime.of(date, time());
  }

  private ZoneOffset offset() {
    if (is('Z')) {
      skip('Z');
      return ZoneOffset.UTC;
    }
    boolean negative = is('-');
    skip(negative ? '-' : '+');
    int hours = number(2);
    int minutes = 0;
    int seconds = 0;
    if (at < text.length()) {
      at += is(':') ? 1 : 0;
      minutes = number(2);
    }
    if (is(':')) {
      skip(':');
      seconds = number(2);
    }
    return negative
        ? ZoneOffset.ofHoursMinutesSeconds(-hours, -minutes, -seconds)
        : ZoneOffset.ofHoursMinutesSeconds(hours, minutes, seconds);
  }

  private boolean is(char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  private void skip(char c) {
    require(is(c));
    at++;
  }

  private int number(int digits) {
    int number = 0;
    for (int i = 0; i < digits; i++) {
      require(at < text.length() && digit() >= 0);
      number = 10 * number + digit();
      at++;
    }
    return number;
  }

  /// The digit here, or -1.
  private int digit() {
    char c = text.charAt(at);
    return c >= '0' && c <= '9' ? c - '0' : -1;
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new DateTimeException("expected a date or time");
    }
  }
}
