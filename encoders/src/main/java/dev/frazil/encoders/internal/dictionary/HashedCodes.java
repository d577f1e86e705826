package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Codes of a dictionary's entries by the hash of their bits: open addressing on the Java heap, in
/// tables that are kept once they were needed.
final class HashedCodes {
  /// Slots: 64 at level 0, four times as many a level.
  private static final int LEVELS = 7;

  private final int width;
  private final int limit;

  /// Keys and codes plus one by hash.
  private final long[][] keys = new long[LEVELS][];

  private final int[][] codes = new int[LEVELS][];
  private int level;
  private int size;

  /// Codes of at most `limit` numbers of `width` bytes (4 or 8).
  HashedCodes(int width, int limit) {
    this.width = width;
    this.limit = limit;
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
    long[] known = keys[level];
    int[] codesOf = codes[level];
    int mask = known.length - 1;
    int shift = shift(known.length);
    int full = capacity(known.length);
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
    long[] known = keys[level];
    int[] codesOf = codes[level];
    int mask = known.length - 1;
    int shift = shift(known.length);
    int full = capacity(known.length);
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

  /// Entries that a table of so many slots holds: half of them, and a quarter while it is small.
  private int capacity(int slots) {
    return Math.min(limit, slots <= 1 << 14 ? slots >> 2 : slots >> 1);
  }

  private static int slots(int level) {
    return 1 << (6 + 2 * level);
  }

  /// Takes in the `count` entries there are, with room for some more.
  ///
  /// @param expected entries to make room for at once
  void open(MemorySegment entries, int count, int expected) {
    int fitting = 0;
    while (fitting < LEVELS - 1 && capacity(slots(fitting)) < Math.max(count, expected)) {
      fitting++;
    }
    open(fitting, entries, count);
  }

  /// Makes the table larger, which must not hold its limit.
  void grow(MemorySegment entries) {
    open(level + 1, entries, size);
  }

  private void open(int newLevel, MemorySegment entries, int count) {
    level = newLevel;
    size = count;
    if (keys[level] == null) {
      keys[level] = new long[slots(level)];
      codes[level] = new int[slots(level)];
    } else {
      Arrays.fill(codes[level], 0);
    }
    long[] known = keys[level];
    int[] codesOf = codes[level];
    int mask = known.length - 1;
    int shift = shift(known.length);
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
}
