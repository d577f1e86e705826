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
    if (flip == 0) {
      addSigned(values, at, count);
    } else {
      addUnsigned(values, at, count);
    }
  }

  @Override
  public void addRising(MemorySegment values, long at, int count) {
    long first = values.get(LONG, at);
    long last = values.get(LONG, at + ((long) (count - 1) << 3));
    if (flip == 0 || (first ^ last) >= 0) { // values of one sign are in the same order unsigned
      min = Math.min(min, first ^ flip);
      max = Math.max(max, last ^ flip);
    } else {
      addUnsigned(values, at, count);
    }
  }

  private void addSigned(MemorySegment values, long at, int count) {
    long low = min;
    long high = max;
    for (int i = 0; i < count; i++) {
      long value = values.get(LONG, at + ((long) i << 3));
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    min = low;
    max = high;
  }

  /// A loop for each bound, because C2 does not vectorise both in one where the key is computed.
  private void addUnsigned(MemorySegment values, long at, int count) {
    long low = min;
    for (int i = 0; i < count; i++) {
      low = Math.min(low, values.get(LONG, at + ((long) i << 3)) ^ Long.MIN_VALUE);
    }
    long high = max;
    for (int i = 0; i < count; i++) {
      high = Math.max(high, values.get(LONG, at + ((long) i << 3)) ^ Long.MIN_VALUE);
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
