package dev.frazil.engine.verify;

import dev.frazil.engine.file.BloomFilter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Looks up every value of a chunk in its bloom filter: split blocks of 256 bits (BloomFilter.md).
/// Not thread-safe.
final class BloomFilterCheck {
  static final int BLOCK_BYTES = 32;

  private static final int[] SALT = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };

  private final ByteBuffer blocks;
  private long missing;

  /// Starts with no values.
  ///
  /// @param filter a known filter of whole blocks
  BloomFilterCheck(BloomFilter filter) {
    this.blocks = filter.bits().duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Looks values up.
  ///
  /// @param hashes one a value
  void add(long[] hashes) {
    long count = blocks.capacity() / BLOCK_BYTES;
    for (long hash : hashes) {
      int block = (int) (((hash >>> Integer.SIZE) * count) >>> Integer.SIZE) * BLOCK_BYTES;
      boolean found = true;
      for (int i = 0; i < SALT.length; i++) {
        int bit = 1 << (((int) hash * SALT[i]) >>> 27);
        found &= (blocks.getInt(block + i * Integer.BYTES) & bit) != 0;
      }
      missing += found ? 0 : 1;
    }
  }

  /// How many values the filter denies.
  long missing() {
    return missing;
  }
}
