package dev.frazil.engine.file;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A file in memory.
record SegmentSource(String name, MemorySegment file) implements ByteSource {

  @Override
  public long length() {
    return file.byteSize();
  }

  @Override
  public byte[] read(long position, int count) throws IOException {
    if (position > file.byteSize() - count) {
      throw new EOFException("read: %s: the file ends at byte %d".formatted(name, file.byteSize()));
    }
    return file.asSlice(position, count).toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public void close() {}
}
