package dev.frazil.engine.scan;

import dev.hardwood.InputFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/// A file that is read through a channel, not mapped: a file that is cut short, or taken away by
/// another client of a network share, is then an IOException and not a fault of the process. Any
/// threads may read at once.
final class ChannelInput implements InputFile {
  /// A page that is longer than its chunk makes the decoder ask for the nothing behind the chunk,
  /// and again when it gets that. Chunks that are empty by right are far fewer.
  private static final int MOST_EMPTY_READS = 10_000;

  private final AtomicInteger emptyReads = new AtomicInteger();
  private final Path path;
  private final FileChannel channel;
  private final long length;

  private ChannelInput(Path path, FileChannel channel, long length) {
    this.path = path;
    this.channel = channel;
    this.length = length;
  }

  /// Opens a file, which stays readable when its name goes.
  ///
  /// @throws IOException if there is no such file, or it cannot be read
  static ChannelInput of(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      return new ChannelInput(path, channel, channel.size());
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void open() {
    // It is open from the start.
  }

  @Override
  public ByteBuffer readRange(long offset, int bytes) throws IOException {
    if (offset < 0 || bytes < 0 || offset > length - bytes) {
      throw new EOFException(
          "Parquet read: %s: expected at least %d bytes, got %d"
              .formatted(path, offset + bytes, length));
    }
    if (bytes == 0 && emptyReads.incrementAndGet() > MOST_EMPTY_READS) {
      throw new EOFException(
          "Parquet read: %s: expected a page within its column chunk, got one across its end at %d"
              .formatted(path, offset));
    }
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, offset + buffer.position()) < 0) {
        throw new EOFException(
            "Parquet read: %s: expected %d bytes as when it was opened, got %d"
                .formatted(path, length, channel.size()));
      }
    }
    return buffer.flip();
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
