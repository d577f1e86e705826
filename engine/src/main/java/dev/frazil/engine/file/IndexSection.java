package dev.frazil.engine.file;

import dev.frazil.encoders.memory.CompactWriter;
import dev.frazil.encoders.memory.Slab;
import java.io.IOException;

/// All `ColumnIndex` or all `OffsetIndex` structures of a file, which stand one after the other
/// behind its row groups (PageIndex.md). They wait here in native memory that the section owns.
final class IndexSection implements AutoCloseable {
  private final Slab slab = new Slab();
  private final CompactWriter bytes = new CompactWriter(slab);
  private final String name;
  private long end;

  IndexSection(String name) {
    this.name = name;
  }

  /// Where the next index is to be written, up to the call of [#end].
  CompactWriter bytes() {
    return bytes;
  }

  /// Makes what was written since the last call an index; returns its bytes.
  int end() throws IOException {
    long length = bytes.size() - end;
    if (length > Integer.MAX_VALUE) {
      throw new IOException(
          "%s: expected at most %d bytes, got %d".formatted(name, Integer.MAX_VALUE, length));
    }
    end = bytes.size();
    return (int) length;
  }

  /// Writes all indexes; returns where the first stands.
  long write(PositionedSink sink) throws IOException {
    long position = sink.position();
    if (end > 0) {
      sink.write(bytes.bytes());
    }
    return position;
  }

  /// Drops the indexes and keeps the memory.
  void reset() {
    bytes.size(0);
    end = 0;
  }

  @Override
  public void close() {
    reset();
    slab.close();
  }
}
