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
    int low = min;
    int high = max;
    int sign = flip;
    for (int i = 0; i < count; i++) {
      int key = values.get(INT, at + ((long) i << 2)) ^ sign;
      low = Math.min(low, key);
      high = Math.max(high, key);
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
