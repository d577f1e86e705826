package dev.frazil.engine.csv;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.CalendarInterval;
import dev.frazil.engine.arrow.Float16;
import dev.frazil.engine.arrow.NumberSyntax;
import dev.frazil.engine.arrow.SlotValues;
import dev.frazil.engine.arrow.TemporalText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Adds the value that a text spells to a column. The text of each type is that of [ValueText];
/// numbers may have a plus sign, an exponent and blanks around them.
interface FieldParser {
  /// The longest text of a decimal, zeros and all, in characters. A longer one of a float16 is
  /// rounded to a float32 first.
  int LONGEST_DECIMAL = 1_000;

  /// Parses one field.
  ///
  /// @param text the field, not empty unless the column holds strings or byte strings
  /// @param column where the value goes
  /// @return false if the text spells no value of the type, or one that the type cannot hold
  ///   exactly; floating point numbers are rounded to the nearest, but not to infinity
  boolean append(FieldText text, ColumnBuilder column);

  /// The parser of a field's type.
  ///
  /// @throws dev.frazil.engine.SchemaException naming a field that has no text
  static FieldParser of(ArrowField field) {
    return switch (field.type()) {
      case ArrowType.Null() -> (_, _) -> false;
      case ArrowType.Bool() -> FieldParser::bool;
      case ArrowType.Int type ->
          field.bool8() ? FieldParser::bool8 : (text, column) -> integer(type, text, column);
      case ArrowType.FloatingPoint(int bits) -> (text, column) -> number(bits, text, column);
      case ArrowType.Decimal type -> (text, column) -> decimal(type, text, column);
      case ArrowType.Utf8 _, ArrowType.Utf8View() -> FieldParser::string;
      case ArrowType.Binary _, ArrowType.BinaryView() -> (text, column) -> hex(text, -1, column);
      case ArrowType.FixedSizeBinary(int width) ->
          field.uuid() ? FieldParser::uuid : (text, column) -> hex(text, width, column);
      case ArrowType.Date(boolean millis) -> (text, column) -> date(millis, text, column);
      case ArrowType.Time(TimeUnit unit) -> (text, column) -> time(unit, text, column);
      case ArrowType.Timestamp(TimeUnit unit, String zone) ->
          zone == null
              ? (text, column) -> dateTime(unit, text, column)
              : (text, column) -> instant(unit, text, column);
      case ArrowType.Duration(TimeUnit unit) -> (text, column) -> duration(unit, text, column);
      case ArrowType.Interval(IntervalUnit unit) -> (text, column) -> interval(unit, text, column);
      case ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw ValueText.nested(field);
    };
  }

  private static boolean string(FieldText text, ColumnBuilder column) {
    column.addBytes(text.toUtf8());
    return true;
  }

  private static boolean bool(FieldText text, ColumnBuilder column) {
    Boolean value = bool(text);
    if (value != null) {
      column.addBit(value);
    }
    return value != null;
  }

  private static boolean bool8(FieldText text, ColumnBuilder column) {
    Boolean value = bool(text);
    if (value != null) {
      column.addInteger(value ? 1 : 0);
    }
    return value != null;
  }

  /// The boolean that a text spells, in one of the three ways that polars reads, or null.
  static @Nullable Boolean bool(FieldText text) {
    if (text.is("true") || text.is("True") || text.is("TRUE")) {
      return true;
    }
    boolean no = text.is("false") || text.is("False") || text.is("FALSE");
    return no ? Boolean.FALSE : null;
  }

