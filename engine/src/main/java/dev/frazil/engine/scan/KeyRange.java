package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.math.BigInteger;
import java.util.List;

/// The numbers of so many bits in two's complement, to which a set of keys is cut down: cuts
/// outside are not met by any value.
///
/// @param min the smallest number
/// @param max the largest one
record KeyRange(BigInteger min, BigInteger max) {
  static KeyRange of(int bits) {
    BigInteger half = BigInteger.ONE.shiftLeft(bits - 1);
    return new KeyRange(half.negate(), half.subtract(BigInteger.ONE));
  }

  /// The keys of the values of a type, and perhaps of none between them.
  static KeyRange of(ArrowField field) {
    if (field.type() instanceof ArrowType.Bool || field.bool8()) {
      return new KeyRange(BigInteger.ZERO, BigInteger.ONE);
    }
    return switch (field.type()) {
      case ArrowType.Int(int bits, boolean signed) when !signed && bits < Long.SIZE ->
          new KeyRange(BigInteger.ZERO, BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
      case ArrowType.FloatingPoint _ ->
          new KeyRange(
              BigInteger.valueOf(NumberKeys.orderedBits(Double.NEGATIVE_INFINITY)),
              BigInteger.valueOf(NumberKeys.NAN));
      default -> of((int) field.type().slotBits());
    };
  }

  /// The cuts above the smallest number, up to the largest one.
  List<BigInteger> cuts(KeySet<BigInteger> set) {
    return set.cuts().stream()
        .filter(cut -> cut.compareTo(min) > 0 && cut.compareTo(max) <= 0)
        .toList();
  }

  /// Whether the numbers below those cuts are in the set.
  boolean low(KeySet<BigInteger> set) {
    return set.contains(min);
  }
}
