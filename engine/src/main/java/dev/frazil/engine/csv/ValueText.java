package dev.frazil.engine.csv;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.FloatText;
import dev.frazil.engine.arrow.PlainLayout;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The text of the values of one field, as polars writes it where polars has one: each reads back
/// as the same value. Values are those of [dev.frazil.engine.arrow.SlotValues].
///
/// | type | text |
/// |---|---|
/// | bool | `true`, `false` |
/// | integers, decimals | digits; decimals with all digits of their scale |
/// | floating point | the fewest digits that read back equal; `inf`, `-inf`, `NaN` |
/// | utf8 | as it is |
/// | binary | two hexadecimal digits a byte; UUIDs with hyphens |
/// | date | `2026-11-30` |
/// | time, timestamp | `23:59:59.123`, `2026-11-30T23:59:59.123`: as many digits behind the point as the unit has |
/// | timestamp with a zone | the same at the zone's wall clock, and its offset: `+0100` |
/// | duration | `PT1.5S` (ISO 8601) |
/// | interval | `P14M3DT1.5S` |
///
/// Immutable and thread-safe.
public final class ValueText {
  private final DateTimeFormatter format;
  private final @Nullable ZoneId zone;

  private ValueText(DateTimeFormatter format, @Nullable ZoneId zone) {
    this.format = format;
    this.zone = zone;
  }

  /// The text of a field's values.
  ///
  /// @param field a field of a flat type, or of a dictionary or runs of one
  /// @return the text of its values
  /// @throws SchemaException naming a field of a nested type
  public static ValueText of(ArrowField field) {
    ArrowType type = PlainLayout.field(field).type();
    if (type.nested()) {
      throw nested(field);
    }
    return switch (type) {
      case ArrowType.Time(TimeUnit unit) -> new ValueText(format("HH:mm:ss", unit, ""), null);
      case ArrowType.Timestamp(TimeUnit unit, String zone) when zone == null ->
          new ValueText(format("uuuu-MM-dd'T'HH:mm:ss", unit, ""), null);
      case ArrowType.Timestamp(TimeUnit unit, String zone) ->
          new ValueText(format("uuuu-MM-dd'T'HH:mm:ss", unit, "xx"), zone(zone));
      default -> new ValueText(DateTimeFormatter.ISO_DATE, null);
    };
  }

  /// The refusal of a field of a nested type.
  static SchemaException nested(ArrowField field) {
    return new SchemaException(
        "CSV: %s: expected a type without children, got %s".formatted(field.name(), field.type()));
  }

  private static DateTimeFormatter format(String seconds, TimeUnit unit, String offset) {
    String fraction = unit == TimeUnit.SECOND ? "" : "." + "S".repeat(unit.digits());
    return DateTimeFormatter.ofPattern(seconds + fraction + offset, Locale.ROOT);
  }

  /// A zone that this platform does not know is shown in UTC, which is the same instant.
  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }

  /// The text of a value.
  ///
  /// @param value a value of the field, not null
  /// @return its text
  public String text(Object value) {
    return switch (value) {
      case Float number -> FloatText.of(number);
      case Double number -> FloatText.of(number);
      case BigDecimal number -> number.toPlainString();
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      case LocalTime time -> format.format(time);
      case LocalDateTime time -> format.format(time);
      case Instant instant -> zoned(instant);
      default -> value.toString();
    };
  }

  /// Offsets of the time before standard time have seconds, which the text has no room for, and the
  /// first and the last days of all have no date in some zones: they are shown in UTC.
  private String zoned(Instant instant) {
    ZonedDateTime utc = instant.atZone(ZoneOffset.UTC);
    try {
      ZonedDateTime time = utc.withZoneSameInstant(zone == null ? ZoneOffset.UTC : zone);
      return format.format(time.getOffset().getTotalSeconds() % 60 == 0 ? time : utc);
    } catch (DateTimeException e) {
      return format.format(utc);
    }
  }

  /// Whether a type has an empty text that differs from no value.
  static boolean hasEmptyText(ArrowType type) {
    return type.hasOffsets()
        || type instanceof ArrowType.Utf8View
        || type instanceof ArrowType.BinaryView;
  }
}
