package dev.frazil.encoders.internal.page;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The pages of a chunk whose dictionary is still open: where each ended, and a validity bit a row.
/// Their values wait as indices in the value encoder.
public final class PendingPages implements AutoCloseable {
  private final Slab bits = new Slab();
  private long bitmapBytes;
  private int count;
  private int[] rows = new int[16];
  private int[] nulls = new int[16];

  /// Adds a page with the validity bits of its rows (none for a required column).
  public void add(int pageRows, int pageNulls, MemorySegment pageBits) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
      nulls = Arrays.copyOf(nulls, 2 * count);
    }
    rows[count] = pageRows;
    nulls[count] = pageNulls;
    count++;
    if (pageBits.byteSize() > 0) {
      long bytes = Bitmaps.bytes(pageRows);
      MemorySegment target = bits.ensure(bitmapBytes + bytes, bitmapBytes);
      MemorySegment.copy(pageBits, 0, target, bitmapBytes, bytes);
      bitmapBytes += bytes;
    }
  }

  /// Number of pages.
  public int count() {
    return count;
  }

  /// Rows of a page.
  public int rows(int page) {
    return rows[page];
  }

  /// Rows of a page without a value.
  public int nulls(int page) {
    return nulls[page];
  }

  /// Bitmaps of all pages, each from a byte of its own.
  public MemorySegment bits() {
    return bits.segment();
  }

  /// Bytes of the bitmaps of all pages.
  public long bitmapBytes() {
    return bitmapBytes;
  }

  /// Forgets all pages; memory is kept.
  public void reset() {
    count = 0;
    bitmapBytes = 0;
  }

  @Override
  public void close() {
    bits.close();
  }
}
