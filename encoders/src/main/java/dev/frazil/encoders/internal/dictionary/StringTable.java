package dev.frazil.encoders.internal.dictionary;

import java.util.Arrays;

/// Codes of byte strings by their hashes: buckets of four, two words each.
///
/// The first word of a bucket has a tag of 16 bits for each code, some bits of the string's hash,
/// and the second one the codes. Tags are never 0, and are filled from the lowest, so that a bucket
/// is full when its highest tag is there. What a bucket has no room for is in one behind it. With
/// at most five entries for four buckets that is one entry in a hundred, so that the bucket of a
/// hash nearly always tells the only code that can be meant.
///
/// Few codes are beside that in a sparse table of one code a place, where the low bits of a hash
/// tell at once which one is likely.
final class StringTable {
  private static final int MIN_BUCKETS = 1 << 4;

  /// The most buckets of few codes, which with their places are 48 KB at most.
  private static final int FEW_BUCKETS = 1 << 10;

  private static final int PLACES = 16;
  private static final long LANES = 0x0001_0001_0001_0001L;
  private static final long TOP_BITS = 0x8000_8000_8000_8000L;
  private static final int LANE_BITS = 16;

  private long[] table = new long[2 * MIN_BUCKETS];
  private int buckets = MIN_BUCKETS;

  /// Places of few codes, at least [#PLACES] a bucket: 0 where there is none, and the last one of
  /// those that share a place.
  private char[] few = new char[PLACES * MIN_BUCKETS];

  /// The lanes of a bucket that have the tag of a hash: the highest bit of each. Of more than one,
  /// only the lowest is sure.
  private static long matches(long tags, long hash) {
    long differences = tags ^ (tag(hash) * LANES);
    return (differences - LANES) & ~differences & TOP_BITS;
  }

  private static long tag(long hash) {
    return (hash >>> 48) | 1;
  }

  /// Whether there are few codes, which [#fewCodes()] has.
  boolean few() {
    return buckets <= FEW_BUCKETS;
  }

  /// By the low bits of a hash, the code that it is likely to have; a power of two of them.
  char[] fewCodes() {
    return few;
  }

  /// Stores the only code that each of `count` hashes can have, if its own bucket has it; any code
  /// otherwise.
  void candidates(long[] hashes, int count, int[] codes) {
    candidates(table, buckets - 1, hashes, count, codes);
  }

  private static void candidates(long[] table, int mask, long[] hashes, int count, int[] codes) {
    for (int i = 0; i < count; i++) {
      codes[i] = candidate(table, mask, hashes[i]);
    }
  }

  private static int candidate(long[] table, int mask, long hash) {
    int at = ((int) hash & mask) << 1;
    int lane = Long.numberOfTrailingZeros(matches(table[at], hash)) & (3 * LANE_BITS);
    return (int) (table[at + 1] >>> lane) & 0xffff;
  }

  /// The same for one hash.
  int candidate(long hash) {
    return candidate(table, buckets - 1, hash);
  }

  /// The bucket in which a search for a hash begins.
  int first(long hash) {
    return (int) hash & (buckets - 1);
  }

  /// The bucket in which it goes on.
  int next(int bucket) {
    return (bucket + 1) & (buckets - 1);
  }

  /// The codes of a bucket that a hash may have: a bit for each, none where it has none of them.
  long matches(int bucket, long hash) {
    return matches(table[bucket << 1], hash);
  }

  /// The code of the lowest of such bits.
  int code(int bucket, long matches) {
    int lane = Long.numberOfTrailingZeros(matches) & (3 * LANE_BITS);
    return (int) (table[(bucket << 1) + 1] >>> lane) & 0xffff;
  }

  /// Whether a search goes on behind a bucket.
  boolean full(int bucket) {
    return table[bucket << 1] >>> (3 * LANE_BITS) != 0;
  }

  /// Adds a code that is not there.
  void add(long hash, int code) {
    int bucket = first(hash);
    while (full(bucket)) {
      bucket = next(bucket);
    }
    int at = bucket << 1;
    int free = (Long.SIZE + LANE_BITS - 1 - Long.numberOfLeadingZeros(table[at])) & (3 * LANE_BITS);
    table[at] |= tag(hash) << free;
    table[at + 1] |= (long) code << free;
    if (few()) {
      few[(int) hash & (few.length - 1)] = (char) code;
    }
  }

  /// Whether so many codes are too many.
  boolean crowded(int codes) {
    return codes > buckets + (buckets >> 2);
  }

  /// Forgets all codes, and takes four times the buckets.
  void grow() {
    clear();
    buckets <<= 2;
    if (table.length < 2 * buckets) {
      table = new long[2 * buckets];
    }
    if (few() && few.length < PLACES * buckets) {
      few = new char[PLACES * buckets];
    }
  }

  /// Forgets all codes.
  void clear() {
    Arrays.fill(table, 0, 2 * buckets, 0);
    Arrays.fill(few, (char) 0);
  }

  /// Forgets all codes and is small again; memory is kept.
  void reset() {
    clear();
    buckets = MIN_BUCKETS;
  }
}
