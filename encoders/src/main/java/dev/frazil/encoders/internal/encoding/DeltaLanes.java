package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// Blocks of 128 differences that are at most 65,535 apart, as lanes of 16 bits above a base: four
/// of a word are measured and packed with one instruction each. Not thread-safe.
final class DeltaLanes {
  /// The greatest distance of two differences.
  static final long MAX_RANGE = 0xffff;

  private static final int MINIBLOCK = 32;
  private static final int MINIBLOCKS = 4;
  private static final int MINIBLOCK_WORDS = MINIBLOCK / 4;
  private static final long ONES = 0x0001_0001_0001_0001L;

  private final short[] lanes;

  /// The lanes, for the copy of all of them to words at once.
  private final MemorySegment lanesMemory;

  private final long[] words;

  /// Room for `count` differences.
  DeltaLanes(int count) {
    lanes = new short[count];
    lanesMemory = MemorySegment.ofArray(lanes);
    words = new long[count / 4];
  }

  /// Takes differences into the lanes of their places, each a multiple of four.
  ///
  /// @param base what lanes are above: none of the differences is below it
  void take(long[] deltas, int from, int to, long base) {
    narrow(deltas, from, to, base, lanes);
    long bytes = (long) from * Short.BYTES;
    MemorySegment.copy(lanesMemory, LONG, bytes, words, from / 4, (to - from) / 4);
  }

  private static void narrow(long[] deltas, int from, int to, long base, short[] lanes) {
    for (int i = from; i < to; i++) {
      lanes[i] = (short) (deltas[i] - base);
    }
  }

  /// The width in bits of all miniblocks of a block from lane `from` on if it is proven that none
  /// takes fewer above the block's smallest lane, else 0.
  ///
  /// Proof is a lane of the two highest bits in each miniblock, and one of neither in the first:
  /// they are more than half of what the width holds apart.
  int spreadWidth(int from) {
    int first = from / 4;
    long used = 0;
    for (int i = 0; i < MINIBLOCKS; i++) {
      used |= used(words, first + i * MINIBLOCK_WORDS, 0);
    }
    int width = width(used);
    if (width < 2) {
      return 0;
    }
    long high = ONES << (width - 1);
    boolean spread = (~eitherOf(words, first) & high) != 0;
    for (int i = 0; i < MINIBLOCKS; i++) {
      spread &= (bothOf(words, first + i * MINIBLOCK_WORDS) & high) != 0;
    }
    return spread ? width : 0;
  }

  /// At each bit, whether a lane of a miniblock has it and the one below it. What this says of the
  /// lowest bit of a lane means nothing.
  private static long bothOf(long[] words, int at) {
    long a = both(words[at]) | both(words[at + 1]);
    long b = both(words[at + 2]) | both(words[at + 3]);
    long c = both(words[at + 4]) | both(words[at + 5]);
    long d = both(words[at + 6]) | both(words[at + 7]);
    return (a | b) | (c | d);
  }

  private static long both(long word) {
    return word & (word << 1);
  }

  /// At each bit, whether those lanes of a miniblock that are in the same place of their words all
  /// have it or the one below it. What this says of the lowest bit of a lane means nothing.
  private static long eitherOf(long[] words, int at) {
    long a = either(words[at]) & either(words[at + 1]);
    long b = either(words[at + 2]) & either(words[at + 3]);
    long c = either(words[at + 4]) & either(words[at + 5]);
    long d = either(words[at + 6]) & either(words[at + 7]);
    return (a & b) & (c & d);
  }

  private static long either(long word) {
    return word | (word << 1);
  }

  /// Packs a block from lane `from` on whose miniblocks all take `width` bits: their widths from
  /// `widths` on, and behind those what they hold; returns the position behind it.
  long packSpread(int from, int width, MemorySegment target, long widths) {
    for (int i = 0; i < MINIBLOCKS; i++) {
      target.set(BYTE, widths + i, (byte) width);
    }
    long end = widths + MINIBLOCKS;
    int count = MINIBLOCKS * MINIBLOCK_WORDS;
    if (width > Byte.SIZE) {
      packTwoBytes(words, from / 4, count, 0, width, target, end);
    } else {
      packOneByte(words, from / 4, count, 0, width, target, end);
    }
    return end + (long) width * MINIBLOCKS * MINIBLOCK / Byte.SIZE;
  }

  /// Packs a block from lane `from` on, which has no lane below `floor`: the widths of its
  /// miniblocks from `widths` on, and behind those what they hold; returns the position behind it.
  long pack(int from, int floor, MemorySegment target, long widths) {
    long floors = floor * ONES;
    long end = widths + MINIBLOCKS;
    for (int i = 0; i < MINIBLOCKS; i++) {
      int at = (from + i * MINIBLOCK) / 4;
      int width = width(used(words, at, floors));
      target.set(BYTE, widths + i, (byte) width);
      if (width > Byte.SIZE) {
        packTwoBytes(words, at, MINIBLOCK_WORDS, floors, width, target, end);
      } else if (width > 0) {
        packOneByte(words, at, MINIBLOCK_WORDS, floors, width, target, end);
      }
      end += (long) width * MINIBLOCK / Byte.SIZE;
    }
    return end;
  }

  /// The bits that the lanes of a miniblock have above the floor. No lane borrows from the next
  /// one, because none is below it.
  private static long used(long[] words, int at, long floors) {
    return (two(words, at, floors) | two(words, at + 2, floors))
        | (two(words, at + 4, floors) | two(words, at + 6, floors));
  }

  /// Bits of the widest lane of a word.
  private static int width(long used) {
    long two = used | (used >>> 32);
    int one = (int) (two | (two >>> 16)) & 0xffff;
    return Integer.SIZE - Integer.numberOfLeadingZeros(one);
  }

  private static long two(long[] words, int at, long floors) {
    return (words[at] - floors) | (words[at + 1] - floors);
  }

  /// Packs the lanes of `count` words, up to 8 bits a value: eight of them are `width` bytes,
  /// stored as a word that the next one overlaps.
  private static void packOneByte(
      long[] words,
      int at,
      int count,
      long floors,
      int width,
      MemorySegment target,
      long position) {
    long mask = ((1L << width) - 1) * ONES;
    int fourTimes = 4 * width;
    for (int i = 0; i < count; i += 2) {
      long low = Long.compress(words[at + i] - floors, mask);
      long high = Long.compress(words[at + i + 1] - floors, mask);
      target.set(LONG, position + (long) (i >> 1) * width, low | (high << fourTimes));
    }
  }

  /// Packs the lanes of `count` words, 9 to 16 bits a value: eight of them are `width` bytes,
  /// stored as two words.
  private static void packTwoBytes(
      long[] words,
      int at,
      int count,
      long floors,
      int width,
      MemorySegment target,
      long position) {
    long mask = ((1L << width) - 1) * ONES;
    int fourTimes = 4 * width;
    for (int i = 0; i < count; i += 2) {
      long low = Long.compress(words[at + i] - floors, mask);
      long high = Long.compress(words[at + i + 1] - floors, mask);
      long to = position + (long) (i >> 1) * width;
      target.set(LONG, to, low | ((high << (fourTimes - 1)) << 1)); // 64 would turn to 0
      target.set(LONG, to + Long.BYTES, high >>> (Long.SIZE - fourTimes));
    }
  }
}
