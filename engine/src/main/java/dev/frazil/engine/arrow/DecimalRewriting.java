package dev.frazil.engine.arrow;

import dev.frazil.engine.WriteException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;

/// Loops over decimals of 4, 8 or 16 bytes, little-endian two's complement, taken as 128 bits.
///
/// Null slots hold any bits; see [Rescaling].
final class DecimalRewriting {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfLong BIG_ENDIAN_LONG = LONG.withOrder(ByteOrder.BIG_ENDIAN);

  private DecimalRewriting() {}

  /// Checks that no value is greater than the plan's bound, or less than its negative.
  ///
  /// @throws WriteException naming the first that is
  static void check(Conversion.RewriteDecimal plan, ArrowColumn column) {
    BigInteger twice = plan.bound().shiftLeft(1);
    long boundLow = plan.bound().longValue();
    long boundHigh = plan.bound().shiftRight(Long.SIZE).longValue();
    long limitLow = twice.longValue();
    long limitHigh = twice.shiftRight(Long.SIZE).longValue();
    MemorySegment values = column.values();
    int width = plan.fromBytes();
    long base = column.offset() * width;
    int length = column.length();
    boolean outside = false;
    for (int i = 0; i < length; i++) {
      long at = base + (long) i * width;
      long low = low(values, at, width);
      // -bound <= v <= bound is 0 <= v + bound <= 2 * bound, which 128 bits hold for 38 digits.
      long sumLow = low + boundLow;
      long carry = Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0;
      long sumHigh = high(values, at, width, low) + boundHigh + carry;
      outside |=
          sumHigh == limitHigh
              ? Long.compareUnsigned(sumLow, limitLow) > 0
              : Long.compareUnsigned(sumHigh, limitHigh) > 0;
    }
    if (outside) {
      refuseUnfit(plan, column);
    }
  }

  /// Writes the slots of `column`, which [#check] has passed, to `to` from slot `first` on. The
  /// last result may be followed by up to 7 more written bytes.
  static void convert(
      Conversion.RewriteDecimal plan, ArrowColumn column, MemorySegment to, long first) {
    MemorySegment from = column.values();
    int fromBytes = plan.fromBytes();
    int toBytes = plan.toBytes();
    long base = column.offset() * fromBytes;
    long target = first * toBytes;
    int length = column.length();
    if (plan.bigEndian()) {
      if (toBytes > Long.BYTES) {
        bigEndianPairs(from, base, fromBytes, to, target, toBytes, length);
      } else {
        bigEndianWords(from, base, fromBytes, to, target, toBytes, length);
      }
      return;
    }
    switch (toBytes) {
      case Integer.BYTES -> ints(from, base, fromBytes, to, target, length);
      case Long.BYTES -> longs(from, base, fromBytes, to, target, length);
      default -> pairs(from, base, fromBytes, to, target, length);
    }
  }

  /// The low 64 bits of the value at byte `at`. `width` does not change in a loop.
  private static long low(MemorySegment values, long at, int width) {
    return width == Integer.BYTES ? values.get(INT, at) : values.get(LONG, at);
  }

  private static long high(MemorySegment values, long at, int width, long low) {
    return width > Long.BYTES ? values.get(LONG, at + Long.BYTES) : low >> 63;
  }

  private static void ints(
      MemorySegment from, long base, int width, MemorySegment to, long target, int length) {
    for (int i = 0; i < length; i++) {
      to.set(INT, target + ((long) i << 2), (int) low(from, base + (long) i * width, width));
    }
  }

  private static void longs(
      MemorySegment from, long base, int width, MemorySegment to, long target, int length) {
    for (int i = 0; i < length; i++) {
      to.set(LONG, target + ((long) i << 3), low(from, base + (long) i * width, width));
    }
  }

  private static void pairs(
      MemorySegment from, long base, int width, MemorySegment to, long target, int length) {
    for (int i = 0; i < length; i++) {
      long at = base + (long) i * width;
      long low = low(from, at, width);
      to.set(LONG, target + ((long) i << 4), low);
      to.set(LONG, target + ((long) i << 4) + Long.BYTES, high(from, at, width, low));
    }
  }

  /// Results of 1 to 8 bytes: a word whose first bytes are the result; the rest is overwritten by
  /// the next one.
  private static void bigEndianWords(
      MemorySegment from,
      long base,
      int width,
      MemorySegment to,
      long target,
      int toBytes,
      int length) {
    int shift = (Long.BYTES - toBytes) * Byte.SIZE;
    for (int i = 0; i < length; i++) {
      long low = low(from, base + (long) i * width, width);
      to.set(BIG_ENDIAN_LONG, target + (long) i * toBytes, low << shift);
    }
  }

  /// Results of 9 to 16 bytes: two words whose first bytes are the result.
  private static void bigEndianPairs(
      MemorySegment from,
      long base,
      int width,
      MemorySegment to,
      long target,
      int toBytes,
      int length) {
    int shift = (2 * Long.BYTES - toBytes) * Byte.SIZE;
    for (int i = 0; i < length; i++) {
      long at = base + (long) i * width;
      long low = low(from, at, width);
      long high = high(from, at, width, low);
      long out = target + (long) i * toBytes;
      // Two shifts, because one by 64 would be one by 0.
      to.set(BIG_ENDIAN_LONG, out, high << shift | low >>> 1 >>> (63 - shift));
      to.set(BIG_ENDIAN_LONG, out + Long.BYTES, low << shift);
    }
  }

  private static void refuseUnfit(Conversion.RewriteDecimal plan, ArrowColumn column) {
    int width = plan.fromBytes();
    for (int row = 0; row < column.length(); row++) {
      long at = (column.offset() + row) * width;
      long low = low(column.values(), at, width);
      BigInteger value =
          BigInteger.valueOf(high(column.values(), at, width, low))
              .shiftLeft(Long.SIZE)
              .add(new BigInteger(Long.toUnsignedString(low)));
      if (!column.isNull(row) && value.abs().compareTo(plan.bound()) > 0) {
        throw new WriteException(
            "cast of %s: %s: row %d: expected an unscaled value of at most %s, got %s"
                .formatted(column.field().type(), column.field().name(), row, plan.bound(), value));
      }
    }
  }
}
