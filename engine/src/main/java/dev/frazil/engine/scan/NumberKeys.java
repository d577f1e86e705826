package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowType;
import java.math.BigInteger;

/// The numbers by which values of a type are compared: integers, decimals by their unscaled value,
/// dates, times, timestamps and durations in the unit of the type, booleans as 0 and 1.
///
/// Where a value has at most 64 bits the key fits a long: a uint64 is lowered by 2^63, and
/// floating-point numbers go by the bits of the double they equal, turned so that they rise with
/// the value; both zeros are one key, and every NaN is the one above infinity.
final class NumberKeys {
  /// The key of every NaN.
  static final long NAN = orderedBits(Double.NaN);

  private static final BigInteger UINT64_BIAS = BigInteger.ONE.shiftLeft(Long.SIZE - 1);

  private NumberKeys() {}

  /// The key of a floating-point number.
  static long orderedBits(double value) {
    // Adding +0 makes -0 a +0 and leaves the rest as it is.
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ (bits >> 63) >>> 1;
  }

  /// The number of a key of [#orderedBits].
  static double ofOrderedBits(long key) {
    return Double.longBitsToDouble(key ^ (key >> 63) >>> 1);
  }

  /// Whether a type's keys are those of [#orderedBits].
  static boolean floating(ArrowType type) {
    return type instanceof ArrowType.FloatingPoint;
  }

  /// The key of a number in the unit of the type.
  static BigInteger biased(ArrowType type, BigInteger units) {
    return isUint64(type) ? units.subtract(UINT64_BIAS) : units;
  }

  /// Whether a type is the one whose keys are lowered.
  static boolean isUint64(ArrowType type) {
    return type.equals(new ArrowType.Int(Long.SIZE, false));
  }
}
