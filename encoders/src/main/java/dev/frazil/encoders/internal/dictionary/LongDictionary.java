package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A dictionary of numbers of four or eight bytes, told apart by their bits.
///
/// While all values lie in a narrow range a value is found by its distance from the smallest (a
/// table of codes, no hashing); otherwise by an open-addressing hash table on the Java heap. Owns
/// the entries, which lie in native memory in PLAIN layout.
public final class LongDictionary implements AutoCloseable {
  /// Most entries of any dictionary: codes have 16 bits.
  public static final int MAX_ENTRIES = 1 << 16;

  /// Widest range of the table of codes: a code plus one must fit 16 bits.
  private static final int MAX_RANGE = (1 << 16) - 1;

  /// Smallest table of codes.
  private static final int MIN_RANGE = 1 << 10;

  /// Slots of the hash table: 1,024 at level 0, four times as many a level.
  private static final int LEVELS = 5;

  private final int width;
  private final int limit;
  private final Slab entries = new Slab();
  private int size;

  /// Code plus one by `value - base`, while `ranged`.
  private short[] table = new short[0];

  /// The range of the values that came last, for as long as a narrow one would help.
  private final SignedRange slice = new SignedRange();

  private long base;
  private int range;
  private boolean ranged;

  /// Keys and codes plus one by hash, while not `ranged`; kept by level once they were needed.
  private final long[][] keys = new long[LEVELS][];

  private final int[][] codes = new int[LEVELS][];
  private int level;

  /// A dictionary of values of `width` bytes (4 or 8) with a page body of at most `maxBytes`.
  public LongDictionary(int width, int maxBytes) {
    this.width = width;
    limit = Math.min(MAX_ENTRIES, maxBytes / width);
  }

  /// Number of entries.
  public int size() {
    return size;
  }

  /// The entries in PLAIN layout, `size * width` bytes.
  public Slab entries() {
    return entries;
  }

  /// Finds or adds `count` values that lie back to back, at least one, and stores their codes.
  ///
  /// @return false when the dictionary is full; it is of no use then
  public boolean index(MemorySegment values, long at, int count, MemorySegment indices, long to) {
    entries.ensure((long) Math.min(limit, size + count) * width, (long) size * width);
    if (size == 0 || ranged) {
      slice.of(values, at, count, width);
      place(count, slice.min(), slice.max());
    }
    if (ranged) {
      return width == 4
          ? index4ByRange(values, at, count, indices, to)
          : index8ByRange(values, at, count, indices, to);
    }
    for (int done = 0; done < count; ) {
      int step =
          width == 4
              ? index4ByHash(values, at + 4L * done, count - done, indices, to + 2L * done)
              : index8ByHash(values, at + 8L * done, count - done, indices, to + 2L * done);
      done += step;
      if (done < count && !growHash()) {
        return false;
      }
    }
    return true;
  }

  /// Chooses how values from `min` to `max` are found, and moves to the hash table for good when
  /// the range of all values is no longer narrow.
  private void place(int count, long min, long max) {
    if (size == 0) {
      ranged = narrow(min, max, count);
      if (ranged) {
        openTable(min, (int) (max - min) + 1);
      } else {
        rehash(0);
      }
    } else if (min < base || max > base + range - 1) {
      long low = Math.min(min, base);
      long high = Math.max(max, base + range - 1);
      ranged = narrow(low, high, count);
      if (ranged) {
        openTable(low, (int) (high - low) + 1);
        for (int code = 0; code < size; code++) {
          table[(int) (entry(code) - base)] = (short) (code + 1);
        }
      } else {
        rehash(levelOf(size));
      }
    }
  }

  private static boolean narrow(long min, long max, int count) {
    long span = max - min;
    return span >= 0 && span < Math.min(MAX_RANGE, Math.max(MIN_RANGE, 4L * count));
  }

