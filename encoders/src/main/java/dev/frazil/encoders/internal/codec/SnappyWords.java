package dev.frazil.encoders.internal.codec;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.internal.encoding.Varint;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Snappy blocks of eight-byte numbers behind one another, by [Snappy's
/// format](https://github.com/google/snappy/blob/main/format_description.txt).
///
/// What numbers of a column have in common is at the same bytes of each: the high ones of integers
/// and timestamps, the low ones of decimal fractions. So there is one look-up a number, at the byte
/// where the repeated part begins, which is the block's phase and told by a sample; a search that
/// knows nothing of numbers looks at several bytes of each. Eight bytes from the phase on are a
/// word. A word whose first four bytes an earlier one has, at most 64 KiB before, is a copy of what
/// is equal and a literal of the rest, and any other one a literal.
///
/// Not thread-safe. Owns heap of one size, whatever it compresses.
final class SnappyWords {
  /// Bytes from which on a block is worth its sample.
  static final int MIN_BYTES = 1 << 15;

  /// Most words of a sample, which is one in 32 of a block before that, and its parts.
  private static final int MAX_SAMPLE = 1 << 9;

  private static final int STRIPS = 4;

  /// Shift from words to how many of them may recur as a whole: the library makes one copy of
  /// several that do so behind one another.
  private static final int MANY_WHOLE = 3;

  /// Words that are matched before they are written.
  private static final int TILE = 1 << 10;

  private static final int SLOT_BITS = 11;
  private static final int MULTIPLIER = 0x9E3779B1;

  /// Bits of how many numbers are looked for as a whole: those of the 64 KiB that copies reach.
  private static final int NUMBER_BITS = 13;

  private static final long NUMBER_MULTIPLIER = 0x9E3779B97F4A7C15L;

  /// Phases that are tried: a whole number, its high bytes from the second to the fifth on, and its
  /// low bytes with the highest one of the number before. Fewer than four high bytes are no copy.
  private static final int[] PHASES = {0, 1, 2, 3, 4, 7};

  /// Largest literal whose tag is one byte.
  private static final int SHORT_LITERAL = 60;

  /// Words back to which the offset of a copy of two bytes reaches.
  private static final int NEAR_WORDS = 1 << 8;

  /// Bits of the distance in words to what three bytes of copy reach.
  private static final int FAR_BITS = 13;

  /// A copy of two bytes and the tag of the literal behind it, but for its offset, and what each
  /// byte of the copy adds: one more to its own length, one less to the literal's.
  private static final long NEAR = 1 - (4 << 2) + (7L << 18);

  private static final long NEAR_LENGTH = (1 << 2) - (1L << 18);

  /// The same for a copy of three bytes.
  private static final long FAR = 2 - (1 << 2) + (7L << 26);

  private static final long FAR_LENGTH = (1 << 2) - (1L << 26);

  /// Shift of the words back in a match, and the mask of its bytes, which are at most 8.
  private static final int BACK = 4;

  private static final int BYTES = (1 << BACK) - 1;

  /// Where a word with these first four bytes was last.
  private final int[] slots = new int[1 << SLOT_BITS];

  /// Of each word of a tile what it copies: words back, shifted by [#BACK], and bytes; 0 for none.
  private final int[] matches = new int[TILE];

  /// By some bits of a number's hash, other ones of the last number that has those.
  private final short[] numbers = new short[1 << NUMBER_BITS];

  /// Bytes of a number that are before its word, by the last sample.
  private int phase;

  /// Words of the sample of a block, as many in each strip.
  static int sampleWords(int length) {
    return Math.min(length >> 8, MAX_SAMPLE) & -STRIPS;
  }

  /// Gathers the sample of a block: strips at equal distances, the last one at the block's end.
  ///
  /// @param target where the words of the sample go, at `at`
  static void gather(MemorySegment source, long from, int length, MemorySegment target, long at) {
    long strip = (long) sampleWords(length) / STRIPS * Long.BYTES;
    long apart = (long) (length >>> 3) / STRIPS * Long.BYTES;
    for (long i = 0; i < STRIPS; i++) {
      long end = from + length - i * apart;
      MemorySegment.copy(source, end - strip, target, at + (STRIPS - 1 - i) * strip, strip);
    }
  }

  /// Chooses the phase that suits words best, for [#recur] and [#compress] of the block that they
  /// are of.
  ///
  /// @return bytes that they take at it
  int sample(MemorySegment words, long from, int count) {
    int smallest = Integer.MAX_VALUE;
    for (int candidate : PHASES) {
      Arrays.fill(slots, 0);
      match(words, from + candidate, 1, count - 2, slots, matches);
      int size = size(matches, count - 2);
      if (size < smallest) {
        smallest = size;
        phase = candidate;
      }
    }
    return smallest + 2 * Long.BYTES; // the first word, and what is around the phase
  }

  /// Writes a block, which has at least two numbers, at the phase of its sample. The target has
  /// room for what the library may need ([SnappyCompressor#maxCompressedLength]): more than a block
  /// of words takes, and the eight bytes that the store of its last word may write.
  ///
  /// @return bytes written, or 0 where many words recur as a whole
  int compress(MemorySegment source, long from, int length, MemorySegment target) {
    Arrays.fill(slots, 0);
    int head = (length & 7) + phase;
    int words = (length - head) >> 3;
    long start = from + head;
    long at = literal(source, from, head + Long.BYTES, target, Varint.put(target, 0, length));
    int whole = 0;
    for (int word = 1; word < words; word += TILE) {
      int count = Math.min(TILE, words - word);
      match(source, start, word, count, slots, matches);
      whole += whole(matches, count);
      if (whole > (word + count) >> MANY_WHOLE) {
        return 0;
      }
      at = write(source, start + ((long) word << 3), count, matches, target, at);
    }
    long end = start + ((long) words << 3);
    return (int) literal(source, end, from + length - end, target, at);
  }

  /// Whether many of a block's last numbers are among them before. At a phase within numbers no
  /// look-up finds those, because it is at what all of them share.
  boolean recur(MemorySegment source, long from, int length) {
    if (phase == 0) {
      return false; // counted while words are matched
    }
    short[] last = numbers;
    Arrays.fill(last, (short) 0);
    int count = Math.min(length >> 3, last.length);
    long start = from + length - ((long) count << 3);
    int found = 0;
    for (int i = 0; i < count; i++) {
      long hash = source.get(LONG, start + ((long) i << 3)) * NUMBER_MULTIPLIER;
      int slot = (int) (hash >>> (Long.SIZE - NUMBER_BITS));
      short tag = (short) (hash >>> 16 | 1);
      found += last[slot] == tag ? 1 : 0;
      last[slot] = tag;
    }
    return found > count >> MANY_WHOLE;
  }

  /// How many of some words are copies of their eight bytes.
  private static int whole(int[] matches, int count) {
    int whole = 0;
    for (int i = 0; i < count; i++) {
      whole += matches[i] >>> 3 & 1;
    }
    return whole;
  }

  /// Looks up words from one on, which is not the first of all: that is where empty slots lead.
  private static void match(
      MemorySegment source, long start, int first, int count, int[] slots, int[] matches) {
    for (int i = 0; i < count; i++) {
      int at = first + i;
      long word = source.get(LONG, start + ((long) at << 3));
      int slot = (((int) word * MULTIPLIER) >>> (32 - SLOT_BITS)) & (slots.length - 1);
      int candidate = slots[slot];
      slots[slot] = at;
      long difference = word ^ source.get(LONG, start + ((long) candidate << 3));
      int back = at - candidate;
      int length = Long.numberOfTrailingZeros(difference) >>> 3;
      matches[i] = ((int) difference | back >>> FAR_BITS) == 0 ? back << BACK | length : 0;
    }
  }

  private static int size(int[] matches, int count) {
    int size = 0;
    for (int i = 0; i < count; i++) {
      int match = matches[i];
      int length = match & BYTES;
      int copy = match < NEAR_WORDS << BACK ? 2 : 3;
      size += match == 0 ? Long.BYTES : copy + literalBytes(Long.BYTES - length);
    }
    return size;
  }

  /// Bytes of a literal of up to seven bytes with its tag.
  private static int literalBytes(int bytes) {
    return bytes + ((bytes + 7) >>> 3);
  }

  /// Writes words: eight bytes at once for a copy with its literal, of which at most eight are
  /// meant and the next store writes over the others.
  private static long write(
      MemorySegment source, long from, int count, int[] matches, MemorySegment target, long start) {
    long at = start;
    int literal = 0; // bytes of the literal that ends at `at`
    for (int i = 0; i < count; i++) {
      long word = source.get(LONG, from + ((long) i << 3));
      int match = matches[i];
      if (match != 0) {
        int length = match & BYTES;
        long back = (long) match >>> BACK;
        long rest = word >>> (length << 3);
        literal = Long.BYTES - length;
        if (back < NEAR_WORDS) {
          long offset = (back & ~31) | (back & 31) << 11;
          target.set(LONG, at, NEAR + NEAR_LENGTH * length + offset + (rest << 24));
          at += 2 + literalBytes(literal);
        } else {
          target.set(LONG, at, FAR + FAR_LENGTH * length + (back << 11) + (rest << 32));
          at += 3 + literalBytes(literal);
        }
      } else {
        if (literal == 0 || literal > SHORT_LITERAL - Long.BYTES) {
          literal = 0;
          at++;
        }
        target.set(BYTE, at - literal - 1, (byte) ((literal + 7) << 2));
        target.set(LONG, at, word);
        literal += Long.BYTES;
        at += Long.BYTES;
      }
    }
    return at;
  }

  /// Writes a literal of any size.
  private static long literal(
      MemorySegment source, long from, long bytes, MemorySegment target, long start) {
    if (bytes == 0) {
      return start;
    }
    long at = start;
    if (bytes <= SHORT_LITERAL) {
      target.set(BYTE, at++, (byte) ((bytes - 1) << 2));
    } else {
      target.set(BYTE, at++, (byte) (63 << 2));
      target.set(INT, at, (int) (bytes - 1));
      at += Integer.BYTES;
    }
    MemorySegment.copy(source, from, target, at, bytes);
    return at + bytes;
  }
}
