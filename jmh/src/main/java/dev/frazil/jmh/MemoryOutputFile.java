package dev.frazil.jmh;

import java.util.Arrays;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/// A file of parquet-java in a growing array that serves one file after the other.
final class MemoryOutputFile implements OutputFile {
  private byte[] bytes = new byte[1 << 16];
  private int length;

  /// Bytes of the last file.
  int length() {
    return length;
  }

  /// A copy of the last file.
  byte[] bytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void reserve(int count) {
    int end = Math.addExact(length, count);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
    }
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    length = 0;
    return new PositionOutputStream() {
      @Override
      public long getPos() {
        return length;
      }

      @Override
      public void write(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
      }

      @Override
      public void write(byte[] source, int from, int count) {
        reserve(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
      }
    };
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return create(blockSizeHint);
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }
}
