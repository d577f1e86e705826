package dev.frazil.engine.align;

import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.FloatText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The conversions between types without children that polars' strict `cast` knows, and no others:
/// a bool is no decimal, a string no bool, a timestamp no duration.
///
/// Numbers become integers by dropping their fraction, decimals by rounding half to even, as they
/// do among each other. Dates, times, timestamps and durations are their counts where numbers meet
/// them. Timestamps go to coarser units by rounding down, durations and times towards zero; one
/// without a zone is UTC. What polars does not have, such as seconds or time32, goes the same way.
final class ValueConversions {
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
      case ArrowType.Date(boolean millis) -> TimeConversions.toDate(from, millis);
      case ArrowType.Time(TimeUnit unit) -> TimeConversions.toTime(from, unit);
      case ArrowType.Timestamp timestamp -> TimeConversions.toTimestamp(from, timestamp);
      case ArrowType.Duration(TimeUnit unit) -> TimeConversions.toDuration(from, unit);
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

  static boolean isText(ArrowType type) {
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

  static @Nullable ValueConversion toInt(ArrowType from, ArrowType.Int to) {
    int valueBits = to.signed() ? to.bitWidth() - 1 : to.bitWidth();
    if (from instanceof ArrowType.Bool) {
      return value -> (Boolean) value ? 1L : 0L;
    }
    if (isWhole(from) || TimeConversions.isCount(from)) {
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
    if (isWhole(from) || TimeConversions.isCount(from)) {
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
            return bits == Double.SIZE ? FloatText.of(number) : FloatText.of((float) number);
          };
      case ArrowType.Decimal _ -> value -> ((BigDecimal) value).toPlainString();
      case ArrowType.Utf8 _, ArrowType.Utf8View _ -> value -> value;
      case ArrowType.Binary _, ArrowType.BinaryView _, ArrowType.FixedSizeBinary _ ->
          value -> decoded((byte[]) value);
      case ArrowType.Date _, ArrowType.Time _, ArrowType.Timestamp _ ->
          TimeConversions.toText(from);
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

  private static BigInteger big(Object value) {
    return value instanceof BigInteger number ? number : BigInteger.valueOf((Long) value);
  }
}
