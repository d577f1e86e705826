package dev.frazil.engine.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Bitmaps: a bit a slot, least significant first, 1 for a value.
final class Validity {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private Validity() {}

  /// Bytes that hold the first `bits` bits.
  static long byteSize(long bits) {
    return (bits >>> 3) + ((bits & 7) == 0 ? 0 : 1);
  }

  /// The bit of slot `at`.
  static boolean bit(MemorySegment bits, long at) {
    return (bits.get(ValueLayout.JAVA_BYTE, at >>> 3) >>> (at & 7) & 1) != 0;
  }

  /// The clear bits from bit `offset` to bit `offset + length`.
  static int countNulls(MemorySegment bits, long offset, int length) {
    long at = offset;
    long end = offset + length;
    int set = 0;
    while (at < end && (at & 7) != 0) {
      set += bit(bits, at++) ? 1 : 0;
    }
    long first = at >>> 3;
    int words = (int) ((end - at) >>> 6);
    for (int i = 0; i < words; i++) {
      set += Long.bitCount(bits.get(WORD, first + ((long) i << 3)));
    }
    at += (long) words << 6;
    while (at < end) {
      set += bit(bits, at++) ? 1 : 0;
    }
    return length - set;
  }
}
