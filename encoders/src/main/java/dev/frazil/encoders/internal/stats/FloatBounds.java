package dev.frazil.encoders.internal.stats;

import static dev.frazil.encoders.memory.Layouts.INT;

import java.lang.foreign.MemorySegment;

/// FLOAT by its total-order key: the bits, with all but the sign flipped for negative numbers. NaNs
/// lie outside the infinities, so that the bounds of a range tell whether it holds one. By
/// `IEEE_754_TOTAL_ORDER` they are the bounds where there is no other value.
final class FloatBounds extends BoundsAccumulator {
  private static final int POSITIVE_INFINITY =
      key(Float.floatToRawIntBits(Float.POSITIVE_INFINITY));
  private static final int NEGATIVE_INFINITY =
      key(Float.floatToRawIntBits(Float.NEGATIVE_INFINITY));
  private static final int POSITIVE_ZERO = 0;
  private static final int NEGATIVE_ZERO = -1;

  private int min;
  private int max;
  private long nans;

  private final boolean ieee;
  private int nanMin;
  private int nanMax;

  FloatBounds(boolean ieee) {
    this.ieee = ieee;
    reset();
  }

  private static int key(int bits) {
    return bits ^ ((bits >> 31) >>> 1);
  }

  @Override
  public void add(MemorySegment values, long at, int count) {
    int low = Integer.MAX_VALUE;
    int high = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int bits = values.get(INT, at + ((long) i << 2));
      int key = bits ^ ((bits >> 31) >>> 1);
      low = Math.min(low, key);
      high = Math.max(high, key);
    }
    if (low < NEGATIVE_INFINITY || high > POSITIVE_INFINITY) {
      addSkippingNans(values, at, count);
    } else {
      min = Math.min(min, low);
      max = Math.max(max, high);
    }
  }

  private void addSkippingNans(MemorySegment values, long at, int count) {
    for (int i = 0; i < count; i++) {
      int key = key(values.get(INT, at + ((long) i << 2)));
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
      target.numbers(key(low), key(high), Float.BYTES); // the key is its own inverse
    } else if (ieee && nans > 0) {
      target.numbers(key(nanMin), key(nanMax), Float.BYTES);
    } else {
      target.clear();
    }
  }

  @Override
  public void reset() {
    min = Integer.MAX_VALUE;
    max = Integer.MIN_VALUE;
    nans = 0;
    nanMin = Integer.MAX_VALUE;
    nanMax = Integer.MIN_VALUE;
  }
}
