package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// The range of the bits of numbers as two's complement, whatever their type: how a dictionary
/// tells whether a table of codes will do.
final class SignedRange {
  private long min;
  private long max;

  void of(MemorySegment values, long at, int count, int width) {
    if (width == 4) {
      of4(values, at, count);
    } else {
      of8(values, at, count);
    }
  }

  private void of4(MemorySegment values, long at, int count) {
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

  private void of8(MemorySegment values, long at, int count) {
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

  long min() {
    return min;
  }

  long max() {
    return max;
  }
}
