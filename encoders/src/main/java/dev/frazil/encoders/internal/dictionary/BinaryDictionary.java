package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A dictionary of byte strings.
///
/// A string of up to 32 bytes is known by its length and one, two or four words ([StringWords]), as
/// many as the longest so far needs, and is found by comparing those with the words of the entry
/// that a table of hashes tells. The entry of a longer one is compared itself. Owns the entries,
/// which lie in native memory in PLAIN layout: a length of four bytes in front for BYTE_ARRAY, none
/// for FIXED_LEN_BYTE_ARRAY.
public final class BinaryDictionary implements AutoCloseable {
  /// The code of a value for which there is no room.
  public static final int FULL = -1;

  private static final int MIN_ENTRIES = 1 << 5;
  private static final byte LONG_ENTRY = -1;

  private final int prefix;
  private final int maxBytes;
  private final Slab entries = new Slab();
  private long bytes;
  private int size;

  /// Where each entry starts in `entries`, and where the last one ends.
  private int[] starts = new int[MIN_ENTRIES];

  /// Words of an entry: 1, 2 or 4.
  private int stride = 1;

  /// By code, the words of each entry of up to 32 bytes.
  private long[] words = new long[MIN_ENTRIES];

  /// By code, the length of each entry of up to 32 bytes; [#LONG_ENTRY] of others, and of code 0
  /// while there is no entry.
  private byte[] lengths = new byte[MIN_ENTRIES];

  private final StringTable table = new StringTable();
  private final StringTile tile = new StringTile();

  /// A value with room behind it.
  private final Slab single = new Slab();

  private final long[] singleStart = new long[1];
  private final int[] singleLength = new int[1];

  /// A dictionary with `prefix` bytes of length before each entry (4 or 0) and a page body of at
  /// most `maxBytes`.
  public BinaryDictionary(int prefix, int maxBytes) {
    this.prefix = prefix;
    this.maxBytes = maxBytes;
    lengths[0] = LONG_ENTRY;
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
    widen(length);
    singleLength[0] = length;
    int found;
    if (length <= StringWords.MAX_SHORT) {
      MemorySegment copy = single.ensure(StringWords.MAX_SHORT, 0);
      MemorySegment.copy(source, at, copy, 0, length);
      singleStart[0] = 0;
      found = find(copy, singleStart, singleLength, 1);
    } else {
      singleStart[0] = at;
      found = find(source, singleStart, singleLength, 1);
    }
    return found == 0 ? FULL : tile.codes()[0];
  }

  /// Finds or adds values, and stores their codes of 16 bits each from a position.
  ///
  /// @param source what holds the values
  /// @param starts where each of them starts, in rising order
  /// @param lengths their lengths
  /// @param longest at least the greatest of those, and less than the power of two above that
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
    long last = source.byteSize() - (long) stride * Long.BYTES;
    int inside = count;
    while (inside > 0 && starts[inside - 1] > last) {
      inside--;
    }
    int found = find(source, starts, lengths, inside);
    store(tile.codes(), found, codes, to);
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

  private static void store(int[] found, int count, MemorySegment codes, long to) {
    for (int i = 0; i < count; i++) {
      codes.set(SHORT, to + ((long) i << 1), (short) found[i]);
    }
  }

  /// Finds or adds values whose words all lie inside their memory. Their codes are those of the
  /// tile; returns how many have one.
  private int find(MemorySegment source, long[] at, int[] sought, int count) {
    int missed = tile.find(table, words, lengths, source, at, sought, count, stride);
    for (int i = 0; i < missed; i++) {
      int value = tile.missed(i);
      int length = sought[value];
      int code =
          length > StringWords.MAX_SHORT
              ? indexLong(source, at[value], length, value)
              : indexShort(source, at[value], length, value);
      if (code == FULL) {
        return value;
      }
      tile.codes()[value] = code;
    }
    return count;
  }

  private int indexShort(MemorySegment source, long at, int length, int value) {
    long hash = tile.hash(value);
    int bucket = table.first(hash);
    while (true) {
      for (long left = table.matches(bucket, hash); left != 0; left &= left - 1) {
        int code = table.code(bucket, left);
        if (lengths[code] == length
            && StringWords.same(words, code * stride, tile.words(), value * stride, stride)) {
          return code;
        }
      }
      if (!table.full(bucket)) {
        break;
      }
      bucket = table.next(bucket);
    }
    int code = append(source, at, length);
    if (code != FULL) {
      System.arraycopy(tile.words(), value * stride, words, code * stride, stride);
      enter(hash, code);
    }
    return code;
  }

  private int indexLong(MemorySegment source, long at, int length, int value) {
    int likely = tile.codes()[value];
    if (likely < size && sameLong(source, at, length, likely)) {
      return likely;
    }
    long hash = tile.hash(value);
    int bucket = table.first(hash);
    while (true) {
      for (long left = table.matches(bucket, hash); left != 0; left &= left - 1) {
        int code = table.code(bucket, left);
        if (sameLong(source, at, length, code)) {
          return code;
        }
      }
      if (!table.full(bucket)) {
        break;
      }
      bucket = table.next(bucket);
    }
    int code = append(source, at, length);
    if (code != FULL) {
      enter(hash, code);
    }
    return code;
  }

  private boolean sameLong(MemorySegment source, long at, int length, int code) {
    return starts[code + 1] - starts[code] == length + prefix
        && StringWords.same(source, at, entries.segment(), (long) starts[code] + prefix, length);
  }

  /// Appends an entry, without words and not in the table; returns its code.
  private int append(MemorySegment source, long at, int length) {
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
    int code = size++;
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      words = Arrays.copyOf(words, 2 * size * stride);
      lengths = Arrays.copyOf(lengths, 2 * size);
    }
    lengths[code] = length > StringWords.MAX_SHORT ? LONG_ENTRY : (byte) length;
    starts[size] = (int) end;
    return code;
  }

  /// Takes an entry that has words into the table.
  private void enter(long hash, int code) {
    if (table.crowded(size)) {
      table.grow();
      fill();
    } else {
      table.add(hash, code);
    }
  }

  private void fill() {
    for (int code = 0; code < size; code++) {
      table.add(hash(code), code);
    }
  }

  /// Takes as many words an entry as strings of a length need.
  private void widen(int longest) {
    int needed = StringWords.words(longest);
    if (needed > stride) {
      stride = needed;
      words = new long[starts.length * stride];
      for (int code = 0; code < size; code++) {
        long at = (long) starts[code] + prefix;
        StringWords.read(entries.segment(), at, lengths[code] & 63, words, code * stride, stride);
      }
      table.clear();
      fill();
    }
  }

  private long hash(int code) {
    int word = code * stride;
    if (lengths[code] == LONG_ENTRY) {
      long at = (long) starts[code] + prefix;
      return StringWords.hash(entries.segment(), at, (int) (starts[code + 1] - at));
    }
    return StringWords.hash(words, word, stride);
  }

  /// Forgets all entries; memory is kept.
  public void reset() {
    table.reset();
    lengths[0] = LONG_ENTRY;
    size = 0;
    bytes = 0;
  }

  @Override
  public void close() {
    entries.close();
    single.close();
  }
}
