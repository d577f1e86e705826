package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// Hashes and comparisons of byte strings by words, without a loop or a branch for the lengths that
/// most strings have.
///
/// A short string, of up to 32 bytes, is known by its length and one, two or four words: its bytes
/// and zeros behind them.
final class StringWords {
  /// The longest string that four words hold.
  static final int MAX_SHORT = 32;

  private static final long A = 0xa076_1d64_78bd_642fL;
  private static final long B = 0xe703_7ed1_a0b4_28dbL;
  private static final long C = 0x8ebc_6af0_9c88_c6e3L;
  private static final long D = 0x5899_65cc_7537_4cc3L;

  /// For each length up to 63, the bits of four words that lie inside a string.
  private static final long[] MASKS = masks();

  private StringWords() {}

  private static long[] masks() {
    long[] masks = new long[4 * 64];
    for (int length = 0; length < 64; length++) {
      for (int i = 0; i < Math.min(length, MAX_SHORT); i++) {
        masks[4 * length + (i >>> 3)] |= 0xffL << ((i & 7) << 3);
      }
    }
    return masks;
  }

  /// The words, a power of two, that hold strings of up to `longest` bytes; four for longer ones.
  static int words(int longest) {
    return longest <= Long.BYTES ? 1 : longest <= 2 * Long.BYTES ? 2 : 4;
  }

  /// The bits of word number `word` that lie inside a string of `length` bytes, less than 64.
  static long mask(int length, int word) {
    return MASKS[(length << 2) + word];
  }

  /// Reads a short string as so many words into an array.
  static void read(MemorySegment source, long at, int length, long[] words, int to, int count) {
    for (int i = 0; i < count; i++) {
      words[to + i] = source.get(LONG, at + ((long) i << 3)) & mask(length, i);
    }
  }

  /// Whether so many words are the same.
  static boolean same(long[] words, int at, long[] others, int otherAt, int count) {
    long differences = 0;
    for (int i = 0; i < count; i++) {
      differences |= words[at + i] ^ others[otherAt + i];
    }
    return differences == 0;
  }

  /// 1 for any number but 0.
  static long nonZero(long bits) {
    return (bits | -bits) >>> 63;
  }

  /// The hash of one, two or four words.
  static long hash(long[] words, int at, int count) {
    return switch (count) {
      case 1 -> hash(words[at]);
      case 2 -> hash(words[at], words[at + 1]);
      default -> hash(words[at], words[at + 1], words[at + 2], words[at + 3]);
    };
  }

  static long hash(long word) {
    return mix(word ^ A, B);
  }

  static long hash(long first, long second) {
    return mix(first ^ A, second ^ B);
  }

  static long hash(long first, long second, long third, long fourth) {
    return mix(first ^ A, second ^ B) ^ mix(third ^ C, fourth ^ D);
  }

  /// A hash of a string of more than 32 bytes; both halves are well mixed.
  static long hash(MemorySegment source, long at, int length) {
    long last = at + length - 32;
    long hash = length;
    if (length > 64) {
      for (long i = at; i < last; i += 16) {
        hash = mix(source.get(LONG, i) ^ C ^ hash, source.get(LONG, i + 8) ^ D);
      }
    } else {
      hash =
          mix(source.get(LONG, at) ^ C ^ hash, source.get(LONG, at + 8) ^ D)
              ^ mix(source.get(LONG, at + 16) ^ D, source.get(LONG, at + 24) ^ B);
    }
    return hash
        ^ mix(source.get(LONG, last) ^ A, source.get(LONG, last + 8) ^ B)
        ^ mix(source.get(LONG, last + 16) ^ B ^ hash, source.get(LONG, last + 24) ^ C);
  }

  private static long mix(long a, long b) {
    return Math.unsignedMultiplyHigh(a, b) ^ (a * b);
  }

  /// Whether two strings of one length of more than 32 bytes are the same.
  static boolean same(MemorySegment a, long aAt, MemorySegment b, long bAt, int length) {
    if (length > 64) {
      for (int i = 32; i < length - 32; i += 8) {
        if (a.get(LONG, aAt + i) != b.get(LONG, bAt + i)) {
          return false;
        }
      }
    }
    return differences(a, aAt, b, bAt) == 0
        && differences(a, aAt + length - 32, b, bAt + length - 32) == 0;
  }

  /// Bits in which 32 bytes differ.
  private static long differences(MemorySegment a, long aAt, MemorySegment b, long bAt) {
    return (a.get(LONG, aAt) ^ b.get(LONG, bAt))
        | (a.get(LONG, aAt + 8) ^ b.get(LONG, bAt + 8))
        | (a.get(LONG, aAt + 16) ^ b.get(LONG, bAt + 16))
        | (a.get(LONG, aAt + 24) ^ b.get(LONG, bAt + 24));
  }
}
