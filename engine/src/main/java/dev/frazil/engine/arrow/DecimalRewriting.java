package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.WriteException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;

/// Loops over decimals of 16 bytes, little-endian two's complement. Narrower ones are widened
/// first: they are rare.
///
/// Null slots hold any bits; see [Rescaling].
final class DecimalRewriting {
  static final int WIDTH = 16;

  private static final ValueLayout.OfLong BIG_ENDIAN_LONG = LONG.withOrder(ByteOrder.BIG_ENDIAN);

  private DecimalRewriting() {}

  /// Writes the slots of `column`, of `width` bytes each, as 16 bytes to `to` from slot `first` on.
  static void widen(ArrowColumn column, int width, MemorySegment to, long first) {
    MemorySegment from = column.values();
    long base = column.offset() * width;
    long target = first * WIDTH;
    int length = column.length();
    for (int i = 0; i < length; i++) {
      long at = base + (long) i * width;
      long low = width == Integer.BYTES ? from.get(INT, at) : from.get(LONG, at);
      to.set(LONG, target + ((long) i << 4), low);
      to.set(LONG, target + ((long) i << 4) + Long.BYTES, low >> 63);
    }
  }

  /// Checks that no value is greater than `bound`, or less than its negative.
  ///
  /// @throws WriteException naming the first that is
  static void check(ArrowColumn column, BigInteger bound, CastSite site) {
    BigInteger twice = bound.shiftLeft(1);
    long boundLow = bound.longValue();
    long boundHigh = bound.shiftRight(Long.SIZE).longValue();
    long limitLow = twice.longValue();
    long limitHigh = twice.shiftRight(Long.SIZE).longValue();
    MemorySegment values = column.values();
    long base = column.offset() << 4;
    int length = column.length();
    boolean outside = false;
    for (int i = 0; i < length; i++) {
      long low = values.get(LONG, base + ((long) i << 4));
      long high = values.get(LONG, base + ((long) i << 4) + Long.BYTES);
      // -bound <= v <= bound is 0 <= v + bound <= 2 * bound, which 128 bits hold for 38 digits.
      long sumLow = low + boundLow;
      long sumHigh = high + boundHigh + (Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0);
      outside |=
          sumHigh == limitHigh
              ? Long.compareUnsigned(sumLow, limitLow) > 0
              : Long.compareUnsigned(sumHigh, limitHigh) > 0;
    }
    if (outside) {
      refuseUnfit(column, bound, site);
    }
  }

  /// Writes the slots of `column`, which [#check] has passed, to `to` from slot `first` on. The
  /// last result may be followed by up to 7 more written bytes.
  static void convert(
      Conversion.RewriteDecimal plan, ArrowColumn column, MemorySegment to, long first) {
    MemorySegment from = column.values();
    int toBytes = plan.toBytes();
    long base = column.offset() << 4;
    long target = first * toBytes;
    int length = column.length();
    if (!plan.bigEndian() && toBytes == Integer.BYTES) {
      ints(from, base, to, target, length);
    } else if (!plan.bigEndian()) {
      longs(from, base, to, target, length);
    } else if (toBytes > Long.BYTES) {
      bigEndianPairs(from, base, to, target, toBytes, length);
    } else {
      bigEndianWords(from, base, to, target, toBytes, length);
    }
  }

  private static void ints(
      MemorySegment from, long base, MemorySegment to, long target, int length) {
    for (int i = 0; i < length; i++) {
      to.set(INT, target + ((long) i << 2), (int) from.get(LONG, base + ((long) i << 4)));
    }
  }

  private static void longs(
      MemorySegment from, long base, MemorySegment to, long target, int length) {
    for (int i = 0; i < length; i++) {
      to.set(LONG, target + ((long) i << 3), from.get(LONG, base + ((long) i << 4)));
    }
  }

  /// Results of 1 to 8 bytes: a word whose first bytes are the result; the rest is overwritten by
  /// the next one.
  private static void bigEndianWords(
      MemorySegment from, long base, MemorySegment to, long target, int toBytes, int length) {
    int shift = (Long.BYTES - toBytes) * Byte.SIZE;
    for (int i = 0; i < length; i++) {
      long low = from.get(LONG, base + ((long) i << 4));
      to.set(BIG_ENDIAN_LONG, target + (long) i * toBytes, low << shift);
    }
  }

  /// Results of 9 to 16 bytes: two words whose first bytes are the result.
  private static void bigEndianPairs(
      MemorySegment from, long base, MemorySegment to, long target, int toBytes, int length) {
    int shift = (WIDTH - toBytes) * Byte.SIZE;
    for (int i = 0; i < length; i++) {
      long low = from.get(LONG, base + ((long) i << 4));
      long high = from.get(LONG, base + ((long) i << 4) + Long.BYTES);
      long out = target + (long) i * toBytes;
      // Two shifts, because one by 64 would be one by 0.
      to.set(BIG_ENDIAN_LONG, out, high << shift | low >>> 1 >>> (63 - shift));
      to.set(BIG_ENDIAN_LONG, out + Long.BYTES, low << shift);
    }
  }

  private static void refuseUnfit(ArrowColumn column, BigInteger bound, CastSite site) {
    for (int row = 0; row < column.length(); row++) {
      long at = (column.offset() + row) << 4;
      BigInteger value =
          BigInteger.valueOf(column.values().get(LONG, at + Long.BYTES))
              .shiftLeft(Long.SIZE)
              .add(new BigInteger(Long.toUnsignedString(column.values().get(LONG, at))));
      if (value.abs().compareTo(bound) > 0 && site.holds(column, row)) {
        throw site.unfit(row, "an unscaled value of at most " + bound, value);
      }
    }
  }
}
