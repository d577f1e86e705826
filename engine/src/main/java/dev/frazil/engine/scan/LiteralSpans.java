package dev.frazil.engine.scan;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.Float16;
import dev.frazil.engine.arrow.TemporalText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;

/// What literals mean for a column: the keys of the values that equal them, none where no value
/// does.
final class LiteralSpans {
  private static final BigInteger MILLIS_PER_DAY = BigInteger.valueOf(86_400_000);
  private static final int NANO_DIGITS = 9;

  /// A number of more digits before the point is beyond every type, one of more zeros behind it
  /// closer to 0 than any other value.
  private static final int MOST_DIGITS = 400;

  private final FilterColumn column;

  LiteralSpans(FilterColumn column) {
    this.column = column;
  }

  /// The keys of a literal for a column of numbers, see [NumberKeys].
  ///
  /// @throws SchemaException if the literal does not fit the type
  Span<BigInteger> numbers(Literal literal) {
    ArrowType type = column.type();
    if (type instanceof ArrowType.Bool || column.field().bool8()) {
      return point(BigInteger.valueOf(truth(literal) ? 1 : 0));
    }
    return switch (type) {
      case ArrowType.FloatingPoint(int bits) -> floating(literal, bits);
      case ArrowType.Int _ -> exact(number(literal));
      case ArrowType.Decimal(int _, int _, int scale) ->
          exact(number(literal).scaleByPowerOfTen(scale));
      case ArrowType.Date(boolean millis) -> date(literal, millis);
      case ArrowType.Time(TimeUnit unit) -> exact(inUnits(time(literal), unit));
      case ArrowType.Timestamp timestamp ->
          exact(inUnits(TimestampText.seconds(column, timestamp, literal), timestamp.unit()));
      case ArrowType.Duration(TimeUnit unit) -> exact(inUnits(duration(literal), unit));
      default -> throw unfit("no comparison", literal);
    };
  }

  /// The keys of a literal for a column of strings or bytes.
  ///
  /// @throws SchemaException if the literal does not fit the type
  Span<ByteString> strings(Literal literal) {
    ByteString key = bytes(literal);
    return new Span<>(key, key.next());
  }

  /// The keys of the strings that start with a literal.
  ///
  /// @throws SchemaException if the literal does not fit the type
  Span<ByteString> prefix(Literal literal) {
    if (column.field().uuid()) {
      throw unfit("a column of strings or bytes", literal);
    }
    byte[] prefix = bytes(literal).toArray();
    int last = prefix.length - 1;
    while (last >= 0 && prefix[last] == -1) {
      last--;
    }
    ByteString from = new ByteString(prefix);
    if (last < 0) {
      return new Span<>(from, null);
    }
    byte[] behind = Arrays.copyOf(prefix, last + 1);
    behind[last]++;
    return new Span<>(from, new ByteString(behind));
  }

  private ByteString bytes(Literal literal) {
    return switch (column.type()) {
      case ArrowType.Utf8 _, ArrowType.Utf8View _ -> {
        if (!(literal instanceof Literal.Text(String text))) {
          throw unfit("a text", literal);
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
          throw unfit("a text without half a surrogate pair", literal);
        }
        yield new ByteString(text.getBytes(StandardCharsets.UTF_8));
      }
      default -> {
        if (literal instanceof Literal.Text(String text) && column.field().uuid()) {
          yield uuid(text, literal);
        }
        if (!(literal instanceof Literal.Bytes bytes)) {
          throw unfit(column.field().uuid() ? "a UUID" : "bytes (x'…')", literal);
        }
        yield new ByteString(bytes.value());
      }
    };
  }

  private ByteString uuid(String text, Literal literal) {
    try {
      UUID uuid = UUID.fromString(text);
      if (uuid.toString().equals(text.toLowerCase(Locale.ROOT))) {
        return new ByteString(
            ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array());
      }
    } catch (IllegalArgumentException _) {
      // The same as one of too few digits.
    }
    throw unfit("a UUID of 8-4-4-4-12 hexadecimal digits", literal);
  }

  private boolean truth(Literal literal) {
    if (literal instanceof Literal.Truth(boolean value)) {
      return value;
    }
    throw unfit("true or false", literal);
  }

