package dev.frazil.engine.align;

import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// The conversions between types without children that polars' strict `cast` knows, and no others:
/// a bool is no decimal, a string no bool, a timestamp no duration.
///
/// Numbers become integers by dropping their fraction, decimals by rounding half to even, as they
/// do among each other. Dates, times, timestamps and durations are their counts where numbers meet
/// them. Timestamps go to coarser units by rounding down, durations and times towards zero; one
/// without a zone is UTC. What polars does not have, such as seconds or time32, goes the same way.
final class ValueConversions {
  static final long SECONDS_PER_DAY = 86_400;

  private static final long MILLIS_PER_DAY = SECONDS_PER_DAY * 1000;
  private static final ArrowType.Int LONG = new ArrowType.Int(Long.SIZE, true);

  private ValueConversions() {}

  /// The conversion from one type to another, or null if there is none.
  static @Nullable ValueConversion between(ArrowType from, ArrowType to) {
    return switch (to) {
      case ArrowType.Bool _ -> toBool(from);
      case ArrowType.Int integer -> toInt(from, integer);
      case ArrowType.FloatingPoint(int bits) -> toFloatingPoint(from, bits);
      case ArrowType.Decimal decimal -> toDecimal(from, decimal);
      case ArrowType.Utf8 _, ArrowType.Utf8View _ -> toText(from);
      case ArrowType.Binary _, ArrowType.BinaryView _ -> toBytes(from);
      case ArrowType.Date(boolean millis) -> toDate(from, millis);
      case ArrowType.Time(TimeUnit unit) -> toTime(from, unit);
      case ArrowType.Timestamp timestamp -> toTimestamp(from, timestamp);
      case ArrowType.Duration(TimeUnit unit) -> toDuration(from, unit);
      case ArrowType.Null _,
          ArrowType.FixedSizeBinary _,
          ArrowType.Interval _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          null;
    };
  }

  private static boolean isWhole(ArrowType type) {
    return type instanceof ArrowType.Int;
  }

  private static boolean isCount(ArrowType type) {
    return type instanceof ArrowType.Date
        || type instanceof ArrowType.Time
        || type instanceof ArrowType.Timestamp
        || type instanceof ArrowType.Duration;
  }

  private static boolean isText(ArrowType type) {
    return type instanceof ArrowType.Utf8 || type instanceof ArrowType.Utf8View;
  }

  private static boolean isBytes(ArrowType type) {
    return type instanceof ArrowType.Binary
        || type instanceof ArrowType.BinaryView
        || type instanceof ArrowType.FixedSizeBinary;
  }

  private static @Nullable ValueConversion toBool(ArrowType from) {
    if (isWhole(from)) {
      return value -> big(value).signum() != 0;
    }
    if (from instanceof ArrowType.FloatingPoint) {
      return value -> (Double) value != 0;
    }
    return from instanceof ArrowType.Decimal ? value -> ((BigDecimal) value).signum() != 0 : null;
  }

  private static @Nullable ValueConversion toInt(ArrowType from, ArrowType.Int to) {
    int valueBits = to.signed() ? to.bitWidth() - 1 : to.bitWidth();
    if (from instanceof ArrowType.Bool) {
      return value -> (Boolean) value ? 1L : 0L;
    }
    if (isWhole(from) || isCount(from)) {
      return value -> ranged(big(value), to, valueBits);
    }
    if (from instanceof ArrowType.FloatingPoint) {
      return value -> {
        double number = (Double) value;
        return Double.isFinite(number)
            ? ranged(new BigDecimal(number).toBigInteger(), to, valueBits)
            : null;
      };
    }
    if (from instanceof ArrowType.Decimal) {
      return value -> ranged(rounded((BigDecimal) value, 0), to, valueBits);
    }
    return isText(from)
        ? value -> ranged(NumberText.integer((String) value, to.signed()), to, valueBits)
        : null;
  }

  /// The number as its type holds it, which is a `Long` unless it is a uint64 beyond one.
  private static @Nullable Object ranged(
      @Nullable BigInteger number, ArrowType.Int to, int valueBits) {
    if (number == null || number.bitLength() > valueBits || (!to.signed() && number.signum() < 0)) {
      return null;
    }
    return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
  }

  private static @Nullable ValueConversion toFloatingPoint(ArrowType from, int bits) {
    if (from instanceof ArrowType.Bool) {
      return value -> (Boolean) value ? 1.0 : 0.0;
    }
    if (isWhole(from) || isCount(from)) {
      return value -> narrowed(big(value), bits);
    }
    if (from instanceof ArrowType.FloatingPoint) {
      return value -> narrowed((Double) value, bits);
    }
    if (from instanceof ArrowType.Decimal) {
      return value -> narrowed((BigDecimal) value, bits);
    }
    return isText(from)
        ? value -> NumberText.floatingPoint((String) value, bits < Double.SIZE)
        : null;
  }

