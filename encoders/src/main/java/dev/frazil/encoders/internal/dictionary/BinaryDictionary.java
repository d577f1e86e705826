package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A dictionary of byte strings.
///
/// An open-addressing table of codes. A string of up to 31 bytes is known by one, two or four words
/// ([StringWords]), as many as the longest so far needs, and is found by comparing those. Of longer
/// ones the table holds some bits of hash beside the code, so that an entry is looked at only when
/// it is very likely the same. Owns the entries, which lie in native memory in PLAIN layout: a
/// length of four bytes in front for BYTE_ARRAY, none for FIXED_LEN_BYTE_ARRAY.
public final class BinaryDictionary implements AutoCloseable {
  /// The code of a value for which there is no room.
  public static final int FULL = -1;

  private static final int MIN_SLOTS = 1 << 10;

  /// Entries up to which three of four slots stay free; beyond, every second one.
  private static final int FEW = 1 << 12;

  /// The bits of a slot that are the code plus one; above them are the highest of the hash.
  private static final int CODE = 0x1_ffff;

  /// Where the code of a single value goes in `single`.
  private static final long SINGLE_CODE = 32;

  private final int prefix;
  private final int maxBytes;
  private final Slab entries = new Slab();
  private long bytes;
  private int size;

  /// Where each entry starts in `entries`, and where the last one ends.
  private int[] starts = new int[MIN_SLOTS];

  /// Words of an entry: 1, 2 or 4.
  private int stride = 1;

  /// By code plus one, the words of each entry of up to 31 bytes; the last one is zero for longer
  /// ones, and for the entry that is none.
  private long[] words = new long[MIN_SLOTS + 1];

  private final long[] shortWords = new long[4];

  /// The values of a tile that are not in the first slot of their hash.
  private int[] misses = new int[1];

  private int[] slots = new int[MIN_SLOTS];
  private int usedSlots = MIN_SLOTS;

  /// A value with room behind it, and its code.
  private final Slab single = new Slab();

