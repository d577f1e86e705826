package dev.frazil.engine.scan;

import java.util.Arrays;

/// Loops over masks of the rows of a batch: a bit a row, lowest first, in words of which bits that
/// no row has are clear.
final class Masks {
  private Masks() {}

  static int words(int rows) {
    return (rows + Long.SIZE - 1) >>> 6;
  }

  /// The array, or a longer one where it has too few words; the contents are lost.
  static long[] atLeast(long[] words, int rows) {
    return words.length >= words(rows) ? words : new long[words(rows)];
  }

  /// Sets the bits of all rows.
  static void fill(long[] words, int rows) {
    Arrays.fill(words, 0, words(rows), -1);
    if ((rows & 63) != 0) {
      words[words(rows) - 1] = (1L << rows) - 1;
    }
  }

  static void clear(long[] words, int rows) {
    Arrays.fill(words, 0, words(rows), 0);
  }

  static void and(long[] words, long[] others, int rows) {
    for (int i = 0; i < words(rows); i++) {
      words[i] &= others[i];
    }
  }

  static void or(long[] words, long[] others, int rows) {
    for (int i = 0; i < words(rows); i++) {
      words[i] |= others[i];
    }
  }

  /// Turns the bits of all rows.
  static void flip(long[] words, int rows) {
    for (int i = 0; i < words(rows); i++) {
      words[i] = ~words[i];
    }
    if ((rows & 63) != 0) {
      words[words(rows) - 1] &= (1L << rows) - 1;
    }
  }

  static int count(long[] words, int rows) {
    int count = 0;
    for (int i = 0; i < words(rows); i++) {
      count += Long.bitCount(words[i]);
    }
    return count;
  }
}
