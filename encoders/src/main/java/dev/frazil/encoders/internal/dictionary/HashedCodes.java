package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// Codes of a dictionary's entries by the hash of their bits: open addressing, in a table that
/// grows, and that is kept while the chunks need about as much.
final class HashedCodes {
  /// Slots of the smallest table, which is filled by half: of the chunks of small files thousands
  /// may be open.
  private static final int SMALLEST = 1 << 5;

  /// Slots of the next one. From here on a quarter is filled, since collisions cost more than
  /// memory.
  private static final int SMALL = 1 << 8;

  /// Slots up to which tables grow by four, and behind which by two.
  private static final int MIDDLING = 1 << 14;

  private final int width;
  private final int limit;

  private CodeTables tables;

  /// Slots in use, a power of two: the table may have more.
  private int slots;

  /// The most slots that the chunk has needed so far, and that the one before it has.
  private int needed;

  private int neededBefore;

  private int size;

  /// Codes of at most `limit` numbers of `width` bytes (4 or 8).
  HashedCodes(int width, int limit, CodeTables tables) {
    this.width = width;
    this.limit = limit;
    this.tables = tables;
  }

  /// Turns to other tables, which are to be opened.
  void use(CodeTables others) {
    tables = others;
  }

  /// Entries behind the values that were indexed last.
  int size() {
    return size;
  }

  /// Stores the codes of values up to the first one for which the table is too small, and adds
  /// entries to those there are; returns how many values it took.
  int index(
      MemorySegment values,
      long at,
      int count,
      MemorySegment indices,
      long to,
      MemorySegment entries) {
    return width == 4
        ? index4(values, at, count, indices, to, entries)
        : index8(values, at, count, indices, to, entries);
  }

  private int index4(
      MemorySegment values,
      long at,
      int count,
      MemorySegment indices,
      long to,
      MemorySegment entries) {
    long[] known = tables.keys();
    int[] codesOf = tables.codes();
    int mask = slots - 1;
    int shift = shift(slots);
    int full = capacity(slots);
    int used = size;
    int i = 0;
    for (; i < count; i++) {
      int value = values.get(INT, at + ((long) i << 2));
      int slot = slot(value, shift);
      int code;
      while ((code = codesOf[slot]) != 0 && known[slot] != value) {
        slot = (slot + 1) & mask;
      }
      if (code == 0) {
        if (used == full) {
          break;
        }
        entries.set(INT, (long) used << 2, value);
        code = ++used;
        known[slot] = value;
        codesOf[slot] = code;
      }
      indices.set(SHORT, to + ((long) i << 1), (short) (code - 1));
    }
    size = used;
    return i;
  }

  private int index8(
      MemorySegment values,
      long at,
      int count,
      MemorySegment indices,
      long to,
      MemorySegment entries) {
    long[] known = tables.keys();
    int[] codesOf = tables.codes();
    int mask = slots - 1;
    int shift = shift(slots);
    int full = capacity(slots);
    int used = size;
    int i = 0;
    for (; i < count; i++) {
      long value = values.get(LONG, at + ((long) i << 3));
      int slot = slot(value, shift);
      int code;
      while ((code = codesOf[slot]) != 0 && known[slot] != value) {
        slot = (slot + 1) & mask;
      }
      if (code == 0) {
        if (used == full) {
          break;
        }
        entries.set(LONG, (long) used << 3, value);
        code = ++used;
        known[slot] = value;
        codesOf[slot] = code;
      }
      indices.set(SHORT, to + ((long) i << 1), (short) (code - 1));
    }
    size = used;
    return i;
  }

  /// Doubles of few digits differ in their high bits alone, which a product would not spread.
  private static int slot(long value, int shift) {
    return (int) (((value ^ (value >>> 32)) * 0x9E37_79B9_7F4A_7C15L) >>> shift);
  }

  private static int shift(int slots) {
    return Long.numberOfLeadingZeros(slots) + 1;
  }

  /// Entries that a table of so many slots holds.
  private int capacity(int ofSlots) {
    return Math.min(limit, ofSlots == SMALLEST ? ofSlots >> 1 : ofSlots >> 2);
  }

  private static int larger(int thanSlots) {
    if (thanSlots == SMALLEST) {
      return SMALL;
    }
    return thanSlots < MIDDLING ? thanSlots << 2 : thanSlots << 1;
  }

  /// Takes in the `count` entries there are, with room for some more.
  ///
  /// @param expected entries to make room for at once
  void open(MemorySegment entries, int count, int expected) {
    int wanted = Math.min(limit, Math.max(count, expected));
    int fitting = SMALLEST;
    while (capacity(fitting) < wanted) {
      fitting = larger(fitting);
    }
    open(fitting, entries, count);
  }

  /// Makes the table larger, which must not hold its limit.
  void grow(MemorySegment entries) {
    open(larger(slots), entries, size);
  }

  private void open(int newSlots, MemorySegment entries, int count) {
    slots = newSlots;
    needed = Math.max(needed, newSlots);
    size = count;
    tables.clear(newSlots);
    long[] known = tables.keys();
    int[] codesOf = tables.codes();
    int mask = newSlots - 1;
    int shift = shift(newSlots);
    for (int code = 0; code < count; code++) {
      long value =
          width == 4 ? DirectCodes.intAt(entries, code) : DirectCodes.longAt(entries, code);
      int slot = slot(value, shift);
      while (codesOf[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      known[slot] = value;
      codesOf[slot] = code + 1;
    }
  }

  /// Ends a chunk.
  ///
  /// @param trim whether to give back a table that is far larger than what it and the one before
  ///   needed
  void reset(boolean trim) {
    if (trim) {
      tables.trim(Math.max(SMALLEST, Math.max(needed, neededBefore)));
    }
    neededBefore = needed;
    needed = 0;
    size = 0;
  }
}
