package dev.frazil.engine.scan;

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
