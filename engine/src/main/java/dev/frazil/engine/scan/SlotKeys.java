package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowType;
import java.lang.foreign.MemorySegment;

/// Loops that turn the slots of a column into their keys, see [NumberKeys]: key `i` of `to` becomes
/// that of slot `i`, from `from` to `end - 1`. Null slots become any keys.
final class SlotKeys {
  private SlotKeys() {}

  /// The keys of a column of values of at most 64 bits.
  static void fill(ArrowColumn column, int from, int end, long[] to) {
    MemorySegment values = column.values();
    long base = column.offset();
    switch (column.field().type()) {
      case ArrowType.Bool _ -> bits(values, base, from, end, to);
      case ArrowType.FloatingPoint(int bits) -> {
        switch (bits) {
          case Short.SIZE -> halves(values, base << 1, from, end, to);
          case Integer.SIZE -> floats(values, base << 2, from, end, to);
          default -> doubles(values, base << 3, from, end, to);
        }
      }
      case ArrowType.Int(int bits, boolean signed) when !signed ->
          unsigned(values, bits, base, from, end, to);
      default -> signed(column, values, base, from, end, to);
    }
  }

  private static void signed(
      ArrowColumn column, MemorySegment values, long base, int from, int end, long[] to) {
    switch ((int) column.field().type().slotBits()) {
      case Byte.SIZE -> {
        if (column.field().bool8()) {
          truths(values, base, from, end, to);
        } else {
          bytes(values, base, -1L, from, end, to);
        }
      }
      case Short.SIZE -> shorts(values, base << 1, -1L, from, end, to);
      case Integer.SIZE -> ints(values, base << 2, -1L, from, end, to);
      default -> longs(values, base << 3, 0, from, end, to);
    }
  }

  private static void unsigned(
      MemorySegment values, int bits, long base, int from, int end, long[] to) {
    switch (bits) {
      case Byte.SIZE -> bytes(values, base, 0xFFL, from, end, to);
      case Short.SIZE -> shorts(values, base << 1, 0xFFFFL, from, end, to);
      case Integer.SIZE -> ints(values, base << 2, 0xFFFF_FFFFL, from, end, to);
      default -> longs(values, base << 3, Long.MIN_VALUE, from, end, to);
    }
  }

  private static void bits(MemorySegment values, long base, int from, int end, long[] to) {
    for (int i = from; i < end; i++) {
      to[i] = Bitmaps.isSet(values, base + i) ? 1 : 0;
    }
  }

  private static void truths(MemorySegment values, long base, int from, int end, long[] to) {
    for (int i = from; i < end; i++) {
      to[i] = values.get(BYTE, base + i) != 0 ? 1 : 0;
    }
  }

  private static void bytes(
      MemorySegment values, long base, long mask, int from, int end, long[] to) {
    for (int i = from; i < end; i++) {
      to[i] = values.get(BYTE, base + i) & mask;
    }
  }

  private static void shorts(
      MemorySegment values, long base, long mask, int from, int end, long[] to) {
    for (int i = from; i < end; i++) {
      to[i] = values.get(SHORT, base + ((long) i << 1)) & mask;
    }
  }

  private static void ints(
      MemorySegment values, long base, long mask, int from, int end, long[] to) {
    for (int i = from; i < end; i++) {
      to[i] = values.get(INT, base + ((long) i << 2)) & mask;
    }
  }

  private static void longs(
      MemorySegment values, long base, long flip, int from, int end, long[] to) {
    for (int i = from; i < end; i++) {
      to[i] = values.get(LONG, base + ((long) i << 3)) ^ flip;
    }
  }

  private static void halves(MemorySegment values, long base, int from, int end, long[] to) {
    for (int i = from; i < end; i++) {
      to[i] =
          NumberKeys.orderedBits(Float.float16ToFloat(values.get(SHORT, base + ((long) i << 1))));
    }
  }

  private static void floats(MemorySegment values, long base, int from, int end, long[] to) {
    for (int i = from; i < end; i++) {
      to[i] = NumberKeys.orderedBits(Float.intBitsToFloat(values.get(INT, base + ((long) i << 2))));
    }
  }

  private static void doubles(MemorySegment values, long base, int from, int end, long[] to) {
    for (int i = from; i < end; i++) {
      to[i] =
          NumberKeys.orderedBits(Double.longBitsToDouble(values.get(LONG, base + ((long) i << 3))));
    }
  }
}
