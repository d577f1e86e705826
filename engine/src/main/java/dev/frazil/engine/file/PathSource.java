package dev.frazil.engine.file;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file of a file system.
record PathSource(Path path, FileChannel channel) implements ByteSource {

  static PathSource open(Path path) throws IOException {
    try {
      return new PathSource(path, FileChannel.open(path, StandardOpenOption.READ));
    } catch (IOException e) {
      throw FileFailure.of("open", path, e);
    }
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public long length() throws IOException {
    try {
      return channel.size();
    } catch (IOException e) {
      throw FileFailure.of("read", path, e);
    }
  }

  @Override
  public byte[] read(long position, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count);
    fill(position, buffer);
    return buffer.array();
  }

  @Override
  public void read(long position, MemorySegment target) throws IOException {
    fill(position, target.asByteBuffer());
  }

  private void fill(long position, ByteBuffer buffer) throws IOException {
    try {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, position + buffer.position()) < 0) {
          throw new EOFException("the file ends at byte " + (position + buffer.position()));
        }
      }
    } catch (IOException e) {
      throw FileFailure.of("read", path, e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