  private void openTable(long from, int span) {
    base = from;
    range = span;
    if (table.length < span) {
      table = new short[Math.max(MIN_RANGE, Integer.highestOneBit(span) << 1)];
    } else {
      Arrays.fill(table, 0, span, (short) 0);
    }
  }

  private boolean index4ByRange(
      MemorySegment values, long at, int count, MemorySegment indices, long to) {
    MemorySegment dictionary = entries.segment();
    short[] codesOf = table;
    int from = (int) base;
    int used = size;
    for (int i = 0; i < count; i++) {
      int value = values.get(INT, at + ((long) i << 2));
      int code = codesOf[value - from];
      if (code == 0) {
        if (used == limit) {
          return false;
        }
        dictionary.set(INT, (long) used << 2, value);
        code = ++used;
        codesOf[value - from] = (short) code;
      }
      indices.set(SHORT, to + ((long) i << 1), (short) (code - 1));
    }
    size = used;
    return true;
  }

  private boolean index8ByRange(
      MemorySegment values, long at, int count, MemorySegment indices, long to) {
    MemorySegment dictionary = entries.segment();
    short[] codesOf = table;
    long from = base;
    int used = size;
    for (int i = 0; i < count; i++) {
      long value = values.get(LONG, at + ((long) i << 3));
      int code = codesOf[(int) (value - from)];
      if (code == 0) {
        if (used == limit) {
          return false;
        }
        dictionary.set(LONG, (long) used << 3, value);
        code = ++used;
        codesOf[(int) (value - from)] = (short) code;
      }
      indices.set(SHORT, to + ((long) i << 1), (short) (code - 1));
    }
    size = used;
    return true;
  }

  /// Returns how many values were indexed before the table had to grow.
  private int index4ByHash(
      MemorySegment values, long at, int count, MemorySegment indices, long to) {
    MemorySegment dictionary = entries.segment();
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
        dictionary.set(INT, (long) used << 2, value);
        code = ++used;
        known[slot] = value;
        codesOf[slot] = code;
      }
      indices.set(SHORT, to + ((long) i << 1), (short) (code - 1));
    }
    size = used;
    return i;
  }

  /// Returns how many values were indexed before the table had to grow.
  private int index8ByHash(
      MemorySegment values, long at, int count, MemorySegment indices, long to) {
    MemorySegment dictionary = entries.segment();
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
        dictionary.set(LONG, (long) used << 3, value);
        code = ++used;
        known[slot] = value;
        codesOf[slot] = code;
      }
      indices.set(SHORT, to + ((long) i << 1), (short) (code - 1));
    }
    size = used;
    return i;
  }

  private static int slot(long value, int shift) {
    return (int) ((value * 0x9E37_79B9_7F4A_7C15L) >>> shift);
  }

  private static int shift(int slots) {
    return Long.numberOfLeadingZeros(slots) + 1;
  }

  /// Entries that a table of so many slots holds: half of them, and a quarter while it is small.
  private int capacity(int slots) {
    return Math.min(limit, slots <= 1 << 14 ? slots >> 2 : slots >> 1);
  }

  private int levelOf(int entries) {
    int fitting = 0;
    while (fitting < LEVELS - 1 && capacity(slots(fitting)) < entries) {
      fitting++;
    }
    return fitting;
  }

  private static int slots(int level) {
    return 1 << (10 + 2 * level);
  }

  private boolean growHash() {
    if (size >= limit) {
      return false;
    }
    rehash(level + 1);
    return true;
  }

  private void rehash(int newLevel) {
    level = newLevel;
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
    for (int code = 0; code < size; code++) {
      long value = entry(code);
      int slot = slot(value, shift);
      while (codesOf[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      known[slot] = value;
      codesOf[slot] = code + 1;
    }
  }

  private long entry(int code) {
    return width == 4
        ? entries.segment().get(INT, (long) code << 2)
        : entries.segment().get(LONG, (long) code << 3);
  }

  /// Forgets all entries; memory is kept.
  public void reset() {
    size = 0;
  }

  @Override
  public void close() {
    entries.close();
  }
}
