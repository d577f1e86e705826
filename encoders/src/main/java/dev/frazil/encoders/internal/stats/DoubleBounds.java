package dev.frazil.encoders.internal.stats;

import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// DOUBLE by its total-order key: the bits, with all but the sign flipped for negative numbers.
/// NaNs lie outside the infinities, so that the bounds of a range tell whether it holds one. By
/// `IEEE_754_TOTAL_ORDER` they are the bounds where there is no other value.
final class DoubleBounds extends BoundsAccumulator {
  private static final long POSITIVE_INFINITY =
      key(Double.doubleToRawLongBits(Double.POSITIVE_INFINITY));
  private static final long NEGATIVE_INFINITY =
      key(Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY));
  private static final long POSITIVE_ZERO = 0;
  private static final long NEGATIVE_ZERO = -1;

  private long min;
  private long max;
  private long nans;

  private final boolean ieee;
  private long nanMin;
  private long nanMax;

  DoubleBounds(boolean ieee) {
    this.ieee = ieee;
    reset();
  }

  private static long key(long bits) {
    return bits ^ ((bits >> 63) >>> 1);
  }

  @Override
  public void add(MemorySegment values, long at, int count) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long bits = values.get(LONG, at + ((long) i << 3));
      long key = bits ^ ((bits >> 63) >>> 1);
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
      long key = key(values.get(LONG, at + ((long) i << 3)));
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
      long low = min == POSITIVE_ZERO && !ieee ? NEGATIVE_ZERO : min;
      long high = max == NEGATIVE_ZERO && !ieee ? POSITIVE_ZERO : max;
      target.numbers(key(low), key(high), Double.BYTES); // the key is its own inverse
    } else if (ieee && nans > 0) {
      target.numbers(key(nanMin), key(nanMax), Double.BYTES);
    } else {
      target.clear();
    }
  }

  @Override
  public void reset() {
    min = Long.MAX_VALUE;
    max = Long.MIN_VALUE;
    nans = 0;
    nanMin = Long.MAX_VALUE;
    nanMax = Long.MIN_VALUE;
  }
}
