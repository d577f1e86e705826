package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// Miniblocks of 32 differences that are at most 65,535 apart, as lanes of 16 bits above the
/// smallest: four of a word are measured and packed with one instruction each. Not thread-safe.
final class DeltaLanes {
  /// The greatest distance of two differences.
  static final long MAX_RANGE = 0xffff;

  private static final int MINIBLOCK = 32;
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

  /// Takes the first `count` differences, of which `low` is the smallest; a multiple of four.
  void take(long[] deltas, int count, long low) {
    narrow(deltas, count, low, lanes);
    MemorySegment.copy(lanesMemory, LONG, 0, words, 0, count / 4);
  }

  private static void narrow(long[] deltas, int count, long low, short[] lanes) {
    for (int i = 0; i < count; i++) {
      lanes[i] = (short) (deltas[i] - low);
    }
  }

  /// Packs miniblocks from lane `from` on, none of which has a lane below `floor`: their widths
  /// from `widths` on, and behind those what they hold; returns the position behind it.
  long pack(int from, int miniblocks, int floor, MemorySegment target, long widths) {
    long floors = floor * ONES;
    long end = widths + miniblocks;
    for (int i = 0; i < miniblocks; i++) {
      int at = (from + i * MINIBLOCK) / 4;
      int width = width(words, at, floors);
      target.set(BYTE, widths + i, (byte) width);
      if (width > Byte.SIZE) {
        packTwoBytes(words, at, floors, width, target, end);
      } else if (width > 0) {
        packOneByte(words, at, floors, width, target, end);
      }
      end += (long) width * MINIBLOCK / Byte.SIZE;
    }
    return end;
  }

  /// Bits of the largest lane of a miniblock above the floor. No lane borrows from the next one,
  /// because none is below it.
  private static int width(long[] words, int at, long floors) {
    long used =
        (two(words, at, floors) | two(words, at + 2, floors))
            | (two(words, at + 4, floors) | two(words, at + 6, floors));
    used |= used >>> 32;
    used |= used >>> 16;
    return Integer.SIZE - Integer.numberOfLeadingZeros((int) used & 0xffff);
  }

  private static long two(long[] words, int at, long floors) {
    return (words[at] - floors) | (words[at + 1] - floors);
  }

  /// Packs a miniblock of up to 8 bits a value: eight of them are `width` bytes, stored as a word
  /// that the next one overlaps.
  private static void packOneByte(
      long[] words, int at, long floors, int width, MemorySegment target, long position) {
    long mask = ((1L << width) - 1) * ONES;
    int fourTimes = 4 * width;
    for (int i = 0; i < MINIBLOCK_WORDS; i += 2) {
      long low = Long.compress(words[at + i] - floors, mask);
      long high = Long.compress(words[at + i + 1] - floors, mask);
      target.set(LONG, position + (long) (i >> 1) * width, low | (high << fourTimes));
    }
  }

  /// Packs a miniblock of 9 to 16 bits a value: eight of them are `width` bytes, stored as two
  /// words.
  private static void packTwoBytes(
      long[] words, int at, long floors, int width, MemorySegment target, long position) {
    long mask = ((1L << width) - 1) * ONES;
    int fourTimes = 4 * width;
    for (int i = 0; i < MINIBLOCK_WORDS; i += 2) {
      long low = Long.compress(words[at + i] - floors, mask);
      long high = Long.compress(words[at + i + 1] - floors, mask);
      long to = position + (long) (i >> 1) * width;
      target.set(LONG, to, low | ((high << (fourTimes - 1)) << 1)); // 64 would turn to 0
      target.set(LONG, to + Long.BYTES, high >>> (Long.SIZE - fourTimes));
    }
  }
}
