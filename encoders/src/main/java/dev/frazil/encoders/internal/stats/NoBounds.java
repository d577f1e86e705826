package dev.frazil.encoders.internal.stats;

import dev.frazil.encoders.Bounds;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Values without an order.
final class NoBounds extends BoundsAccumulator {
  @Override
  public void add(MemorySegment values, long at, int count) {}

  @Override
  public @Nullable Bounds bounds() {
    return null;
  }

  @Override
  public void reset() {}
}
