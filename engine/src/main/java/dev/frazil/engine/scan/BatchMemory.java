package dev.frazil.engine.scan;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The buffers of one batch, which free themselves together. Any thread may close it, one at a
/// time.
final class BatchMemory implements AutoCloseable {
  private final List<Slab> slabs = new ArrayList<>();

  /// A buffer, whose contents are not zeroed.
  ///
  /// @param bytes its size, 0 or more
  /// @return a segment of at least so many bytes and the slack of a slab
  MemorySegment allocate(long bytes) {
    Slab slab = new Slab();
    slabs.add(slab);
    return slab.ensure(bytes, 0);
  }

  @Override
  public void close() {
    slabs.forEach(Slab::close);
    slabs.clear();
  }
}
