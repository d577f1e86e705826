package dev.frazil.jmh;

import dev.frazil.engine.file.ByteSink;
import java.lang.foreign.MemorySegment;

/// Drops the bytes of a file, so that a run measures who writes them.
final class DroppingSink implements ByteSink {
  @Override
  public void write(MemorySegment bytes) {}

  @Override
  public void complete() {}

  @Override
  public void abort() {}
}
