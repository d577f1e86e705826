package dev.frazil.encoders.internal.stats;

import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// INT64 in signed or unsigned order; unsigned values are compared with their sign bit flipped.
final class Int64Bounds extends BoundsAccumulator {
  private final long flip;
  private long min;
  private long max;

  Int64Bounds(boolean unsigned) {
    flip = unsigned ? Long.MIN_VALUE : 0;
    reset();
  }

  @Override
  public void add(MemorySegment values, long at, int count) {
    long low = min;
    long high = max;
    long sign = flip;
    for (int i = 0; i < count; i++) {
      long key = values.get(LONG, at + ((long) i << 3)) ^ sign;
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
      target.numbers(min ^ flip, max ^ flip, Long.BYTES);
    }
  }

  @Override
  public void reset() {
    min = Long.MAX_VALUE;
    max = Long.MIN_VALUE;
  }
}
