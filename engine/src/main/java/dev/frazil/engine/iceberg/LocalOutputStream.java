package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.ChannelSink;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.iceberg.io.PositionOutputStream;

/// A [ChannelSink] as the stream that Iceberg writes to: [#close()] publishes the file, [#abort()]
/// leaves nothing. Not thread-safe.
final class LocalOutputStream extends PositionOutputStream {
  private final ChannelSink sink;
  private final Path target;
  private final boolean overwrite;
  private boolean open = true;
  private boolean whole = true;
  private long position;

  LocalOutputStream(Path target, boolean overwrite) throws IOException {
    Path folder = target.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    this.sink = ChannelSink.open(target);
    this.target = target;
    this.overwrite = overwrite;
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
    write(MemorySegment.ofArray(bytes).asSlice(from, length));
  }

  void write(MemorySegment bytes) throws IOException {
    whole = false;
    sink.write(bytes);
    whole = true;
    position += bytes.byteSize();
  }

  /// Publishes the file; a second call does nothing. When that fails, or a write has failed,
  /// nothing is left behind: Iceberg closes its streams after an error as well.
  @Override
  public void close() throws IOException {
    if (!open) {
      return;
    }
    open = false;
    try {
      if (!overwrite && Files.exists(target)) {
        throw new FileAlreadyExistsException(target.toString());
      }
      if (!whole) {
        throw new IOException(
            "publish: " + target + ": expected a whole file, got one with a failed write");
      }
      sink.complete();
    } finally {
      sink.abort();
    }
  }

  /// Deletes what was written. Does nothing after [#close()].
  void abort() {
    if (open) {
      open = false;
      sink.abort();
    }
  }
}
