package dev.frazil.encoders.internal.stats;

import java.lang.foreign.MemorySegment;

/// Values without an order.
final class NoBounds extends BoundsAccumulator {
  @Override
  public void add(MemorySegment values, long at, int count) {}

  @Override
  public void bounds(NativeBounds target) {
    target.clear();
  }

  @Override
  public void reset() {}
}
