package dev.frazil.engine.file;

import static dev.frazil.encoders.memory.Layouts.BYTE;

import dev.frazil.encoders.memory.Slab;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// An output stream into a [ByteSink], for writers that know streams alone. The sink stays the
/// caller's, who completes or aborts it. Not thread-safe.
public final class ByteSinkStream extends OutputStream {
  private static final int BUFFER_BYTES = 1 << 16;

  private final ByteSink sink;
  private final Slab buffer = new Slab();
  private int used;

  /// Starts a stream; nothing is written yet.
  ///
  /// @param sink where the bytes go
  public ByteSinkStream(ByteSink sink) {
    this.sink = sink;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    int written = 0;
    while (written < length) {
      int count = Math.min(length - written, BUFFER_BYTES - used);
      MemorySegment target = buffer.ensure(BUFFER_BYTES, used);
      MemorySegment.copy(bytes, offset + written, target, BYTE, used, count);
      used += count;
      written += count;
      if (used == BUFFER_BYTES) {
        flush();
      }
    }
  }

  /// Hands the sink what it has not got yet.
  ///
  /// @throws IOException if the sink cannot write it
  @Override
  public void flush() throws IOException {
    int count = used;
    used = 0;
    sink.write(buffer.segment().asSlice(0, count));
  }

  /// Gives the memory back, without a [#flush()]: whoever wrote all of a file flushes and completes
  /// it, and what a failed writer has left is not to be written.
  @Override
  public void close() {
    buffer.close();
    used = 0;
  }
}
