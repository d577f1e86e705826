package dev.frazil.encoders.internal.stats;

import static dev.frazil.encoders.memory.Layouts.INT;

import java.lang.foreign.MemorySegment;

/// INT32 in signed or unsigned order; unsigned values are compared with their sign bit flipped.
final class Int32Bounds extends BoundsAccumulator {
  private final int flip;
  private int min;
  private int max;

  Int32Bounds(boolean unsigned) {
    flip = unsigned ? Integer.MIN_VALUE : 0;
    reset();
  }

  @Override
  public void add(MemorySegment values, long at, int count) {
    if (flip == 0) {
      addSigned(values, at, count);
    } else {
      addUnsigned(values, at, count);
    }
  }

  @Override
  public void addRising(MemorySegment values, long at, int count) {
    int first = values.get(INT, at);
    int last = values.get(INT, at + ((long) (count - 1) << 2));
    if (flip == 0 || (first ^ last) >= 0) { // values of one sign are in the same order unsigned
      min = Math.min(min, first ^ flip);
      max = Math.max(max, last ^ flip);
    } else {
      addUnsigned(values, at, count);
    }
  }

  private void addSigned(MemorySegment values, long at, int count) {
    int low = min;
    int high = max;
    for (int i = 0; i < count; i++) {
      int value = values.get(INT, at + ((long) i << 2));
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    min = low;
    max = high;
  }

  /// A loop for each bound, because C2 does not vectorise both in one where the key is computed.
  private void addUnsigned(MemorySegment values, long at, int count) {
    int low = min;
    for (int i = 0; i < count; i++) {
      low = Math.min(low, values.get(INT, at + ((long) i << 2)) ^ Integer.MIN_VALUE);
    }
    int high = max;
    for (int i = 0; i < count; i++) {
      high = Math.max(high, values.get(INT, at + ((long) i << 2)) ^ Integer.MIN_VALUE);
    }
    min = low;
    max = high;
  }

  @Override
  public void bounds(NativeBounds target) {
    if (min > max) {
      target.clear();
    } else {
      target.numbers(min ^ flip, max ^ flip, Integer.BYTES);
    }
  }

  @Override
  public void reset() {
    min = Integer.MAX_VALUE;
    max = Integer.MIN_VALUE;
  }
}
