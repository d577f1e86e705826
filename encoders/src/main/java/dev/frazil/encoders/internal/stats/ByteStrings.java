package dev.frazil.encoders.internal.stats;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// Comparison of byte strings in native memory, a word at a time; nothing outside a string is read.
public final class ByteStrings {
  private ByteStrings() {}

  /// The first eight bytes as a big-endian number, zeros behind a shorter string.
  public static long prefix(MemorySegment bytes, long at, long length) {
    if (length >= 8) {
      return Long.reverseBytes(bytes.get(LONG, at));
    }
    return length == 0 ? 0 : Long.reverseBytes(head(bytes, at, (int) length));
  }

  /// The bytes of a string of 1 to 7 in the low bytes of a word, the first one lowest.
  public static long head(MemorySegment bytes, long at, int length) {
    if (length >= 4) {
      long low = bytes.get(INT, at) & 0xffff_ffffL;
      long high = bytes.get(INT, at + length - 4) & 0xffff_ffffL;
      return low | (high << ((length - 4) << 3));
    }
    if (length == 1) {
      return bytes.get(BYTE, at) & 0xffL;
    }
    long low = bytes.get(SHORT, at) & 0xffffL;
    return low | ((bytes.get(BYTE, at + length - 1) & 0xffL) << ((length - 1) << 3));
  }

  /// Unsigned comparison from the left; a proper prefix is smaller.
  public static int compare(
      MemorySegment a, long aAt, long aLength, MemorySegment b, long bAt, long bLength) {
    long common = Math.min(aLength, bLength);
    long i = 0;
    for (; i + 8 <= common; i += 8) {
      long x = a.get(LONG, aAt + i);
      long y = b.get(LONG, bAt + i);
      if (x != y) {
        return Long.compareUnsigned(Long.reverseBytes(x), Long.reverseBytes(y));
      }
    }
    for (; i < common; i++) {
      int x = a.get(BYTE, aAt + i) & 0xff;
      int y = b.get(BYTE, bAt + i) & 0xff;
      if (x != y) {
        return x - y;
      }
    }
    return Long.compare(aLength, bLength);
  }
}
