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

  /// Its words.
  private final long[] sought = new long[4];

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
    return length > StringWords.MAX_SHORT
        ? indexLong(source, at, length, StringWords.hash(source, at, length), size)
        : indexShort(source, at, length);
  }

  /// Finds or adds the values that are shown, and stores their codes of 16 bits each from a
  /// position.
  ///
  /// @param source what holds the values
  /// @param spans where they are, in rising order
  /// @return how many have a code: fewer than all when there is no room for the next one
  public int index(MemorySegment source, ByteSpans spans, MemorySegment codes, long to) {
    widen(spans.longest());
    int count = spans.count();
    long last = source.byteSize() - (long) stride * Long.BYTES;
    int inside = count;
    while (inside > 0 && spans.start(inside - 1) > last) {
      inside--;
    }
    int missed = tile.find(table, words, lengths, source, spans, inside, stride, codes, to);
    for (int i = 0; i < missed; i++) {
      int value = tile.missed(i);
      int code = settle(source, spans, value, codes.get(SHORT, to + ((long) value << 1)) & 0xffff);
      if (code == FULL) {
        return value;
      }
      codes.set(SHORT, to + ((long) value << 1), (short) code);
    }
    for (int i = inside; i < count; i++) {
      int code = index(source, spans.start(i), spans.length(i));
      if (code == FULL) {
        return i;
      }
      codes.set(SHORT, to + ((long) i << 1), (short) code);
    }
    return count;
  }

  private int settle(MemorySegment source, ByteSpans spans, int value, int likely) {
    long at = spans.start(value);
    int length = spans.length(value);
    if (length > StringWords.MAX_SHORT) {
      return indexLong(source, at, length, tile.hash(value), likely);
    }
    return tile.hashed()
        ? indexShort(source, at, length, tile.words(), value * stride, tile.hash(value))
        : indexShort(source, at, length);
  }

  private int indexShort(MemorySegment source, long at, int length) {
    if (at > source.byteSize() - StringWords.MAX_SHORT) {
      MemorySegment copy = single.ensure(StringWords.MAX_SHORT, 0);
      MemorySegment.copy(source, at, copy, 0, length);
      StringWords.read(copy, 0, length, sought, 0, stride);
    } else {
      StringWords.read(source, at, length, sought, 0, stride);
    }
    return indexShort(source, at, length, sought, 0, StringWords.hash(sought, 0, stride));
  }

  private int indexShort(
      MemorySegment source, long at, int length, long[] sought, int from, long hash) {
    int bucket = table.first(hash);
    while (true) {
      for (long left = table.matches(bucket, hash); left != 0; left &= left - 1) {
        int code = table.code(bucket, left);
        if (lengths[code] == length
            && StringWords.same(words, code * stride, sought, from, stride)) {
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
      System.arraycopy(sought, from, words, code * stride, stride);
      enter(hash, code);
    }
    return code;
  }

  private int indexLong(MemorySegment source, long at, int length, long hash, int likely) {
    if (likely < size && sameLong(source, at, length, likely)) {
      return likely;
    }
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
