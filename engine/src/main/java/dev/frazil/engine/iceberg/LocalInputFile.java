package dev.frazil.engine.iceberg;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/// A file of [LocalFileIO] to read.
///
/// @param location the location as the caller wrote it
/// @param path where it lies
record LocalInputFile(String location, Path path) implements InputFile {

  @Override
  public long getLength() {
    try {
      return Files.size(path);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public SeekableInputStream newStream() {
    try {
      return new Stream(FileChannel.open(path));
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public boolean exists() {
    return Files.exists(path);
  }

  private RuntimeException failure(IOException e) {
    return e instanceof NoSuchFileException
        ? new NotFoundException(e, "read: %s: expected a file, found none", location)
        : new RuntimeIOException(e, "read: %s: %s", location, e);
  }

  private static final class Stream extends SeekableInputStream {
    private final FileChannel channel;

    Stream(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public long getPos() throws IOException {
      return channel.position();
    }

    @Override
    public void seek(long position) throws IOException {
      if (position > channel.size()) {
        throw new EOFException(
            "seek: expected at most %d, got %d".formatted(channel.size(), position));
      }
      channel.position(position);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      return length == 0 ? 0 : channel.read(ByteBuffer.wrap(bytes, from, length));
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
