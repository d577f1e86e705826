package dev.frazil.engine.file;

import dev.frazil.encoders.memory.Layouts;
import dev.frazil.encoders.memory.Slab;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A stream into native memory that it owns, for the few bytes of a file that are not pages.
final class SlabOutputStream extends OutputStream {
  private final Slab slab = new Slab();
  private long size;

  @Override
  public void write(int value) {
    slab.ensure(size + 1, size).set(ValueLayout.JAVA_BYTE, size, (byte) value);
    size++;
  }

  @Override
  public void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    MemorySegment segment = slab.ensure(size + count, size);
    MemorySegment.copy(bytes, from, segment, ValueLayout.JAVA_BYTE, size, count);
    size += count;
  }

  void write(MemorySegment bytes) {
    MemorySegment segment = slab.ensure(size + bytes.byteSize(), size);
    MemorySegment.copy(bytes, 0, segment, size, bytes.byteSize());
    size += bytes.byteSize();
  }

  void writeIntLittleEndian(int value) {
    slab.ensure(size + 4, size).set(Layouts.INT, size, value);
    size += 4;
  }

  long size() {
    return size;
  }

  /// What was written, valid until more is.
  MemorySegment segment() {
    return slab.segment().asSlice(0, size);
  }

  /// Drops what was written and keeps the memory.
  void reset() {
    size = 0;
  }

  @Override
  public void close() {
    slab.close();
    size = 0;
  }
}
