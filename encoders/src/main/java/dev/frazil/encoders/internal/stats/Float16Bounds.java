package dev.frazil.encoders.internal.stats;

import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// FLOAT16, the IEEE 754 numbers of two bytes, as [FloatBounds] has it.
final class Float16Bounds extends BoundsAccumulator {
  private static final int POSITIVE_INFINITY = 0x7c00;
  private static final int NEGATIVE_INFINITY = key((short) 0xfc00);
  private static final int POSITIVE_ZERO = 0;
  private static final int NEGATIVE_ZERO = -1;

  private final boolean ieee;
  private int min;
  private int max;
  private int nanMin;
  private int nanMax;
  private long nans;

  Float16Bounds(boolean ieee) {
    this.ieee = ieee;
    reset();
  }

  private static int key(int bits) {
    return bits ^ ((bits >> 31) >>> 17);
  }

  @Override
  public void add(MemorySegment values, long at, int count) {
    for (int i = 0; i < count; i++) {
      int key = key(values.get(SHORT, at + ((long) i << 1)));
      if (key < NEGATIVE_INFINITY || key > POSITIVE_INFINITY) {
        nans++;
        nanMin = Math.min(nanMin, key);
        nanMax = Math.max(nanMax, key);
      } else {
        min = Math.min(min, key);
        max = Math.max(max, key);
      }
    }
  }

  @Override
  public long nanCount() {
    return nans;
  }

  @Override
  public void bounds(NativeBounds target) {
    if (min <= max) {
      int low = min == POSITIVE_ZERO && !ieee ? NEGATIVE_ZERO : min;
      int high = max == NEGATIVE_ZERO && !ieee ? POSITIVE_ZERO : max;
      target.numbers(key(low), key(high), Short.BYTES); // the key is its own inverse
    } else if (ieee && nans > 0) {
      target.numbers(key(nanMin), key(nanMax), Short.BYTES);
    } else {
      target.clear();
    }
  }

  @Override
  public void reset() {
    min = Integer.MAX_VALUE;
    max = Integer.MIN_VALUE;
    nanMin = Integer.MAX_VALUE;
    nanMax = Integer.MIN_VALUE;
    nans = 0;
  }
}