  private static boolean integer(ArrowType.Int type, FieldText text, ColumnBuilder column) {
    if (!NumberSyntax.isInteger(text.trim())) {
      return false;
    }
    try {
      long value =
          type.bitWidth() == Long.SIZE && !type.signed()
              ? Long.parseUnsignedLong(text, 0, text.length(), 10)
              : Long.parseLong(text, 0, text.length(), 10);
      int spare = Long.SIZE - type.bitWidth();
      boolean fits =
          type.signed() ? value << spare >> spare == value : value << spare >>> spare == value;
      if (fits) {
        column.addInteger(value);
      }
      return fits;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean number(int bits, FieldText text, ColumnBuilder column) {
    if (!NumberSyntax.isDecimal(text.trim())) {
      Double special = NumberSyntax.special(text);
      if (special != null) {
        column.addInteger(floatBits(bits, special));
      }
      return special != null;
    }
    String digits = text.toString();
    double value =
        switch (bits) {
          case Short.SIZE -> half(digits);
          case Float.SIZE -> Float.parseFloat(digits);
          default -> Double.parseDouble(digits);
        };
    boolean finite = Double.isFinite(value);
    if (finite) {
      column.addInteger(floatBits(bits, value));
    }
    return finite;
  }

  /// The nearest number of 16 bits. A float tells those that are far from all of them.
  private static float half(String digits) {
    float value = Float.parseFloat(digits);
    boolean near = value != 0 && Float.isFinite(value) && digits.length() <= LONGEST_DECIMAL;
    return near
        ? Float16.nearest(new BigDecimal(digits))
        : Float.float16ToFloat(Float.floatToFloat16(value));
  }

  /// The bits of a number of the width that it was rounded to, or of infinity or NaN.
  private static long floatBits(int bits, double value) {
    return switch (bits) {
      case Short.SIZE -> Float.floatToFloat16((float) value);
      case Float.SIZE -> Float.floatToIntBits((float) value);
      default -> Double.doubleToLongBits(value);
    };
  }

  private static boolean decimal(ArrowType.Decimal type, FieldText text, ColumnBuilder column) {
    BigInteger unscaled = unscaled(text.trim(), type);
    if (unscaled == null) {
      return false;
    }
    column.addBytes(SlotValues.littleEndian(unscaled, type.bitWidth() / Byte.SIZE));
    return true;
  }

  private static @Nullable BigInteger unscaled(FieldText text, ArrowType.Decimal type) {
    if (text.length() > LONGEST_DECIMAL || !NumberSyntax.isDecimal(text)) {
      return null;
    }
    try {
      // Without its last zeros, and with its digits counted, before an exponent is written out: it
      // may stand for a billion zeros.
      BigDecimal value = new BigDecimal(text.toString()).stripTrailingZeros();
      if (value.signum() == 0) {
        return BigInteger.ZERO;
      }
      long whole = (long) value.precision() - value.scale();
      boolean fits =
          value.scale() <= type.scale() && whole <= (long) type.precision() - type.scale();
      return fits ? value.setScale(type.scale()).unscaledValue() : null;
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  private static boolean hex(CharSequence text, int width, ColumnBuilder column) {
    boolean sized = width < 0 ? text.length() % 2 == 0 : text.length() == 2 * width;
    if (!sized) {
      return false;
    }
    try {
      column.addBytes(HexFormat.of().parseHex(text));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean uuid(FieldText text, ColumnBuilder column) {
    String digits = text.toString().replace("-", "");
    boolean hyphens =
        text.length() == 36
            && digits.length() == 32
            && text.charAt(8) == '-'
            && text.charAt(13) == '-'
            && text.charAt(18) == '-'
            && text.charAt(23) == '-';
    return hyphens && hex(digits, 16, column);
  }

  private static boolean date(boolean millis, FieldText text, ColumnBuilder column) {
    LocalDate date = TemporalText.date(text);
    if (date == null) {
      return false;
    }
    long days = date.toEpochDay();
    if (!millis && days != (int) days) {
      return false;
    }
    column.addInteger(millis ? days * 86_400_000L : days);
    return true;
  }

  private static boolean time(TimeUnit unit, FieldText text, ColumnBuilder column) {
    LocalTime time = TemporalText.time(text);
    return time != null && count(0, time.toNanoOfDay(), unit, column);
  }

  private static boolean dateTime(TimeUnit unit, FieldText text, ColumnBuilder column) {
    LocalDateTime time = TemporalText.dateTime(text);
    return time != null
        && count(
            time.toEpochSecond(ZoneOffset.UTC), time.get(ChronoField.NANO_OF_SECOND), unit, column);
  }

  private static boolean instant(TimeUnit unit, FieldText text, ColumnBuilder column) {
    Instant time = TemporalText.instant(text);
    return time != null && count(time.getEpochSecond(), time.getNano(), unit, column);
  }

  private static boolean duration(TimeUnit unit, FieldText text, ColumnBuilder column) {
    try {
      Duration duration = Duration.parse(text);
      return count(duration.getSeconds(), duration.getNano(), unit, column);
    } catch (DateTimeException e) {
      return false;
    }
  }

  /// Adds a count of units, if there are whole ones and 64 bits hold them.
  ///
  /// @param seconds whole seconds
  /// @param nanos nanoseconds on top, 0 or more
  private static boolean count(long seconds, long nanos, TimeUnit unit, ColumnBuilder column) {
    if (nanos % unit.nanos() != 0) {
      return false;
    }
    try {
      column.addInteger(unit.count(seconds, nanos));
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  private static boolean interval(IntervalUnit unit, FieldText text, ColumnBuilder column) {
    CalendarInterval interval = CalendarInterval.parse(text.toString());
    if (interval == null) {
      return false;
    }
    long nanos = interval.nanos();
    ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    boolean fits =
        switch (unit) {
          case YEAR_MONTH -> {
            bytes.putInt(interval.months());
            yield interval.days() == 0 && nanos == 0;
          }
          case DAY_TIME -> {
            bytes.putInt(interval.days()).putInt((int) (nanos / 1_000_000));
            yield interval.months() == 0 && nanos == (int) (nanos / 1_000_000) * 1_000_000L;
          }
          case MONTH_DAY_NANO -> {
            bytes.putInt(interval.months()).putInt(interval.days()).putLong(nanos);
            yield true;
          }
        };
    if (fits) {
      column.addBytes(bytes.array());
    }
    return fits;
  }
}
