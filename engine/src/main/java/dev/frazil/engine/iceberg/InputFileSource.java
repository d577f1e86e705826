package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/// A file of an Iceberg `FileIO` to read. Whatever the `FileIO` throws comes out as an
/// [IOException] that names the file.
final class InputFileSource implements ByteSource {
  private final String name;
  private final long length;
  private final SeekableInputStream stream;

  private InputFileSource(String name, long length, SeekableInputStream stream) {
    this.name = name;
    this.length = length;
    this.stream = stream;
  }

  /// Opens a file.
  ///
  /// @throws IOException if there is none or it cannot be opened
  static InputFileSource open(InputFile file) throws IOException {
    try {
      return new InputFileSource(file.location(), file.getLength(), file.newStream());
    } catch (RuntimeException e) {
      throw failure(file.location(), e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public byte[] read(long position, int count) throws IOException {
    byte[] bytes = new byte[count];
    try {
      stream.seek(position);
      IOUtil.readFully(stream, bytes, 0, count);
    } catch (EOFException e) {
      throw new IOException(
          "read: %s: expected %d bytes at %d, got the end of the file"
              .formatted(name, count, position),
          e);
    } catch (IOException | RuntimeException e) {
      throw failure(name, e);
    }
    return bytes;
  }

  private static IOException failure(String name, Exception e) {
    return new IOException("read: " + name + ": " + e.getMessage(), e);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
