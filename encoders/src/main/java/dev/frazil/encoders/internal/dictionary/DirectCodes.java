package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.DOUBLE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// Codes of a dictionary's entries by their distance from the smallest one, counted in steps of the
/// values: no hashing, and near values are near in memory.
///
/// The table is kept. It is of use while the values lie in a narrow range of steps; [#open] says
/// so.
abstract sealed class DirectCodes permits IntCodes, LongCodes, DecimalCodes {
  /// Most entries: a code plus one must fit 16 bits.
  static final int MAX_ENTRIES = (1 << 16) - 1;

  /// Most steps between the smallest and the largest value.
  private static final int MAX_RANGE = 1 << 18;

  /// A range so narrow is worth a table whatever the number of values.
  private static final int MIN_RANGE = 1 << 10;

  /// Values that are indexed at a time.
  private static final int TILE = 512;

  /// One new value in so many makes them many.
  private static final int MANY = 16;

  private static final short[] NO_CODES = {};

  /// Code plus one by distance; 0 where there is no entry. Zeros from `slots` on are not promised.
  short[] codes = NO_CODES;

  /// How many distances the table covers.
  int slots;

  /// Entries behind the values that were indexed last.
  int size;

  private final int width;
  private CodeTables tables;

  /// Whether many of the values that were indexed last were new.
  private boolean many;

  /// Codes of numbers of `width` bytes (4 or 8).
  DirectCodes(int width, CodeTables tables) {
    this.width = width;
    this.tables = tables;
  }

  /// Turns to other tables, which are to be opened or filled.
  final void use(CodeTables others) {
    tables = others;
  }

  /// The codes of numbers of `width` bytes (4 or 8).
  static DirectCodes of(int width, boolean floating, CodeTables tables) {
    if (width == 4) {
      return new IntCodes(tables);
    }
    return floating ? new DecimalCodes(tables) : new LongCodes(tables);
  }

  /// Makes the table cover all entries and `count` values, at least one, of which the first is no
  /// entry; false when their range is too wide. A table that has entries grows by half at least, so
  /// that values which rise or fall piece by piece do not have it filled anew for each piece.
  ///
  /// @param seen values of the chunk so far
  /// @param entries the `size` entries so far in PLAIN layout
  abstract boolean open(
      MemorySegment values, long at, int count, long seen, MemorySegment entries, int size);

  /// Stores the codes of the `size` entries in the table, which is empty and covers them; false
  /// where two of them have one slot.
  abstract boolean fill(MemorySegment entries, int size);

  /// Fills the table anew, whose contents others have used: it covered all `size` entries.
  final void refill(MemorySegment entries, int known) {
    clear(slots);
    if (!fill(entries, known)) {
      throw new IllegalStateException("codes: expected a slot for each entry again, got fewer");
    }
  }

  /// Stores the codes of values up to the first one that the table does not cover, and adds entries
  /// to the `known` there are; returns how many values it took.
  ///
  /// @param limit most entries, at most [#MAX_ENTRIES]
  final int index(
      MemorySegment values,
      long at,
      int count,
      MemorySegment indices,
      long to,
      MemorySegment entries,
      int known,
      int limit) {
    size = known;
    many |= known == 0;
    int done = 0;
    int tile;
    int taken;
    do {
      tile = Math.min(TILE, count - done);
      int before = size;
      long from = at + (long) done * width;
      long target = to + 2L * done;
      taken =
          many && before + tile <= limit
              ? indexMany(values, from, tile, indices, target, entries)
              : indexFew(values, from, tile, indices, target, entries, limit);
      many = (size - before) * MANY > taken;
      done += taken;
    } while (taken == tile && done < count);
    return done;
  }

  /// Indexes values few of which are new, with a branch for those.
  abstract int indexFew(
      MemorySegment values,
      long at,
      int count,
      MemorySegment indices,
      long to,
      MemorySegment entries,
      int limit);

  /// Indexes values many of which are new. Which they are no processor can guess, so that there is
  /// no branch: each value is stored as the next entry, and its code in the table, but counted only
  /// where it is new. There is room for all of them.
  abstract int indexMany(
      MemorySegment values,
      long at,
      int count,
      MemorySegment indices,
      long to,
      MemorySegment entries);

  /// 1 where there is no code yet (0), else 0.
  static int isNew(int code) {
    return (code - 1) >>> (Integer.SIZE - 1);
  }

  /// Whether a table of `span + 1` distances is worth it for so many values; a span below 0 has
  /// overflowed.
  static boolean narrow(long span, long seen) {
    return span >= 0 && span < Math.min(MAX_RANGE, Math.max(MIN_RANGE, 16 * seen));
  }

  /// Empties the table and makes it cover so many distances.
  final void clear(int span) {
    slots = span;
    codes = tables.distances(span);
  }

  static int intAt(MemorySegment entries, int code) {
    return entries.get(INT, (long) code << 2);
  }

  static long longAt(MemorySegment entries, int code) {
    return entries.get(LONG, (long) code << 3);
  }

  static double doubleAt(MemorySegment entries, int code) {
    return entries.get(DOUBLE, (long) code << 3);
  }
}
