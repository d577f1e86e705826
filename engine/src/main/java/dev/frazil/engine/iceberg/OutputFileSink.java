package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.ByteSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/// A new file of an Iceberg [FileIO].
///
/// Most of them publish a file when its stream is closed and know no other end: there an aborted
/// file is closed and then deleted. With [LocalFileIO] an aborted file never has its name.
final class OutputFileSink implements ByteSink {
  private static final int CHUNK = 1 << 16;

  private final FileIO io;
  private final String location;
  private final PositionOutputStream stream;
  private byte[] chunk = new byte[0];
  private boolean ended;

  /// Opens the file.
  ///
  /// @throws IOException if it exists or cannot be made
  OutputFileSink(FileIO io, OutputFile file) throws IOException {
    this.io = io;
    this.location = file.location();
    try {
      this.stream = file.create();
    } catch (AlreadyExistsException | UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void write(MemorySegment bytes) throws IOException {
    if (stream instanceof LocalOutputStream local) {
      local.write(bytes);
      return;
    }
    if (chunk.length == 0) {
      chunk = new byte[CHUNK];
    }
    for (long at = 0; at < bytes.byteSize(); at += CHUNK) {
      int length = (int) Math.min(CHUNK, bytes.byteSize() - at);
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, chunk, 0, length);
      stream.write(chunk, 0, length);
    }
  }

  @Override
  public void complete() throws IOException {
    stream.close();
    ended = true;
  }

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
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException("abort: " + location + ": " + e.getMessage(), e);
    } finally {
      io.deleteFile(location);
    }
  }
}
