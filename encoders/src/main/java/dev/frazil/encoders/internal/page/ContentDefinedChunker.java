package dev.frazil.encoders.internal.page;

import static dev.frazil.encoders.memory.Layouts.BYTE;

import dev.frazil.encoders.ContentDefinedChunking;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.levels.LeafRows;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;

/// Finds the rows behind which pages end by their contents: a cursor over the rows of one column
/// chunk.
///
/// A gear hash rolls over one byte for each level of an entry and over the bytes of its value in
/// PLAIN, whatever the batch's layout; its upper half depends on the last [#WINDOW] bytes only. A
/// page ends once the hash has matched [#MATCHES] times, each time by another table: sizes gather
/// around their mean then, and two streams that are a match apart meet again. Borders do not depend
/// on how the rows are cut into batches, nor on other limits of pages.
///
/// Not thread-safe.
public final class ContentDefinedChunker {
  /// Bytes that the hash looks back on.
  private static final int WINDOW = Long.SIZE;

  private static final int MATCHES = 8;
  private static final int BYTES = 1 << Byte.SIZE;

  /// A number for each byte, in a table for each match.
  private static final long[] GEARS = new long[MATCHES * BYTES];

  static {
    // SplitMix64 from a fixed seed, so that borders are the same in all files.
    long state = 0x6765_6172_6861_7368L;
    for (int i = 0; i < GEARS.length; i++) {
      state += 0x9E37_79B9_7F4A_7C15L;
      long mixed = (state ^ (state >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
      GEARS[i] = mixed ^ (mixed >>> 31);
    }
  }

  private final LeafColumn column;

  /// What the upper half of the hash is below where it matches.
  private final long limit;

  private final long minBytes;
  private final long maxBytes;

  /// Where the page is, in bytes since its start.
  private long size;

  private long hash;
  private int matches;
  private boolean matched;

  /// The four above before the last call.
  private long oldSize;

  private long oldHash;
  private int oldMatches;
  private boolean oldMatched;

  private boolean boundary;

  /// The span of the next value of a nested column, and where in it to look for that value.
  private int span;

  private int spanAt;

  /// A cursor at the start of a column chunk.
  public ContentDefinedChunker(LeafColumn column, ContentDefinedChunking options) {
    this.column = column;
    minBytes = options.minBytes();
    maxBytes = options.maxBytes();
    limit = limit(options);
  }

  /// Pages end halfway between the limits on average, and sooner by half for each level of
  /// normalization.
  private static long limit(ContentDefinedChunking options) {
    double toMean = (options.maxBytes() - options.minBytes()) / 2.0;
    double rate = Math.scalb(MATCHES / toMean, options.normalization());
    return Math.max(1, Math.round(Math.min(rate, 0.5) * 0x1p32));
  }

  /// Moves over the rows that are shown, up to the end of the page or over all of them.
  ///
  /// @param leaf the values of the batch
  /// @return how many of the rows belong to the open page; [#atBoundary] says whether it ends there
  public int rowsToBoundary(LeafValues leaf, LeafRows shown) {
    oldSize = size;
    oldHash = hash;
    oldMatches = matches;
    oldMatched = matched;
    boundary = false;
    return column.nested() ? nestedRows(leaf, shown) : flatRows(leaf, shown.span(0));
  }

  private int flatRows(LeafValues leaf, Slots slots) {
    boolean optional = column.optional();
    for (int row = 0; row < slots.rows(); row++) {
      boolean present = present(slots, row);
      if (optional) {
        roll(present ? 1 : 0);
      }
      if (present) {
        value(leaf, slots.from() + row);
      }
      if (rowEndsPage()) {
        return row + 1;
      }
    }
    return slots.rows();
  }

  private int nestedRows(LeafValues leaf, LeafRows shown) {
    MemorySegment definitions = shown.definitions();
    MemorySegment repetitions = shown.repetitions();
    boolean repeated = column.maxRepetitionLevel() > 0;
    span = 0;
    spanAt = 0;
    int rows = 0;
    for (int i = 0; i < shown.slots(); i++) {
      int definition = definitions.get(BYTE, i);
      roll(definition);
      if (repeated) {
        roll(repetitions.get(BYTE, i));
      }
      if (definition == column.maxDefinitionLevel()) {
        value(leaf, nextValue(shown));
      }
      boolean rowEnds = !repeated || i + 1 == shown.slots() || repetitions.get(BYTE, i + 1) == 0;
      if (rowEnds) {
        rows++;
        if (rowEndsPage()) {
          return rows;
        }
      }
    }
    return rows;
  }

  /// The slot of the next value in the spans.
  private long nextValue(LeafRows shown) {
    Slots slots = shown.span(span);
    while (true) {
      if (spanAt == slots.rows()) {
        slots = shown.span(++span);
        spanAt = 0;
      } else if (present(slots, spanAt++)) {
        return slots.from() + spanAt - 1;
      }
    }
  }

  private static boolean present(Slots slots, int slot) {
    return slots.dense()
        || (slots.valid() > 0 && Bitmaps.isSet(slots.validity(), slots.bit() + slot));
  }

  private void value(LeafValues leaf, long slot) {
    switch (leaf) {
      case LeafValues.FixedWidth v -> roll(v.values(), (v.offset() + slot) * v.width(), v.width());
      case LeafValues.Bits v -> roll(Bitmaps.isSet(v.bits(), v.offset() + slot) ? 1 : 0);
      case LeafValues.Binary v -> {
        long start = v.start(slot);
        long length = v.start(slot + 1) - start;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
          roll((int) (length >>> shift));
        }
        roll(v.data(), start, length);
      }
      case LeafValues.Coded v -> value(v.dictionary(), v.entry(slot));
    }
  }

  /// Whether nothing can match yet: further than the window from the smallest page.
  private boolean quiet() {
    return size < minBytes - WINDOW;
  }

  private void roll(int value) {
    size++;
    if (!quiet()) {
      hash = (hash << 1) + GEARS[gear() + (value & 0xff)];
      matched |= hash >>> Integer.SIZE < limit;
    }
  }

  private void roll(MemorySegment bytes, long at, long length) {
    size += length;
    if (quiet()) {
      return;
    }
    long rolled = hash;
    int gear = gear();
    boolean found = false;
    for (long i = 0; i < length; i++) {
      rolled = (rolled << 1) + GEARS[gear + (bytes.get(BYTE, at + i) & 0xff)];
      found |= rolled >>> Integer.SIZE < limit;
    }
    hash = rolled;
    matched |= found;
  }

  private int gear() {
    return Math.min(matches, MATCHES - 1) * BYTES;
  }

  /// Counts at most one match a row; starts a page if this one ends with the row.
  private boolean rowEndsPage() {
    if (matched) {
      matched = false;
      matches++;
    }
    if (size < maxBytes && (size < minBytes || matches < MATCHES)) {
      return false;
    }
    startPage();
    boundary = true;
    return true;
  }

  private void startPage() {
    size = 0;
    hash = 0;
    matches = 0;
    matched = false;
  }

  /// Whether the page ends behind the rows of the last call.
  public boolean atBoundary() {
    return boundary;
  }

  /// Goes back to before the last call: its rows come again.
  public void retract() {
    size = oldSize;
    hash = oldHash;
    matches = oldMatches;
    matched = oldMatched;
    boundary = false;
  }

  /// Goes back to the start of a column chunk.
  public void reset() {
    startPage();
    boundary = false;
  }
}
