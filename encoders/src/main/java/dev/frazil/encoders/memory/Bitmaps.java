package dev.frazil.encoders.memory;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// Kernels over bitmaps that start at any bit, least significant bit first. Sources are never read
/// past their last byte; targets must have eight bytes of slack, which a [Slab] has.
public final class Bitmaps {
  private Bitmaps() {}

  /// Bytes of so many bits.
  ///
  /// @param bits a count, 0 or more
  /// @return the bytes that hold them
  public static long bytes(long bits) {
    return (bits + 7) >>> 3;
  }

  /// One bit.
  ///
  /// @param bits the bitmap
  /// @param bit which one
  /// @return whether it is set
  public static boolean isSet(MemorySegment bits, long bit) {
    return (bits.get(BYTE, bit >>> 3) >>> (bit & 7) & 1) != 0;
  }

  /// Bits `bit .. bit + count` of a bitmap in the low bits of a word, the rest 0.
  ///
  /// @param bits the bitmap
  /// @param bit the first bit
  /// @param count how many, 1 to 64
  /// @return the bits, the first one lowest
  public static long word(MemorySegment bits, long bit, int count) {
    long at = bit >>> 3;
    int shift = (int) bit & 7;
    long word;
    if (at + 9 <= bits.byteSize()) {
      word = bits.get(LONG, at) >>> shift;
      if (shift != 0) {
        word |= (long) bits.get(BYTE, at + 8) << (64 - shift);
      }
    } else {
      word = lastWord(bits, at, shift, (int) bytes(shift + count));
    }
    return count == 64 ? word : word & ((1L << count) - 1);
  }

  private static long lastWord(MemorySegment bits, long at, int shift, int bytes) {
    long low = 0;
    for (int i = 0; i < Math.min(bytes, 8); i++) {
      low |= (bits.get(BYTE, at + i) & 0xffL) << (i << 3);
    }
    long word = low >>> shift;
    return bytes == 9 ? word | ((long) bits.get(BYTE, at + 8) << (64 - shift)) : word;
  }

  /// Counts bits that are set.
  ///
  /// @param bits the bitmap
  /// @param bit the first bit
  /// @param count how many are looked at
  /// @return how many of them are set
  public static int ones(MemorySegment bits, long bit, int count) {
    int words = (bit & 7) == 0 ? count >>> 6 : 0;
    long base = bit >>> 3;
    int ones = 0;
    for (int i = 0; i < words; i++) {
      ones += Long.bitCount(bits.get(LONG, base + ((long) i << 3)));
    }
    for (int i = words << 6; i < count; i += 64) {
      ones += Long.bitCount(word(bits, bit + i, Math.min(64, count - i)));
    }
    return ones;
  }

  /// Copies bits; those of the target below `targetBit` stay, those behind the copy become
  /// undefined.
  ///
  /// @param source the bitmap
  /// @param sourceBit its first bit
  /// @param target another bitmap
  /// @param targetBit where the first bit goes
  /// @param count how many
  public static void copy(
      MemorySegment source, long sourceBit, MemorySegment target, long targetBit, int count) {
    if (((sourceBit | targetBit) & 7) == 0) {
      MemorySegment.copy(source, sourceBit >>> 3, target, targetBit >>> 3, bytes(count));
      return;
    }
    for (int i = 0; i < count; i += 64) {
      put(target, targetBit + i, word(source, sourceBit + i, Math.min(64, count - i)));
    }
  }

  /// Sets bits; those below `targetBit` stay, those behind the last one become undefined.
  ///
  /// @param target the bitmap
  /// @param targetBit the first bit
  /// @param count how many
  public static void fill(MemorySegment target, long targetBit, int count) {
    for (int i = 0; i < count; i += 64) {
      put(target, targetBit + i, -1);
    }
  }

  /// Clears bits; those below `targetBit` stay, those behind the last one become undefined.
  ///
  /// @param target the bitmap
  /// @param targetBit the first bit
  /// @param count how many
  public static void clear(MemorySegment target, long targetBit, int count) {
    for (int i = 0; i < count; i += 64) {
      put(target, targetBit + i, 0);
    }
  }

  /// Stores a word at a bit and zeroes the rest of the byte behind it.
  ///
  /// @param target the bitmap
  /// @param bit where the word's lowest bit goes
  /// @param word 64 bits
  public static void put(MemorySegment target, long bit, long word) {
    long at = bit >>> 3;
    int shift = (int) bit & 7;
    if (shift == 0) {
      target.set(LONG, at, word);
    } else {
      long below = target.get(BYTE, at) & ((1 << shift) - 1);
      target.set(LONG, at, (word << shift) | below);
      target.set(BYTE, at + 8, (byte) (word >>> (64 - shift)));
    }
  }

  /// How many leading bits hold at most so many set ones.
  ///
  /// @param bits the bitmap
  /// @param bit the first bit
  /// @param count how many are looked at
  /// @param limit how many of them may be set
  /// @return the position of the next set one, counted from `bit`, or `count`
  public static int rowsHolding(MemorySegment bits, long bit, int count, int limit) {
    int left = limit;
    for (int i = 0; i < count; i += 64) {
      long word = word(bits, bit + i, Math.min(64, count - i));
      int ones = Long.bitCount(word);
      if (ones > left) {
        for (; left > 0; left--) {
          word &= word - 1;
        }
        return i + Long.numberOfTrailingZeros(word);
      }
      left -= ones;
    }
    return count;
  }
}