  private BigDecimal number(Literal literal) {
    if (literal instanceof Literal.Numeric(BigDecimal value)) {
      return clamped(value);
    }
    throw unfit("a number", literal);
  }

  /// A number whose digits can be written out: one beyond every type, or closer to 0 than every
  /// other one, for those that are.
  private static BigDecimal clamped(BigDecimal number) {
    long digits = (long) number.precision() - number.scale();
    if (number.signum() == 0) {
      return BigDecimal.ZERO;
    }
    return Math.abs(digits) <= MOST_DIGITS
        ? number
        : BigDecimal.valueOf(number.signum())
            .scaleByPowerOfTen(digits > 0 ? MOST_DIGITS : -MOST_DIGITS);
  }

  private static Span<BigInteger> point(BigInteger key) {
    return new Span<>(key, key.add(BigInteger.ONE));
  }

  /// The key that equals a number of units, or the place between the keys below and above it.
  private Span<BigInteger> exact(BigDecimal units) {
    BigInteger floor = units.setScale(0, RoundingMode.FLOOR).unscaledValue();
    boolean whole = units.compareTo(new BigDecimal(floor)) == 0;
    BigInteger key = NumberKeys.biased(column.type(), floor);
    BigInteger next = key.add(BigInteger.ONE);
    return new Span<>(whole ? key : next, next);
  }

  private Span<BigInteger> floating(Literal literal, int bits) {
    if (literal instanceof Literal.Text(String text)) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "nan" -> floatingPoint(Double.NaN);
        case "inf", "+inf", "infinity", "+infinity" -> floatingPoint(Double.POSITIVE_INFINITY);
        case "-inf", "-infinity" -> floatingPoint(Double.NEGATIVE_INFINITY);
        default -> throw unfit("a number, 'nan', 'inf' or '-inf'", literal);
      };
    }
    double nearest = nearest(number(literal), bits);
    if (Double.isInfinite(nearest)) {
      long beyond = NumberKeys.orderedBits(nearest) + (nearest < 0 ? 1 : 0);
      return new Span<>(BigInteger.valueOf(beyond), BigInteger.valueOf(beyond));
    }
    return floatingPoint(nearest);
  }

  private static Span<BigInteger> floatingPoint(double value) {
    return point(BigInteger.valueOf(NumberKeys.orderedBits(value)));
  }

  private static double nearest(BigDecimal number, int bits) {
    return switch (bits) {
      case Short.SIZE -> Float16.nearest(number);
      case Float.SIZE -> number.floatValue();
      default -> number.doubleValue();
    };
  }

  private Span<BigInteger> date(Literal literal, boolean millis) {
    LocalDate date = TemporalText.date(text(literal));
    if (date == null) {
      throw unfit("a date such as '2026-11-30'", literal);
    }
    BigInteger days = BigInteger.valueOf(date.toEpochDay());
    return point(millis ? days.multiply(MILLIS_PER_DAY) : days);
  }

  private BigDecimal time(Literal literal) {
    LocalTime time = TemporalText.time(text(literal));
    if (time == null) {
      throw unfit("a time such as '12:30:00.5'", literal);
    }
    return BigDecimal.valueOf(time.toNanoOfDay(), NANO_DIGITS);
  }

  private BigDecimal duration(Literal literal) {
    try {
      Duration duration = Duration.parse(text(literal));
      return BigDecimal.valueOf(duration.getSeconds())
          .add(BigDecimal.valueOf(duration.getNano(), NANO_DIGITS));
    } catch (DateTimeException _) {
      throw unfit("a duration such as 'PT1H30M'", literal);
    }
  }

  private static BigDecimal inUnits(BigDecimal seconds, TimeUnit unit) {
    return seconds.scaleByPowerOfTen(unit.digits());
  }

  /// The text of a literal, or one that is no date and no time.
  private static String text(Literal literal) {
    return literal instanceof Literal.Text(String text) ? text : "";
  }

  private SchemaException unfit(String expected, Literal literal) {
    return unfit(column, expected, literal);
  }

  /// The error that a literal does not fit its column.
  static SchemaException unfit(FilterColumn column, String expected, Literal literal) {
    return new SchemaException(
        "filter: %s: expected %s for the type %s, got %s"
            .formatted(
                column.text(), expected, column.field().uuid() ? "uuid" : column.type(), literal));
  }
}