  private final long[] singleStart = new long[1];
  private final int[] singleLength = new int[1];

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
    MemorySegment codes = single.ensure(SINGLE_CODE + Short.BYTES, 0);
    widen(length);
    singleLength[0] = length;
    int found;
    if (length <= StringWords.MAX_SHORT) {
      MemorySegment.copy(source, at, codes, 0, length);
      singleStart[0] = 0;
      found = indexWords(codes, singleStart, singleLength, 1, codes, SINGLE_CODE);
    } else {
      singleStart[0] = at;
      found = indexWords(source, singleStart, singleLength, 1, codes, SINGLE_CODE);
    }
    return found == 0 ? FULL : codes.get(SHORT, SINGLE_CODE) & 0xffff;
  }

  /// Finds or adds values, and stores their codes of 16 bits each from a position.
  ///
  /// @param source what holds the values
  /// @param starts where each of them starts, in rising order
  /// @param lengths their lengths
  /// @param longest the greatest of those
  /// @return how many have a code: fewer than `count` when there is no room for the next one
  public int index(
      MemorySegment source,
      long[] starts,
      int[] lengths,
      int count,
      int longest,
      MemorySegment codes,
      long to) {
    widen(longest);
    if (misses.length < count) {
      misses = new int[count];
    }
    long last = source.byteSize() - (long) stride * Long.BYTES;
    int inside = count;
    while (inside > 0 && starts[inside - 1] > last) {
      inside--;
    }
    int found = indexWords(source, starts, lengths, inside, codes, to);
    if (found < inside) {
      return found;
    }
    for (int i = inside; i < count; i++) {
      int code = index(source, starts[i], lengths[i]);
      if (code == FULL) {
        return i;
      }
      codes.set(SHORT, to + ((long) i << 1), (short) code);
    }
    return count;
  }

  private int indexWords(
      MemorySegment source, long[] at, int[] lengths, int count, MemorySegment codes, long to) {
    return switch (stride) {
      case 1 -> index1(source, at, lengths, count, codes, to);
      case 2 -> index2(source, at, lengths, count, codes, to);
      default -> index4(source, at, lengths, count, codes, to);
    };
  }

  private int index1(
      MemorySegment source, long[] at, int[] lengths, int count, MemorySegment codes, long to) {
    int[] table = slots;
    long[] known = words;
    int mask = usedSlots - 1;
    int missed = 0;
    for (int i = 0; i < count; i++) {
      int length = lengths[i];
      long word =
          (source.get(LONG, at[i]) & StringWords.mask(length, 0)) | StringWords.size(length);
      int entry = table[(int) StringWords.hash(word) & mask] & CODE;
      codes.set(SHORT, to + ((long) i << 1), (short) (entry - 1));
      misses[missed] = i;
      missed += StringWords.nonZero(known[entry] ^ word);
    }
    return settle(missed, source, at, lengths, count, codes, to);
  }

  private int index2(
      MemorySegment source, long[] at, int[] lengths, int count, MemorySegment codes, long to) {
    int[] table = slots;
    long[] known = words;
    int mask = usedSlots - 1;
    int missed = 0;
    for (int i = 0; i < count; i++) {
      int length = lengths[i];
      long start = at[i];
      long first = source.get(LONG, start) & StringWords.mask(length, 0);
      long second = source.get(LONG, start + 8) & StringWords.mask(length, 1);
      second |= StringWords.size(length);
      int entry = table[(int) StringWords.hash(first, second) & mask] & CODE;
      int word = entry << 1;
      codes.set(SHORT, to + ((long) i << 1), (short) (entry - 1));
      misses[missed] = i;
      missed += StringWords.nonZero((known[word] ^ first) | (known[word + 1] ^ second));
    }
    return settle(missed, source, at, lengths, count, codes, to);
  }

  private int index4(
      MemorySegment source, long[] at, int[] lengths, int count, MemorySegment codes, long to) {
    int[] table = slots;
    long[] known = words;
    int mask = usedSlots - 1;
    int missed = 0;
    for (int i = 0; i < count; i++) {
      int length = Math.min(lengths[i], StringWords.MAX_SHORT);
      long start = at[i];
      long first = source.get(LONG, start) & StringWords.mask(length, 0);
      long second = source.get(LONG, start + 8) & StringWords.mask(length, 1);
      long third = source.get(LONG, start + 16) & StringWords.mask(length, 2);
      long fourth = source.get(LONG, start + 24) & StringWords.mask(length, 3);
      fourth |= StringWords.size(length);
      int entry = table[(int) StringWords.hash(first, second, third, fourth) & mask] & CODE;
      int word = entry << 2;
      long low = (known[word] ^ first) | (known[word + 1] ^ second);
      long high = (known[word + 2] ^ third) | (known[word + 3] ^ fourth);
      codes.set(SHORT, to + ((long) i << 1), (short) (entry - 1));
      misses[missed] = i;
      missed += StringWords.nonZero(low | high | (lengths[i] - length));
    }
    return settle(missed, source, at, lengths, count, codes, to);
  }

  /// Finds or adds those values whose first slot was not theirs.
  private int settle(
      int missed,
      MemorySegment source,
      long[] at,
      int[] lengths,
      int count,
      MemorySegment codes,
      long to) {
    for (int i = 0; i < missed; i++) {
      int value = misses[i];
      int length = lengths[value];
      int entry =
          length > StringWords.MAX_SHORT
              ? indexLong(source, at[value], length)
              : indexShort(source, at[value], length);
      if (entry == 0) {
        return value;
      }
      codes.set(SHORT, to + ((long) value << 1), (short) (entry - 1));
    }
    return count;
  }

  private int indexShort(MemorySegment source, long at, int length) {
    long[] sought = shortWords;
    StringWords.read(source, at, length, sought, 0, stride);
    long hash = StringWords.hash(sought, 0, stride);
    int mask = usedSlots - 1;
    int slot = (int) hash & mask;
    int entry;
    while ((entry = slots[slot] & CODE) != 0) {
      if (StringWords.same(words, entry * stride, sought, stride)) {
        return entry;
      }
      slot = (slot + 1) & mask;
    }
    entry = add(source, at, length, hash, slot);
    if (entry != 0) {
      System.arraycopy(sought, 0, words, entry * stride, stride);
      spread();
    }
    return entry;
  }

  private int indexLong(MemorySegment source, long at, int length) {
    long hash = StringWords.hash(source, at, length);
    int mask = usedSlots - 1;
    int[] table = slots;
    int slot = (int) hash & mask;
    int entry;
    while ((entry = table[slot]) != 0) {
      int code = (entry & CODE) - 1;
      if (entry >>> 17 == (int) (hash >>> 49)
          && starts[code + 1] - starts[code] == length + prefix
          && StringWords.same(
              source, at, entries.segment(), (long) starts[code] + prefix, length)) {
        return code + 1;
      }
      slot = (slot + 1) & mask;
    }
    entry = add(source, at, length, hash, slot);
    if (entry != 0) {
      words[(entry + 1) * stride - 1] = 0;
      spread();
    }
    return entry;
  }

  /// Appends an entry and stores its code in a free slot; its words are the caller's. Returns its
  /// code plus one, or 0 when there is no room.
  private int add(MemorySegment source, long at, int length, long hash, int slot) {
    long end = bytes + prefix + length;
    if (size == LongDictionary.MAX_ENTRIES || end > maxBytes) {
      return 0;
    }
    MemorySegment page = entries.ensure(end, bytes);
    if (prefix != 0) {
      page.set(INT, bytes, length);
    }
    MemorySegment.copy(source, at, page, bytes + prefix, length);
    bytes = end;
    slots[slot] = slotOf(hash, ++size);
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      words = Arrays.copyOf(words, (2 * size + 1) * stride);
    }
    starts[size] = (int) end;
    return size;
  }

  private static int slotOf(long hash, int entry) {
    return (int) (hash >>> 49) << 17 | entry;
  }

  /// The first free slot for a hash.
  private int free(long hash) {
    int mask = usedSlots - 1;
    int slot = (int) hash & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /// Takes more slots when too few are free.
  private void spread() {
    if (size > (size > FEW ? usedSlots >> 1 : usedSlots >> 2)) {
      Arrays.fill(slots, 0, usedSlots, 0);
      usedSlots <<= 2;
      if (slots.length < usedSlots) {
        slots = new int[usedSlots];
      }
      fillSlots();
    }
  }

  private void fillSlots() {
    for (int code = 0; code < size; code++) {
      long hash = hash(code);
      slots[free(hash)] = slotOf(hash, code + 1);
    }
  }

  /// Takes as many words an entry as strings of a length need.
  private void widen(int longest) {
    int needed = StringWords.words(longest);
    if (needed > stride) {
      stride = needed;
      words = new long[(starts.length + 1) * stride];
      for (int code = 0; code < size; code++) {
        long at = (long) starts[code] + prefix;
        int length = (int) (starts[code + 1] - at);
        StringWords.read(entries.segment(), at, length, words, (code + 1) * stride, stride);
      }
      Arrays.fill(slots, 0, usedSlots, 0);
      fillSlots();
    }
  }

  private long hash(int code) {
    int word = (code + 1) * stride;
    if (words[word + stride - 1] == 0) {
      long at = (long) starts[code] + prefix;
      return StringWords.hash(entries.segment(), at, (int) (starts[code + 1] - at));
    }
    return StringWords.hash(words, word, stride);
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
    single.close();
  }
}
