package dev.frazil.encoders.internal.page;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.internal.levels.LevelBuffer;
import java.util.Arrays;

/// The pages of a chunk whose dictionary is still open: the levels of all, and where each ends.
/// Their values wait as indices in the value encoder.
public final class PendingPages implements AutoCloseable {
  private final LevelBuffer levels;
  private int count;
  private int[] slots = new int[16];
  private int[] values = new int[16];

  /// Bytes in PLAIN of the values of each page and of all before it.
  private long[] plainBytes = new long[16];

  /// Pages of a column.
  public PendingPages(LeafColumn column) {
    levels = LevelBuffer.of(column);
  }

  /// Adds a page with all slots of a buffer.
  ///
  /// @param chunkPlainBytes bytes that the values of all pages so far have in PLAIN, this one's
  ///   included
  public void add(LevelBuffer page, long chunkPlainBytes) {
    if (count == slots.length) {
      slots = Arrays.copyOf(slots, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
      plainBytes = Arrays.copyOf(plainBytes, 2 * count);
    }
    slots[count] = (int) page.slots();
    values[count] = (int) page.values();
    plainBytes[count] = chunkPlainBytes;
    count++;
    levels.append(page, 0, (int) page.slots());
  }

  /// Number of pages.
  public int count() {
    return count;
  }

  /// Slots of a page.
  public int slots(int page) {
    return slots[page];
  }

  /// Slots of a page that hold a value.
  public int values(int page) {
    return values[page];
  }

  /// Bytes that the values of a page have in PLAIN.
  public long plainBytes(int page) {
    return plainBytes[page] - (page == 0 ? 0 : plainBytes[page - 1]);
  }

  /// The levels of all pages, one behind the other.
  public LevelBuffer levels() {
    return levels;
  }

  /// Forgets all pages; memory is kept.
  public void reset() {
    count = 0;
    levels.clear();
  }

  @Override
  public void close() {
    levels.close();
  }
}
