package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.WriteException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;

/// Loops over decimals of 32 bytes, little-endian two's complement: decimal256. They become ones of
/// 16 bytes where their precision allows it, and go on as [DecimalRewriting] has it.
///
/// Null slots hold any bits; see [Rescaling].
final class WideDecimals {
  static final int WIDTH = 32;

  private static final ValueLayout.OfLong BIG_ENDIAN_LONG = LONG.withOrder(ByteOrder.BIG_ENDIAN);

  private WideDecimals() {}

  /// Writes the slots of `column` as 16 bytes to `to` from slot `first` on.
  ///
  /// @throws WriteException naming the first whose value is not from `-bound` to `bound` and needs
  ///   more bytes
  static void narrow(
      ArrowColumn column, BigInteger bound, MemorySegment to, long first, CastSite site) {
    MemorySegment from = column.values();
    long base = column.offset() << 5;
    long target = first << 4;
    long lost = 0;
    for (int i = 0; i < column.length(); i++) {
      long at = base + ((long) i << 5);
      long high = from.get(LONG, at + 8);
      lost |= (from.get(LONG, at + 16) ^ high >> 63) | (from.get(LONG, at + 24) ^ high >> 63);
      to.set(LONG, target + ((long) i << 4), from.get(LONG, at));
      to.set(LONG, target + ((long) i << 4) + 8, high);
    }
    if (lost != 0) {
      check(column, bound, site);
    }
  }

  /// Checks that no value is greater than `bound`, or less than its negative.
  ///
  /// @throws WriteException naming the first that is
  static void check(ArrowColumn column, BigInteger bound, CastSite site) {
    // Where the bits from the exponent on are all like the sign, |v| <= 2^exponent <= bound. Only
    // values beyond that are looked at more closely.
    int exponent = bound.bitLength() - 1;
    int shift = exponent & 63;
    int word = exponent >>> 6;
    MemorySegment values = column.values();
    for (int i = 0; i < column.length(); i++) {
      long at = (column.offset() + i) << 5;
      long sign = values.get(LONG, at + 24) >> 63;
      long differing = (values.get(LONG, at + ((long) word << 3)) ^ sign) >>> shift;
      for (int w = word + 1; w < 4; w++) {
        differing |= values.get(LONG, at + ((long) w << 3)) ^ sign;
      }
      if (differing != 0 && site.holds(column, i)) {
        BigInteger value = value(values, at, WIDTH);
        if (value.abs().compareTo(bound) > 0) {
          throw site.unfit(i, "an unscaled value of at most " + bound, value);
        }
      }
    }
  }

  /// The value of `width` bytes, little-endian two's complement, from `at` on.
  static BigInteger value(MemorySegment values, long at, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = values.get(BYTE, at + width - 1 - i);
    }
    return new BigInteger(bytes);
  }

  /// Writes the slots of `column`, which [#check] has passed, as `toBytes` bytes, 17 to 32, in
  /// big-endian order to `to` from slot `first` on. The last result may be followed by up to 7 more
  /// written bytes.
  static void convert(ArrowColumn column, int toBytes, MemorySegment to, long first) {
    MemorySegment from = column.values();
    int words = (toBytes + 7) >>> 3;
    int shift = (words * Long.BYTES - toBytes) * Byte.SIZE;
    for (int i = 0; i < column.length(); i++) {
      long at = (column.offset() + i) << 5;
      long out = (first + i) * toBytes;
      for (int w = words - 1; w >= 0; w--) {
        long word = from.get(LONG, at + ((long) w << 3)) << shift;
        if (shift > 0 && w > 0) {
          word |= from.get(LONG, at + ((long) (w - 1) << 3)) >>> (64 - shift);
        }
        to.set(BIG_ENDIAN_LONG, out, word);
        out += Long.BYTES;
      }
    }
  }
}