  private static Double narrowed(Number value, int bits) {
    double number = bits == Double.SIZE ? value.doubleValue() : value.floatValue();
    return bits == Short.SIZE
        ? (double) Float.float16ToFloat(Float.floatToFloat16((float) number))
        : number;
  }

  private static @Nullable ValueConversion toDecimal(ArrowType from, ArrowType.Decimal to) {
    BigInteger bound = BigInteger.TEN.pow(to.precision());
    int scale = to.scale();
    if (isWhole(from)) {
      return value -> bounded(new BigDecimal(big(value)), scale, bound);
    }
    if (from instanceof ArrowType.FloatingPoint) {
      double factor = Double.parseDouble("1e" + scale);
      return value -> {
        double scaled = Math.rint((Double) value * factor);
        return Double.isFinite(scaled)
            ? bounded(new BigDecimal(scaled).scaleByPowerOfTen(-scale), scale, bound)
            : null;
      };
    }
    if (from instanceof ArrowType.Decimal) {
      return value -> bounded((BigDecimal) value, scale, bound);
    }
    return isText(from)
        ? value -> {
          BigDecimal number = NumberText.decimal((String) value);
          return number == null ? null : bounded(number, scale, bound);
        }
        : null;
  }

  private static @Nullable BigDecimal bounded(BigDecimal number, int scale, BigInteger bound) {
    BigInteger unscaled = rounded(number, scale);
    return unscaled.abs().compareTo(bound) < 0 ? new BigDecimal(unscaled, scale) : null;
  }

  private static BigInteger rounded(BigDecimal number, int scale) {
    return number.setScale(scale, RoundingMode.HALF_EVEN).unscaledValue();
  }

  private static @Nullable ValueConversion toText(ArrowType from) {
    return switch (from) {
      case ArrowType.Bool _, ArrowType.Int _ -> Object::toString;
      case ArrowType.FloatingPoint(int bits) ->
          value -> {
            double number = (Double) value;
            return bits == Double.SIZE ? NumberText.text(number) : NumberText.text((float) number);
          };
      case ArrowType.Decimal _ -> value -> ((BigDecimal) value).toPlainString();
      case ArrowType.Utf8 _, ArrowType.Utf8View _ -> value -> value;
      case ArrowType.Binary _, ArrowType.BinaryView _, ArrowType.FixedSizeBinary _ ->
          value -> decoded((byte[]) value);
      case ArrowType.Date(boolean millis) ->
          value ->
              TimeText.date(millis ? Math.floorDiv(count(value), MILLIS_PER_DAY) : count(value));
      case ArrowType.Time(TimeUnit unit) ->
          value -> TimeText.time(Math.floorDiv(count(value), perSecond(unit)));
      case ArrowType.Timestamp(TimeUnit unit, String zone) -> timestampText(unit, zone);
      case ArrowType.Null _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          null;
    };
  }

  private static @Nullable ValueConversion timestampText(TimeUnit unit, @Nullable String zone) {
    ZoneId id;
    try {
      id = zone == null ? null : ZoneId.of(zone);
    } catch (DateTimeException e) {
      return null;
    }
    int digits = Long.toString(perSecond(unit)).length() - 1;
    return value -> {
      long seconds = Math.floorDiv(count(value), perSecond(unit));
      long rest = Math.floorMod(count(value), perSecond(unit));
      int nanos = (int) (rest * (TimeText.NANOS_PER_SECOND / perSecond(unit)));
      return TimeText.moment(new TimeText.Moment(seconds, nanos), digits, id);
    };
  }

