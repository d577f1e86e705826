package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Loops of casts that every value survives: wider integers, wider floating point numbers, bits of
/// bytes, offsets for values of one width.
///
/// Bases are in bytes. A mask of -1 keeps the sign; one of the source's own bits makes it unsigned.
final class Widening {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

  private Widening() {}

  /// Widens the slots of `column` to `to`, beginning at slot `first`.
  static void integers(Conversion.Widen plan, ArrowColumn column, MemorySegment to, long first) {
    MemorySegment from = column.values();
    long base = column.offset() * plan.fromBytes();
    long target = first * plan.toBytes();
    int length = column.length();
    long mask = plan.mask();
    boolean toInt = plan.toBytes() == Integer.BYTES;
    switch (plan.fromBytes()) {
      case 1 -> {
        if (plan.toBytes() == Short.BYTES) {
          bytesToShorts(from, base, to, target, length, (int) mask);
        } else if (toInt) {
          bytesToInts(from, base, to, target, length, (int) mask);
        } else {
          bytesToLongs(from, base, to, target, length, mask);
        }
      }
      case 2 -> {
        if (toInt) {
          shortsToInts(from, base, to, target, length, (int) mask);
        } else {
          shortsToLongs(from, base, to, target, length, mask);
        }
      }
      default -> intsToLongs(from, base, to, target, length, mask);
    }
  }

  private static void bytesToShorts(
      MemorySegment from, long base, MemorySegment to, long target, int length, int mask) {
    for (int i = 0; i < length; i++) {
      to.set(SHORT, target + ((long) i << 1), (short) (from.get(BYTE, base + i) & mask));
    }
  }

  static void bytesToInts(
      MemorySegment from, long base, MemorySegment to, long target, int length, int mask) {
    for (int i = 0; i < length; i++) {
      to.set(INT, target + ((long) i << 2), from.get(BYTE, base + i) & mask);
    }
  }

  static void shortsToInts(
      MemorySegment from, long base, MemorySegment to, long target, int length, int mask) {
    for (int i = 0; i < length; i++) {
      to.set(INT, target + ((long) i << 2), from.get(SHORT, base + ((long) i << 1)) & mask);
    }
  }

  private static void bytesToLongs(
      MemorySegment from, long base, MemorySegment to, long target, int length, long mask) {
    for (int i = 0; i < length; i++) {
      to.set(LONG, target + ((long) i << 3), from.get(BYTE, base + i) & mask);
    }
  }

  private static void shortsToLongs(
      MemorySegment from, long base, MemorySegment to, long target, int length, long mask) {
    for (int i = 0; i < length; i++) {
      to.set(LONG, target + ((long) i << 3), from.get(SHORT, base + ((long) i << 1)) & mask);
    }
  }

  private static void intsToLongs(
      MemorySegment from, long base, MemorySegment to, long target, int length, long mask) {
    for (int i = 0; i < length; i++) {
      to.set(LONG, target + ((long) i << 3), from.get(INT, base + ((long) i << 2)) & mask);
    }
  }

  /// float32 to float64.
  static void floats(MemorySegment from, long base, MemorySegment to, long target, int length) {
    for (int i = 0; i < length; i++) {
      to.set(DOUBLE, target + ((long) i << 3), from.get(FLOAT, base + ((long) i << 2)));
    }
  }

  /// float16 to float32 and float64, beginning at slot `first`.
  static void float16s(ArrowColumn column, int toBytes, MemorySegment to, long first) {
    long base = column.offset() << 1;
    for (int i = 0; i < column.length(); i++) {
      float value = Float.float16ToFloat(column.values().get(SHORT, base + ((long) i << 1)));
      if (toBytes == Float.BYTES) {
        to.set(FLOAT, (first + i) << 2, value);
      } else {
        to.set(DOUBLE, (first + i) << 3, value);
      }
    }
  }

  /// Bytes to bits, beginning at bit `first`, which is one of the first byte.
  static void bytesToBits(ArrowColumn column, MemorySegment to, int first) {
    int eight = 0;
    int end = first + column.length();
    for (int bit = first; bit < end; bit++) {
      boolean set = column.values().get(BYTE, column.offset() + bit - first) != 0;
      eight |= set ? 1 << (bit & 7) : 0;
      if ((bit & 7) == 7 || bit == end - 1) {
        to.set(BYTE, bit >>> 3, (byte) eight);
        eight = 0;
      }
    }
  }

  /// `slots + 1` 64-bit offsets, `width` bytes apart, the first of them `start`.
  static void offsets(MemorySegment to, long slots, long start, int width) {
    for (long i = 0; i <= slots; i++) {
      to.set(LONG, i << 3, start + i * width);
    }
  }
}
