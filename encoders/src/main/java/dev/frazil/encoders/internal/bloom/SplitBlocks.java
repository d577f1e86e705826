package dev.frazil.encoders.internal.bloom;

import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// The bits of a split-block bloom filter (BloomFilter.md): blocks of eight words of 32 bits, one
/// bit a word for each hash.
final class SplitBlocks {
  /// Bytes of a block.
  static final int BLOCK = 32;

  /// 32 bits a word, eight words a block.
  private static final double ALL_BITS = 0x1p40;

  private static final int SALT_0 = 0x47b6137b;
  private static final int SALT_1 = 0x44974d91;
  private static final int SALT_2 = 0x8824ad5b;
  private static final int SALT_3 = 0xa2b7289d;
  private static final int SALT_4 = 0x705495c7;
  private static final int SALT_5 = 0x2df1424b;
  private static final int SALT_6 = 0x9efc4947;
  private static final int SALT_7 = 0x5c6bfb31;

  private SplitBlocks() {}

  /// Sets the bits of a hash in a filter of so many blocks.
  static void insert(MemorySegment bits, long blocks, long hash) {
    long at = (((hash >>> 32) * blocks) >>> 32) * BLOCK;
    int key = (int) hash;
    or(bits, at, key * SALT_0, key * SALT_1);
    or(bits, at + 8, key * SALT_2, key * SALT_3);
    or(bits, at + 16, key * SALT_4, key * SALT_5);
    or(bits, at + 24, key * SALT_6, key * SALT_7);
  }

  private static void or(MemorySegment bits, long at, int low, int high) {
    long mask = (1L << (low >>> 27)) | (1L << (32 + (high >>> 27)));
    bits.set(LONG, at, bits.get(LONG, at) | mask);
  }

  /// How probably a filter, once folded, finds a value that was never inserted: for each block the
  /// product of the fractions of its words that are set, on average.
  static double rateWhenFolded(MemorySegment bits, long blocks) {
    double sum = 0;
    for (long i = 0; i < blocks; i += 2) {
      long at = i * BLOCK;
      double found = 1;
      for (int word = 0; word < BLOCK; word += Long.BYTES) {
        long pair = bits.get(LONG, at + word) | bits.get(LONG, at + BLOCK + word);
        found *= (double) Integer.bitCount((int) pair) * Integer.bitCount((int) (pair >>> 32));
      }
      sum += found;
    }
    return sum / (blocks >>> 1) / ALL_BITS;
  }

  /// Halves a filter in place: the block of a hash is its high bits scaled by the number of blocks,
  /// so that two neighbours become one.
  static void fold(MemorySegment bits, long blocks) {
    for (long i = 0; i < blocks >>> 1; i++) {
      long at = 2 * i * BLOCK;
      for (int word = 0; word < BLOCK; word += Long.BYTES) {
        long pair = bits.get(LONG, at + word) | bits.get(LONG, at + BLOCK + word);
        bits.set(LONG, i * BLOCK + word, pair);
      }
    }
  }
}
