package dev.frazil.encoders.internal.page;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.internal.levels.LevelBuffer;
import java.util.Arrays;

/// The pages of a chunk whose dictionary is still open: the levels of all, and where each ends.
/// Their values wait as indices in the value encoder.
public final class PendingPages implements AutoCloseable {
  /// Numbers of a page among [#pages].
  private static final int NUMBERS = 3;

  private final LevelBuffer levels;
  private int count;

  /// Of each page the bytes that its values and those of all pages before it have in PLAIN, its
  /// slots, and how many of them hold a value. Room for one page comes first: of the chunks of
  /// small files thousands may be open.
  private long[] pages = new long[NUMBERS];

  /// Pages of a column.
  public PendingPages(LeafColumn column) {
    levels = LevelBuffer.of(column);
  }

  /// Adds a page with all slots of a buffer.
  ///
  /// @param chunkPlainBytes bytes that the values of all pages so far have in PLAIN, this one's
  ///   included
  public void add(LevelBuffer page, long chunkPlainBytes) {
    if ((count + 1) * NUMBERS > pages.length) {
      pages = Arrays.copyOf(pages, 2 * count * NUMBERS);
    }
    int at = count * NUMBERS;
    pages[at] = chunkPlainBytes;
    pages[at + 1] = page.slots();
    pages[at + 2] = page.values();
    count++;
    levels.append(page, 0, (int) page.slots());
  }

  /// Number of pages.
  public int count() {
    return count;
  }

  /// Slots of a page.
  public int slots(int page) {
    return (int) pages[page * NUMBERS + 1];
  }

  /// Slots of a page that hold a value.
  public int values(int page) {
    return (int) pages[page * NUMBERS + 2];
  }

  /// Bytes that the values of a page have in PLAIN.
  public long plainBytes(int page) {
    return pages[page * NUMBERS] - (page == 0 ? 0 : pages[(page - 1) * NUMBERS]);
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
