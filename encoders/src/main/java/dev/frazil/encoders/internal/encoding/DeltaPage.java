package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// The body of a page in DELTA_BINARY_PACKED that grows with its values, in memory of the caller.
///
/// Its blocks start at a fixed place, behind room for the header, which has the number of values
/// and so comes last. Not thread-safe.
public final class DeltaPage {
  /// Where the blocks start: in front are header and levels, if those are short.
  private static final int BLOCKS = 64;

  private final int valueBytes;
  private final DeltaBinaryPackedWriter writer = new DeltaBinaryPackedWriter();
  private int count;
  private long first;

  /// Where the blocks end.
  private long end;

  /// Where the header starts, once the page is ended.
  private long start;

  /// Creates an empty page.
  ///
  /// @param valueBytes bytes a value: those of INT32 or INT64
  public DeltaPage(int valueBytes) {
    this.valueBytes = valueBytes;
    begin();
  }

  /// Begins a new page in place of the old one.
  public void begin() {
    count = 0;
    first = 0;
    end = BLOCKS;
  }

  /// Appends values that lie back to back from `at`.
  ///
  /// @param body the memory of the page, the same for all its values
  /// @return whether the values are known to be in rising signed order
  public boolean add(MemorySegment values, long at, int added, Slab body) {
    if (added == 0) {
      return true;
    }
    MemorySegment target =
        body.ensure(end + DeltaBinaryPackedWriter.maxBlocks(added, valueBytes), end);
    int skipped = 0;
    if (count == 0) {
      first = valueBytes == Integer.BYTES ? values.get(INT, at) : values.get(LONG, at);
      writer.begin(first);
      skipped = 1;
    }
    long from = at + (long) skipped * valueBytes;
    end =
        valueBytes == Integer.BYTES
            ? writer.moreInts(values, from, added - skipped, target, end)
            : writer.moreLongs(values, from, added - skipped, target, end);
    count += added;
    return writer.rising();
  }

  /// Ends the page. Only [#begin()] may follow, and what asks for the body.
  ///
  /// @param body the memory of the page
  public void end(Slab body) {
    start = (long) BLOCKS - DeltaBinaryPackedWriter.headerSize(count, first);
    MemorySegment target = body.ensure(end + DeltaBinaryPackedWriter.maxBlocks(0, valueBytes), end);
    DeltaBinaryPackedWriter.header(count, first, target, start);
    if (count > 0) {
      end = writer.end(target, end);
    }
  }

  /// Where the body of the ended page starts in its memory.
  public long from() {
    return start;
  }

  /// Bytes of the ended page's body.
  public long bytes() {
    return end - start;
  }
}
