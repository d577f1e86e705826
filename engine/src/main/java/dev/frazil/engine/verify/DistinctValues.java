package dev.frazil.engine.verify;

import java.util.Arrays;

/// How many different values a chunk has, by their 64-bit hashes. Gives up beyond a limit, to stay
/// in bounded memory. Not thread-safe.
final class DistinctValues {
  /// Different values that are counted, at most: 64 MiB of hashes.
  static final int LIMIT = 1 << 22;

  private long[] table = new long[1 << 10];
  private int size;
  private boolean zero;

  /// Adds values.
  ///
  /// @param hashes one a value
  void add(long[] hashes) {
    for (long hash : hashes) {
      if (count() > LIMIT) {
        return;
      }
      if (hash == 0) {
        zero = true;
      } else if (insert(table, hash) && ++size > table.length / 2) {
        grow();
      }
    }
  }

  private static boolean insert(long[] table, long hash) {
    int mask = table.length - 1;
    int slot = (int) hash & mask;
    while (table[slot] != 0) {
      if (table[slot] == hash) {
        return false;
      }
      slot = (slot + 1) & mask;
    }
    table[slot] = hash;
    return true;
  }

  private void grow() {
    long[] larger = new long[table.length * 2];
    Arrays.stream(table).filter(hash -> hash != 0).forEach(hash -> insert(larger, hash));
    table = larger;
  }

  /// How many there are, or more than the limit.
  long count() {
    return size + (zero ? 1L : 0L);
  }
}
