package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;

/// Loops that copy the slots of a column, such as a dictionary, in the order of int32 numbers, all
/// of them slots of the column, which has at least one.
final class SlotGather {
  /// Values up to this size are copied as whole words.
  private static final int SMALL = 32;

  private SlotGather() {}

  /// Bit `i` of `bits` says whether slot `i` of the column has an index and the dictionary a value
  /// there.
  static void validity(
      ArrowColumn column, ArrowColumn dictionary, MemorySegment indices, MemorySegment bits) {
    for (int start = 0; start < column.length(); start += Byte.SIZE) {
      int end = Math.min(start + Byte.SIZE, column.length());
      int set = 0;
      for (int i = start; i < end; i++) {
        if (!column.isNull(i) && !dictionary.isNull(indices.get(INT, (long) i << 2))) {
          set |= 1 << (i - start);
        }
      }
      bits.set(BYTE, start >>> 3, (byte) set);
    }
  }

  /// Bits to bit `first` and on.
  static void bits(
      ArrowColumn dictionary, MemorySegment indices, MemorySegment to, int first, int length) {
    MemorySegment from = dictionary.values();
    to.asSlice(0, Bitmaps.bytes(first + (long) length)).fill((byte) 0);
    for (int i = 0; i < length; i++) {
      long at = first + (long) i;
      int bit = Bitmaps.isSet(from, dictionary.offset() + indices.get(INT, (long) i << 2)) ? 1 : 0;
      to.set(BYTE, at >>> 3, (byte) (to.get(BYTE, at >>> 3) | bit << (at & 7)));
    }
  }

  /// Values of `width` bytes to slot `first` and on.
  static void fixedWidth(
      ArrowColumn dictionary,
      int width,
      MemorySegment indices,
      MemorySegment to,
      int first,
      int length) {
    MemorySegment from = dictionary.values();
    long base = dictionary.offset() * width;
    long target = (long) first * width;
    switch (width) {
      case 1 -> bytes(from, base, indices, to, target, length);
      case 2 -> shorts(from, base, indices, to, target, length);
      case 4 -> ints(from, base, indices, to, target, length);
      case 8 -> longs(from, base, indices, to, target, length);
      default -> {
        for (int i = 0; i < length; i++) {
          long at = base + (long) indices.get(INT, (long) i << 2) * width;
          MemorySegment.copy(from, at, to, target + (long) i * width, width);
        }
      }
    }
  }

  private static void bytes(
      MemorySegment from, long base, MemorySegment indices, MemorySegment to, long at, int length) {
    for (int i = 0; i < length; i++) {
      to.set(BYTE, at + i, from.get(BYTE, base + indices.get(INT, (long) i << 2)));
    }
  }

  private static void shorts(
      MemorySegment from, long base, MemorySegment indices, MemorySegment to, long at, int length) {
    for (int i = 0; i < length; i++) {
      short value = from.get(SHORT, base + ((long) indices.get(INT, (long) i << 2) << 1));
      to.set(SHORT, at + ((long) i << 1), value);
    }
  }

  private static void ints(
      MemorySegment from, long base, MemorySegment indices, MemorySegment to, long at, int length) {
    for (int i = 0; i < length; i++) {
      int value = from.get(INT, base + ((long) indices.get(INT, (long) i << 2) << 2));
      to.set(INT, at + ((long) i << 2), value);
    }
  }

  private static void longs(
      MemorySegment from, long base, MemorySegment indices, MemorySegment to, long at, int length) {
    for (int i = 0; i < length; i++) {
      long value = from.get(LONG, base + ((long) indices.get(INT, (long) i << 2) << 3));
      to.set(LONG, at + ((long) i << 3), value);
    }
  }

  /// 64-bit offsets to number `first` and on, the first of them 0. Those before it are 0 as well. A
  /// negative number stands for an empty string.
  ///
  /// @return the last one: the bytes of data
  static long offsets(
      ArrowColumn dictionary, MemorySegment indices, MemorySegment to, int first, int length) {
    boolean large = dictionary.field().type().slotBits() == Long.SIZE;
    MemorySegment from = dictionary.values();
    for (long i = 0; i <= first; i++) {
      to.set(LONG, i << 3, 0);
    }
    long end = 0;
    for (int i = 0; i < length; i++) {
      int index = indices.get(INT, (long) i << 2);
      if (index >= 0) {
        long slot = dictionary.offset() + index;
        end += RisingOffsets.at(from, large, slot + 1) - RisingOffsets.at(from, large, slot);
      }
      to.set(LONG, (first + i + 1L) << 3, end);
    }
    return end;
  }

  /// The bytes of the values, one after the other. Up to [#SMALL] more bytes behind them are
  /// written.
  static void strings(ArrowColumn dictionary, MemorySegment indices, MemorySegment to, int length) {
    boolean large = dictionary.field().type().slotBits() == Long.SIZE;
    MemorySegment offsets = dictionary.values();
    MemorySegment from = dictionary.data();
    long words = from.byteSize() - SMALL;
    long at = 0;
    for (int i = 0; i < length; i++) {
      int index = indices.get(INT, (long) i << 2);
      if (index < 0) {
        continue;
      }
      long slot = dictionary.offset() + index;
      long start = RisingOffsets.at(offsets, large, slot);
      long size = RisingOffsets.at(offsets, large, slot + 1) - start;
      if (size <= SMALL && start <= words) {
        to.set(LONG, at, from.get(LONG, start));
        to.set(LONG, at + 8, from.get(LONG, start + 8));
        to.set(LONG, at + 16, from.get(LONG, start + 16));
        to.set(LONG, at + 24, from.get(LONG, start + 24));
      } else {
        MemorySegment.copy(from, start, to, at, size);
      }
      at += size;
    }
  }
}
