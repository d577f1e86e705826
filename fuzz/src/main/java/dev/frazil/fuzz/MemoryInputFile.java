package dev.frazil.fuzz;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/// Bytes as an input file of parquet-java.
final class MemoryInputFile implements InputFile {
  private final byte[] bytes;

  /// @param bytes the whole file; not copied
  MemoryInputFile(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public long getLength() {
    return bytes.length;
  }

  @Override
  public SeekableInputStream newStream() {
    return new Stream(new Cursor(bytes));
  }

  @Override
  public String toString() {
    return bytes.length + " bytes in memory";
  }

  private static final class Cursor extends ByteArrayInputStream {
    Cursor(byte[] bytes) {
      super(bytes);
    }

    synchronized int position() {
      return pos;
    }

    synchronized void position(int position) {
      pos = position;
    }
  }

  private static final class Stream extends DelegatingSeekableInputStream {
    private final Cursor cursor;

    Stream(Cursor cursor) {
      super(cursor);
      this.cursor = cursor;
    }

    @Override
    public long getPos() {
      return cursor.position();
    }

    @Override
    public void seek(long position) throws IOException {
      if (position < 0 || position > Integer.MAX_VALUE) {
        throw new IOException("seek: expected a position in the file, got " + position);
      }
      cursor.position((int) position);
    }
  }
}
