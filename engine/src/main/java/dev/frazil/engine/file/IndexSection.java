package dev.frazil.engine.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;

/// All `ColumnIndex` or all `OffsetIndex` structures of a file, which stand one after the other
/// behind its row groups (PageIndex.md). They wait here in native memory that the section owns.
final class IndexSection implements AutoCloseable {
  /// Where an index stands, told to its chunk.
  interface Placement {
    void place(ColumnChunk chunk, long offset, int length);
  }

  /// An index ends at `end` in `bytes`, and begins where the one before it ends.
  private record Entry(ColumnChunk chunk, long end) {}

  private final SlabOutputStream bytes = new SlabOutputStream();
  private final List<Entry> entries = new ArrayList<>();
  private final String name;
  private final Placement placement;

  IndexSection(String name, Placement placement) {
    this.name = name;
    this.placement = placement;
  }

  /// Where the next index is to be written, up to the call of [#end].
  SlabOutputStream bytes() {
    return bytes;
  }

  /// Makes what was written since the last call the index of a chunk.
  void end(ColumnChunk chunk) {
    entries.add(new Entry(chunk, bytes.size()));
  }

  /// Writes all indexes, and tells the chunks where theirs stand.
  void write(PositionedSink sink) throws IOException {
    if (entries.isEmpty()) {
      return;
    }
    long position = sink.position();
    sink.write(bytes.segment());
    long from = 0;
    for (Entry entry : entries) {
      long length = entry.end - from;
      if (length > Integer.MAX_VALUE) {
        throw new IOException(
            "%s: expected at most %d bytes, got %d".formatted(name, Integer.MAX_VALUE, length));
      }
      placement.place(entry.chunk, position + from, (int) length);
      from = entry.end;
    }
  }

  /// Drops the indexes and keeps the memory.
  void reset() {
    bytes.reset();
    entries.clear();
  }

  @Override
  public void close() {
    reset();
    bytes.close();
  }
}
