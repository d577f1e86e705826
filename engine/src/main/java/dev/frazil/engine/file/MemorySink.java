package dev.frazil.engine.file;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// A file in native memory. After [#reset()] the same memory takes the next file.
///
/// The sink owns its memory until [#close()]. Not thread-safe, but any thread may use it, one at a
/// time.
public final class MemorySink implements ByteSink, AutoCloseable {
  private final Slab slab = new Slab();
  private long length;
  private boolean complete;

  /// Creates a sink that holds no memory yet.
  public MemorySink() {}

  /// @throws IllegalStateException if the file is complete and the sink was not reset
  @Override
  public void write(MemorySegment bytes) {
    if (complete) {
      throw new IllegalStateException("memory sink: expected a file to write, got a complete one");
    }
    long end = Math.addExact(length, bytes.byteSize());
    MemorySegment.copy(bytes, 0, slab.ensure(end, length), length, bytes.byteSize());
    length = end;
  }

  @Override
  public void complete() {
    complete = true;
  }

  @Override
  public void abort() {
    if (!complete) {
      length = 0;
    }
  }

  /// Drops the file and makes the sink ready for the next one; memory is kept.
  public void reset() {
    length = 0;
    complete = false;
  }

  /// Bytes of the file so far.
  ///
  /// @return a size in bytes, 0 after an abort
  public long length() {
    return length;
  }

  /// The complete file.
  ///
  /// @return a native segment of [#length()] bytes, valid until the sink is reset or closed
  /// @throws IllegalStateException if the file is not complete
  public MemorySegment segment() {
    if (!complete) {
      throw new IllegalStateException("memory sink: expected a complete file, got an open one");
    }
    return slab.segment().asSlice(0, length);
  }

  /// Frees the memory; the sink is as new afterwards.
  @Override
  public void close() {
    reset();
    slab.close();
  }
}