  private static @Nullable String decoded(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static @Nullable ValueConversion toBytes(ArrowType from) {
    if (isBytes(from)) {
      return value -> value;
    }
    boolean known =
        isText(from)
            || from instanceof ArrowType.Bool
            || isWhole(from)
            || from instanceof ArrowType.FloatingPoint;
    ValueConversion text = known ? toText(from) : null;
    return text == null
        ? null
        : value -> {
          Object written = text.apply(value);
          return written == null ? null : ((String) written).getBytes(StandardCharsets.UTF_8);
        };
  }

  private static @Nullable ValueConversion toDate(ArrowType from, boolean millis) {
    ValueConversion days = toDays(from);
    if (days == null || isCount(from) || isText(from)) {
      return days == null ? null : value -> dated((Long) days.apply(value), millis);
    }
    return millis ? toInt(from, LONG) : days;
  }

  private static @Nullable Long dated(@Nullable Long days, boolean millis) {
    if (days == null || days != days.intValue()) {
      return null;
    }
    return millis ? days * MILLIS_PER_DAY : days;
  }

  private static @Nullable ValueConversion toDays(ArrowType from) {
    return switch (from) {
      case ArrowType.Date(boolean millis) ->
          value -> millis ? Math.floorDiv(count(value), MILLIS_PER_DAY) : count(value);
      case ArrowType.Timestamp(TimeUnit unit, _) ->
          value -> Math.floorDiv(count(value), SECONDS_PER_DAY * perSecond(unit));
      case ArrowType.Utf8 _, ArrowType.Utf8View _ -> value -> TimeText.date((String) value);
      case ArrowType.Bool _, ArrowType.Int _, ArrowType.FloatingPoint _ ->
          toInt(from, new ArrowType.Int(Integer.SIZE, true));
      case ArrowType.Null _,
          ArrowType.Binary _,
          ArrowType.BinaryView _,
          ArrowType.FixedSizeBinary _,
          ArrowType.Time _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Decimal _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          null;
    };
  }

  private static boolean isPlainNumber(ArrowType type) {
    return type instanceof ArrowType.Bool
        || isWhole(type)
        || type instanceof ArrowType.FloatingPoint;
  }

  private static @Nullable ValueConversion toTime(ArrowType from, TimeUnit unit) {
    long day = SECONDS_PER_DAY * perSecond(unit);
    ValueConversion count =
        switch (from) {
          case ArrowType.Time(TimeUnit other) -> rescaled(other, unit, false);
          case ArrowType.Timestamp(TimeUnit other, _) -> {
            ValueConversion scale = rescaled(other, unit, false);
            long otherDay = SECONDS_PER_DAY * perSecond(other);
            yield value -> scale.apply(Math.floorMod(count(value), otherDay));
          }
          default -> isPlainNumber(from) || isText(from) ? toInt(from, LONG) : null;
        };
    return count == null
        ? null
        : value -> {
          Object converted = count.apply(value);
          return converted instanceof Long time && time >= 0 && time < day ? time : null;
        };
  }

  private static @Nullable ValueConversion toTimestamp(ArrowType from, ArrowType.Timestamp to) {
    TimeUnit unit = to.unit();
    return switch (from) {
      case ArrowType.Date(boolean millis) ->
          millis
              ? rescaled(TimeUnit.MILLISECOND, unit, true)
              : value -> product(count(value), SECONDS_PER_DAY * perSecond(unit));
      case ArrowType.Timestamp(TimeUnit other, _) -> rescaled(other, unit, true);
      case ArrowType.Utf8 _, ArrowType.Utf8View _ ->
          value ->
              counted(
                  to.zone() == null
                      ? TimeText.wallClock((String) value)
                      : TimeText.instant((String) value),
                  unit);
      default -> isPlainNumber(from) ? toInt(from, LONG) : null;
    };
  }

  private static @Nullable Long counted(TimeText.@Nullable Moment moment, TimeUnit unit) {
    Long seconds = moment == null ? null : product(moment.seconds(), perSecond(unit));
    long finer =
        moment == null ? 0 : moment.nanos() / (TimeText.NANOS_PER_SECOND / perSecond(unit));
    // seconds alone may be below the range that their fraction brings them back into
    return seconds == null || seconds > Long.MAX_VALUE - finer ? null : (Long) (seconds + finer);
  }

  private static @Nullable ValueConversion toDuration(ArrowType from, TimeUnit unit) {
    return switch (from) {
      case ArrowType.Time(TimeUnit other) -> rescaled(other, unit, false);
      case ArrowType.Duration(TimeUnit other) -> rescaled(other, unit, false);
      default -> isPlainNumber(from) || isText(from) ? toInt(from, LONG) : null;
    };
  }

  /// Counts of one unit in another.
  ///
  /// @param down whether coarser ones are rounded down, not towards zero
  private static ValueConversion rescaled(TimeUnit from, TimeUnit to, boolean down) {
    long factor = Math.max(1, perSecond(to) / perSecond(from));
    long divisor = Math.max(1, perSecond(from) / perSecond(to));
    return value -> {
      long count = count(value);
      if (divisor > 1) {
        return down ? Math.floorDiv(count, divisor) : count / divisor;
      }
      return product(count, factor);
    };
  }

  private static @Nullable Long product(long count, long factor) {
    long high = Math.multiplyHigh(count, factor);
    long low = count * factor;
    return high == low >> 63 ? low : null;
  }

  private static long count(Object value) {
    return (Long) value;
  }

  private static BigInteger big(Object value) {
    return value instanceof BigInteger number ? number : BigInteger.valueOf((Long) value);
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> TimeText.NANOS_PER_SECOND;
    };
  }
}
