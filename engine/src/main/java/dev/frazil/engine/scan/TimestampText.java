package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Points of time as text: ISO 8601 with a `T` or a space between date and time, or a date alone
/// for its first moment.
final class TimestampText {
  private static final String INSTANT =
      "a timestamp such as '2026-11-30T12:30:00Z', or without an offset in the zone of the column";
  private static final String LOCAL = "a timestamp without an offset such as '2026-11-30T12:30:00'";
  private static final int NANO_DIGITS = 9;

  private TimestampText() {}

  /// The seconds of a literal since the epoch.
  ///
  /// @throws dev.frazil.engine.SchemaException if it is no timestamp, or one with an offset for a
  ///   column without a zone
  static BigDecimal seconds(FilterColumn column, ArrowType.Timestamp type, Literal literal) {
    String zone = type.zone();
    try {
      if (literal instanceof Literal.Text(String text)) {
        return seconds(text.toUpperCase(Locale.ROOT).replace(' ', 'T'), zone);
      }
    } catch (DateTimeException _) {
      // The same as another kind of literal.
    }
    throw LiteralSpans.unfit(column, zone == null ? LOCAL : INSTANT, literal);
  }

  private static BigDecimal seconds(String text, @Nullable String zone) {
    int time = text.indexOf('T');
    boolean offset = time > 0 && (text.endsWith("Z") || hasSign(text, time));
    if (offset) {
      if (zone == null) {
        throw new DateTimeException("offset");
      }
      OffsetDateTime instant = OffsetDateTime.parse(text);
      return seconds(instant.toEpochSecond(), instant.getNano());
    }
    LocalDateTime local =
        time < 0 ? LocalDate.parse(text).atStartOfDay() : LocalDateTime.parse(text);
    long seconds =
        zone == null
            ? local.toEpochSecond(ZoneOffset.UTC)
            : local.atZone(ZoneId.of(zone)).getLong(ChronoField.INSTANT_SECONDS);
    return seconds(seconds, local.get(ChronoField.NANO_OF_SECOND));
  }

  private static boolean hasSign(String text, int from) {
    return text.indexOf('+', from) > 0 || text.indexOf('-', from) > 0;
  }

  private static BigDecimal seconds(long seconds, int nanos) {
    return BigDecimal.valueOf(seconds).add(BigDecimal.valueOf(nanos, NANO_DIGITS));
  }
}
