package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.internal.stats.ByteStrings;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A dictionary of byte strings.
///
/// An open-addressing table holds 32 bits of hash beside each code, so that a long entry is looked
/// at only when it is very likely the same; strings of up to 15 bytes are known by two words. Owns
/// the entries, which lie in native memory in PLAIN layout: a length of four bytes in front for
/// BYTE_ARRAY, none for FIXED_LEN_BYTE_ARRAY.
public final class BinaryDictionary implements AutoCloseable {
  /// The code of a value for which there is no room.
  public static final int FULL = -1;

  private static final int MIN_SLOTS = 1 << 10;
  private static final long A = 0xa076_1d64_78bd_642fL;
  private static final long B = 0xe703_7ed1_a0b4_28dbL;
  private static final long C = 0x8ebc_6af0_9c88_c6e3L;
  private static final long D = 0x5899_65cc_7537_4cc3L;

  private final int prefix;
  private final int maxBytes;
  private final Slab entries = new Slab();
  private long bytes;
  private int size;

  /// Where each entry starts in `entries`, and where the last one ends.
  private int[] starts = new int[MIN_SLOTS];

  /// Of each entry of up to 15 bytes two words: the first eight bytes, and those behind them below
  /// the length and one. Zeros for longer entries.
  private long[] words = new long[2 * MIN_SLOTS];

  /// The upper half of the hash, and the code plus one.
  private long[] slots = new long[MIN_SLOTS];

  private int usedSlots = MIN_SLOTS;

  /// A dictionary with `prefix` bytes of length before each entry (4 or 0) and a page body of at
  /// most `maxBytes`.
  public BinaryDictionary(int prefix, int maxBytes) {
    this.prefix = prefix;
    this.maxBytes = maxBytes;
  }

  /// Number of entries.
  public int size() {
    return size;
  }

  /// Bytes of the entries in PLAIN layout.
  public long bytes() {
    return bytes;
  }

  /// The entries in PLAIN layout.
  public Slab entries() {
    return entries;
  }

  /// Where an entry starts in PLAIN layout.
  public int start(int code) {
    return starts[code];
  }

  /// Where an entry ends.
  public int end(int code) {
    return starts[code + 1];
  }

  /// Finds or adds a value; returns its code or [#FULL].
  public int index(MemorySegment source, long at, int length) {
    if (length < 8) {
      long head = length == 0 ? 0 : ByteStrings.head(source, at, length);
      return indexWords(source, at, length, head, size(length));
    }
    long first = source.get(LONG, at);
    if (length < 16) {
      return indexWords(source, at, length, first, tail(source, at, length) | size(length));
    }
    return indexLong(source, at, length);
  }

  /// The bytes behind the first eight, of 8 to 15; shifted twice, since by 64 would be by none.
  private static long tail(MemorySegment source, long at, int length) {
    return source.get(LONG, at + length - 8) >>> 8 >>> ((15 - length) << 3);
  }

  private static long size(int length) {
    return (length + 1L) << 56;
  }

  /// A short string is known by its words, and no entry need be looked at.
  private int indexWords(MemorySegment source, long at, int length, long first, long second) {
    long hash = mix(first ^ A, second ^ B);
    int mask = usedSlots - 1;
    long[] table = slots;
    long[] known = words;
    int slot = (int) hash & mask;
    long entry;
    while ((entry = table[slot]) != 0) {
      int code = (int) entry - 1;
      if (known[2 * code] == first && known[2 * code + 1] == second) {
        return code;
      }
      slot = (slot + 1) & mask;
    }
    return add(source, at, length, hash, slot, first, second);
  }

  private int indexLong(MemorySegment source, long at, int length) {
    long hash = hash(source, at, length);
    int mask = usedSlots - 1;
    long[] table = slots;
    int slot = (int) hash & mask;
    long entry;
    while ((entry = table[slot]) != 0) {
      int code = (int) entry - 1;
      if ((int) (entry >>> 32) == (int) (hash >>> 32)
          && starts[code + 1] - starts[code] == length + prefix
          && ByteStrings.same(
              source, at, entries.segment(), (long) starts[code] + prefix, length)) {
        return code;
      }
      slot = (slot + 1) & mask;
    }
    return add(source, at, length, hash, slot, 0, 0);
  }

  private int add(
      MemorySegment source, long at, int length, long hash, int slot, long first, long second) {
    long end = bytes + prefix + length;
    if (size == LongDictionary.MAX_ENTRIES || end > maxBytes) {
      return FULL;
    }
    MemorySegment page = entries.ensure(end, bytes);
    if (prefix != 0) {
      page.set(INT, bytes, length);
    }
    MemorySegment.copy(source, at, page, bytes + prefix, length);
    bytes = end;
    words[2 * size] = first;
    words[2 * size + 1] = second;
    slots[slot] = (hash & 0xffff_ffff_0000_0000L) | ++size;
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      words = Arrays.copyOf(words, 4 * size);
    }
    starts[size] = (int) end;
    if (size > usedSlots >> 1) {
      grow();
    }
    return size - 1;
  }

  private void grow() {
    usedSlots <<= 2;
    if (slots.length < usedSlots) {
      slots = new long[usedSlots];
    } else {
      Arrays.fill(slots, 0, usedSlots, 0);
    }
    int mask = usedSlots - 1;
    for (int code = 0; code < size; code++) {
      long hash = hash(code);
      int slot = (int) hash & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = (hash & 0xffff_ffff_0000_0000L) | (code + 1);
    }
  }

  private long hash(int code) {
    if (words[2 * code + 1] != 0) {
      return mix(words[2 * code] ^ A, words[2 * code + 1] ^ B);
    }
    long at = (long) starts[code] + prefix;
    return hash(entries.segment(), at, (int) (starts[code + 1] - at));
  }

  /// A hash of a string of 16 bytes or more; both halves are well mixed.
  private static long hash(MemorySegment source, long at, int length) {
    long hash = length;
    long last = at + length - 16;
    for (long i = at; i < last; i += 16) {
      hash = mix(source.get(LONG, i) ^ C ^ hash, source.get(LONG, i + 8) ^ D);
    }
    return mix(source.get(LONG, last) ^ A ^ hash, source.get(LONG, last + 8) ^ B);
  }

  private static long mix(long a, long b) {
    return Math.unsignedMultiplyHigh(a, b) ^ (a * b);
  }

  /// Forgets all entries; memory is kept.
  public void reset() {
    Arrays.fill(slots, 0, usedSlots, 0);
    usedSlots = MIN_SLOTS;
    size = 0;
    bytes = 0;
  }

  @Override
  public void close() {
    entries.close();
  }
}
