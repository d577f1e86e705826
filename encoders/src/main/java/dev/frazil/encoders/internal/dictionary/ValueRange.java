package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// The smallest and the largest of values that lie back to back: how a dictionary tells whether a
/// table of codes will do.
final class ValueRange {
  private long min;
  private long max;

  /// The range of the bits of four-byte values as signed numbers.
  void ofInts(MemorySegment values, long at, int count) {
    int low = Integer.MAX_VALUE;
    int high = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int value = values.get(INT, at + ((long) i << 2));
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    min = low;
    max = high;
  }

  /// The range of the bits of eight-byte values as signed numbers.
  void ofLongs(MemorySegment values, long at, int count) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long value = values.get(LONG, at + ((long) i << 3));
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    min = low;
    max = high;
  }

  /// The range of doubles in total order, in which NaNs lie outside all numbers.
  void ofDoubles(MemorySegment values, long at, int count) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long bits = values.get(LONG, at + ((long) i << 3));
      long key = bits ^ ((bits >> 63) >>> 1);
      low = Math.min(low, key);
      high = Math.max(high, key);
    }
    min = low;
    max = high;
  }

  long min() {
    return min;
  }

  long max() {
    return max;
  }

  double minDouble() {
    return Double.longBitsToDouble(min ^ ((min >> 63) >>> 1)); // the key is its own inverse
  }

  double maxDouble() {
    return Double.longBitsToDouble(max ^ ((max >> 63) >>> 1));
  }
}
