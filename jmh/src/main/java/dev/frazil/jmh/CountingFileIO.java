package dev.frazil.jmh;

import java.util.Map;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/// Counts the bytes of a table's files and drops them, so that a run measures who writes them. Has
/// nothing to read.
final class CountingFileIO implements FileIO {
  private final Runnable ended;
  private long length;

  /// @param ended is told of every file when it ends
  CountingFileIO(Runnable ended) {
    this.ended = ended;
  }

  /// Bytes of all files since the last reset.
  long length() {
    return length;
  }

  /// Counts from 0 again.
  void reset() {
    length = 0;
  }

  @Override
  public OutputFile newOutputFile(String path) {
    return new CountedFile(path);
  }

  @Override
  public InputFile newInputFile(String path) {
    throw new UnsupportedOperationException("read: expected a file that is kept, got " + path);
  }

  @Override
  public void deleteFile(String path) {}

  @Override
  public Map<String, String> properties() {
    return Map.of();
  }

  private final class CountedFile implements OutputFile {
    private final String path;

    private CountedFile(String path) {
      this.path = path;
    }

    @Override
    public PositionOutputStream create() {
      return new CountingStream();
    }

    @Override
    public PositionOutputStream createOrOverwrite() {
      return new CountingStream();
    }

    @Override
    public String location() {
      return path;
    }

    @Override
    public InputFile toInputFile() {
      return newInputFile(path);
    }
  }

  private final class CountingStream extends PositionOutputStream {
    private long position;

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int value) {
      position++;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
      position += count;
    }

    @Override
    public void close() {
      length += position;
      ended.run();
    }
  }
}
