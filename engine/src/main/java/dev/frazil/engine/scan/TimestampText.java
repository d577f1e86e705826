package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.TemporalText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
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
    if (literal instanceof Literal.Text(String text)) {
      BigDecimal seconds = seconds(text.toUpperCase(Locale.ROOT), zone);
      if (seconds != null) {
        return seconds;
      }
    }
    throw LiteralSpans.unfit(column, zone == null ? LOCAL : INSTANT, literal);
  }

  private static @Nullable BigDecimal seconds(String text, @Nullable String zone) {
    if (zone == null) {
      LocalDateTime local = TemporalText.dateTimeOrDate(text);
      return local == null ? null : seconds(local.toInstant(ZoneOffset.UTC));
    }
    Instant instant = TemporalText.instant(text);
    try {
      instant = instant == null ? TemporalText.instant(text, ZoneId.of(zone)) : instant;
    } catch (DateTimeException _) {
      // In a zone that this platform does not know only texts with an offset are points of time.
    }
    return instant == null ? null : seconds(instant);
  }

  private static BigDecimal seconds(Instant instant) {
    return BigDecimal.valueOf(instant.getEpochSecond())
        .add(BigDecimal.valueOf(instant.getNano(), NANO_DIGITS));
  }
}
