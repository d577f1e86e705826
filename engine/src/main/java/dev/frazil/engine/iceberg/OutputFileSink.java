package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.ByteSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.jspecify.annotations.Nullable;

/// A new file of an Iceberg [FileIO].
///
/// Most of them publish a file when its stream is closed and know no other end: there an aborted
/// file is closed and then deleted. With [LocalFileIO] an aborted file never has its name.
///
/// The clients of object stores throw unchecked exceptions of their own for a lost connection. All
/// of them become an [IOException] that names the file.
final class OutputFileSink implements ByteSink {
  /// Most bytes that are handed to a stream at once.
  private static final int CHUNK = 1 << 16;

  private final @Nullable FileIO io;
  private final String location;
  private final PositionOutputStream stream;
  private byte[] chunk = new byte[0];
  private boolean ended;

  /// Opens the file.
  ///
  /// @throws IOException if it exists or cannot be made
  OutputFileSink(FileIO io, OutputFile file) throws IOException {
    this(io, file, false);
  }

  /// Opens the file.
  ///
  /// @param io deletes an aborted file. Without it the stream of one is dropped and never closed,
  ///   since closing is what publishes an object in most stores
  /// @param overwrite whether a file of that name is replaced
  /// @throws IOException if it cannot be made, or exists and is not to be replaced
  OutputFileSink(@Nullable FileIO io, OutputFile file, boolean overwrite) throws IOException {
    this.io = io;
    this.location = file.location();
    try {
      this.stream = overwrite ? file.createOrOverwrite() : file.create();
    } catch (RuntimeException e) {
      throw failure("create", e);
    }
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public void write(MemorySegment bytes) throws IOException {
    if (stream instanceof LocalOutputStream local) {
      local.write(bytes);
      return;
    }
    reserve(bytes.byteSize());
    try {
      for (long at = 0; at < bytes.byteSize(); at += CHUNK) {
        int length = (int) Math.min(CHUNK, bytes.byteSize() - at);
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, chunk, 0, length);
        stream.write(chunk, 0, length);
      }
    } catch (IOException | RuntimeException e) {
      throw failure("write", e);
    }
  }

  /// Makes the chunk as large as the writes so far can use: thousands of files may be open with no
  /// more than their magic numbers.
  private void reserve(long bytes) {
    if (chunk.length < Math.min(CHUNK, bytes)) {
      chunk = new byte[(int) Math.min(CHUNK, Math.max(bytes, 2L * chunk.length))];
    }
  }

  @Override
  public void complete() throws IOException {
    if (stream instanceof LocalOutputStream local) {
      local.close();
    } else {
      close();
    }
    ended = true;
  }

  private void close() throws IOException {
    try {
      stream.close();
    } catch (IOException | RuntimeException e) {
      throw failure("publish", e);
    }
  }

  /// As [ByteSink#abort()]. A stream that cannot be closed is reported as well: the parts of an
  /// upload may be left in the store.
  @Override
  public void abort() {
    if (ended) {
      return;
    }
    ended = true;
    if (stream instanceof LocalOutputStream local) {
      local.abort();
      return;
    }
    FileIO deleting = io;
    if (deleting == null) {
      return;
    }
    IOException failure = null;
    try {
      close();
    } catch (IOException e) {
      failure = e;
    }
    try {
      FileDeletion.delete(deleting, List.of(location));
    } catch (UncheckedIOException e) {
      if (failure != null) {
        e.addSuppressed(failure);
      }
      throw e;
    }
    if (failure != null) {
      throw new UncheckedIOException(failure);
    }
  }

  private IOException failure(String call, Exception cause) {
    if (cause.getCause() instanceof IOException inner
        && inner.toString().equals(cause.getMessage())) {
      return failure(call, inner); // a wrapper that says nothing of its own
    }
    String said = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    if (said.contains(location)) {
      return cause instanceof IOException named ? named : new IOException(said, cause);
    }
    return new IOException("%s: %s: %s".formatted(call, location, said), cause);
  }
}
