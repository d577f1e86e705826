package dev.frazil.encoders;

import dev.frazil.encoders.internal.levels.LeafRows;
import dev.frazil.encoders.internal.levels.LevelBuffer;
import dev.frazil.encoders.internal.page.ContentDefinedChunker;
import dev.frazil.encoders.internal.values.DictionaryValueEncoder;
import dev.frazil.encoders.internal.values.ValueEncoder;
import org.jspecify.annotations.Nullable;

/// Where the pages of a chunk end: always between rows, by bytes, rows and slots, or by content,
/// where bytes and rows do not count.
final class PageCutter {
  /// Slots that are shown together where contents end pages: all that lie behind the end of a page
  /// are shown again.
  private static final int CONTENT_SLOTS = 4_096;

  private final EncoderOptions options;
  private final LeafRows shown;
  private final LevelBuffer page;
  private final ValueEncoder values;
  private final @Nullable ContentDefinedChunker chunker;

  /// Cuts the page that `page` and `values` hold open.
  PageCutter(
      LeafColumn column,
      EncoderOptions options,
      LeafRows shown,
      LevelBuffer page,
      ValueEncoder values) {
    this.options = options;
    this.shown = shown;
    this.page = page;
    this.values = values;
    ContentDefinedChunking chunking = options.chunking();
    chunker = chunking == null ? null : new ContentDefinedChunker(column, chunking);
  }

  /// Shows the rows of the batch that fit the open page, at least one while it is empty, and no
  /// more than may be indexed before the dictionary is judged; returns how many.
  int show(LeafValues leaf, @Nullable DictionaryValueEncoder coded, int from, int count) {
    int free = Math.min(count, rowsLeft(coded != null));
    long room = Math.max(0, options.pageTargetValues() - page.slots());
    int fitting = Math.min(within(leaf, coded, from, free), shown.rowsWithin(from, free, room));
    int taken = fitting == 0 && page.slots() == 0 ? 1 : fitting;
    if (taken == 0) {
      return 0;
    }
    shown.show(from, taken);
    while (taken > 1 && shown.slots() > room) {
      taken >>= 1; // lists without elements have slots as well
      shown.show(from, taken);
    }
    if (shown.slots() > room && page.slots() > 0) {
      return 0;
    }
    return chunker == null ? taken : toBoundary(chunker, leaf, from, taken);
  }

  private int toBoundary(ContentDefinedChunker cursor, LeafValues leaf, int from, int count) {
    int taken = cursor.rowsToBoundary(leaf, shown);
    if (taken < count) {
      shown.show(from, taken);
    }
    return taken;
  }

  private int within(LeafValues leaf, @Nullable DictionaryValueEncoder coded, int from, int free) {
    if (chunker != null) {
      int probe = coded == null ? CONTENT_SLOTS : coded.valuesToNextProbe();
      return Math.max(1, shown.rowsWithin(from, free, Math.min(CONTENT_SLOTS, probe)));
    }
    if (coded != null) {
      int judged = Math.max(1, shown.rowsWithin(from, free, coded.valuesToNextProbe()));
      long room = Math.max(1, (options.pageTargetBytes() >> 1) - page.values());
      return Math.min(judged, shown.rowsWithin(from, free, room));
    }
    long first = shown.firstSlot(from);
    int slots = (int) Math.min(shown.firstSlot(from + free) - first, Integer.MAX_VALUE);
    return shown.rowsWithin(from, free, values.slotsWithin(leaf, first, slots, bytesLeft()));
  }

  private int rows(boolean coded) {
    return coded ? options.indexPageTargetRows() : options.pageTargetRows();
  }

  /// Rows that the open page takes.
  int rowsLeft(boolean coded) {
    return chunker == null ? (int) Math.max(0, rows(coded) - page.rows()) : Integer.MAX_VALUE;
  }

  /// Bytes in PLAIN that the open page takes.
  long bytesLeft() {
    return chunker == null
        ? Math.max(0, options.pageTargetBytes() - values.pageBytes())
        : Long.MAX_VALUE;
  }

  /// Whether the open page ends behind the rows that were shown last.
  boolean full(boolean coded) {
    return (chunker != null && chunker.atBoundary()) || reached(coded);
  }

  /// Whether the open page has reached a limit of its size.
  boolean reached(boolean coded) {
    if (page.slots() >= options.pageTargetValues()) {
      return true;
    }
    long bytes = coded ? 2L * page.values() : values.pageBytes();
    return chunker == null && (page.rows() >= rows(coded) || bytes >= options.pageTargetBytes());
  }

  /// Whether pages end by content, so that a page written anew must end where it did.
  boolean byContent() {
    return chunker != null;
  }

  /// Says that the rows shown last were not taken and will come again.
  void retract() {
    if (chunker != null) {
      chunker.retract();
    }
  }

  /// Begins the next chunk.
  void reset() {
    if (chunker != null) {
      chunker.reset();
    }
  }
}
