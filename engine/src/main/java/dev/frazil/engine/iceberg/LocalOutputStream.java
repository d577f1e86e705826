package dev.frazil.engine.iceberg;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;
import org.apache.iceberg.io.PositionOutputStream;

/// Bytes into a temporary file beside the target, which [#close()] syncs and renames to the target
/// and [#abort()] deletes. Not thread-safe.
final class LocalOutputStream extends PositionOutputStream {
  private static final long LARGEST_WRITE = 1L << 30;

  private final Path target;
  private final Path temporary;
  private final boolean overwrite;
  private final FileChannel channel;
  private boolean open = true;
  private long position;

  LocalOutputStream(Path target, boolean overwrite) throws IOException {
    this.target = target;
    this.overwrite = overwrite;
    Path folder = Objects.requireNonNull(target.getParent(), "a file lies in a folder");
    Files.createDirectories(folder);
    // not derived from the target's name, which may already be as long as the file system allows
    temporary = folder.resolve(".frazil-" + UUID.randomUUID() + ".tmp");
    channel = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    write(ByteBuffer.wrap(bytes, from, length));
  }

  /// Writes native memory without a copy on the heap.
  void write(MemorySegment bytes) throws IOException {
    for (long at = 0; at < bytes.byteSize(); at += LARGEST_WRITE) {
      long length = Math.min(LARGEST_WRITE, bytes.byteSize() - at);
      write(bytes.asSlice(at, length).asByteBuffer());
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      position += channel.write(bytes);
    }
  }

  /// Publishes the file; a second call does nothing. When that fails nothing is left behind.
  @Override
  public void close() throws IOException {
    if (!open) {
      return;
    }
    try {
      channel.force(true);
      channel.close();
      if (!overwrite && Files.exists(target)) {
        throw new FileAlreadyExistsException(target.toString());
      }
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      open = false;
    } finally {
      abort();
    }
  }

  /// Deletes what was written; nothing appears under the target's name. Does nothing after a
  /// successful [#close()].
  void abort() throws IOException {
    if (open) {
      open = false;
      try {
        channel.close();
      } finally {
        Files.deleteIfExists(temporary);
      }
    }
  }
}
