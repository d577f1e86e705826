package dev.frazil.encoders.internal.stats;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.encoders.memory.Layouts;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// Comparison of bounds in PLAIN layout: of pages and of chunks in native memory, of statistics as
/// arrays.
public final class BoundsOrder {
  /// Compares two bounds in native memory.
  @FunctionalInterface
  public interface Comparison {
    /// Below 0, 0 or above 0, as the first is below, the same as or above the second.
    int compare(MemorySegment a, long aAt, long aLength, MemorySegment b, long bAt, long bLength);
  }

  /// The signed order of `java.util.UUID` over 16 big-endian bytes.
  public static final Comparator<byte[]> SIGNED_UUID =
      (a, b) -> {
        int high = Long.compare(bigEndian(a, 0), bigEndian(b, 0));
        return high != 0 ? high : Long.compare(bigEndian(a, 8), bigEndian(b, 8));
      };

  private static final Comparator<byte[]> SIGNED =
      (a, b) -> Long.compare(littleEndian(a), littleEndian(b));
  private static final Comparator<byte[]> UNSIGNED =
      (a, b) -> Long.compareUnsigned(littleEndian(a), littleEndian(b));
  private static final Comparator<byte[]> FLOATING_POINT =
      (a, b) -> Double.compare(floatingPoint(a), floatingPoint(b));
  private static final Comparator<byte[]> IEEE_754_TOTAL_ORDER =
      (a, b) -> Long.compare(totalOrder(littleEndian(a)), totalOrder(littleEndian(b)));
  private static final Comparator<byte[]> SIGNED_BIG_ENDIAN =
      (a, b) -> a[0] != b[0] ? Byte.compare(a[0], b[0]) : Arrays.compareUnsigned(a, b);

  private BoundsOrder() {}

  /// The comparator of an order.
  public static Comparator<byte[]> of(ValueOrder order) {
    return switch (order) {
      case SIGNED -> SIGNED;
      case UNSIGNED -> UNSIGNED;
      case FLOATING_POINT -> FLOATING_POINT;
      case LEXICOGRAPHIC, UTF8, UUID, GEOSPATIAL, UNDEFINED -> Arrays::compareUnsigned;
      case SIGNED_BIG_ENDIAN -> SIGNED_BIG_ENDIAN;
      case IEEE_754_TOTAL_ORDER -> IEEE_754_TOTAL_ORDER;
    };
  }

  /// The same order for bounds in native memory.
  public static Comparison comparison(ValueOrder order) {
    return switch (order) {
      case SIGNED ->
          (a, aAt, aLength, b, bAt, bLength) ->
              Long.compare(littleEndian(a, aAt, aLength), littleEndian(b, bAt, bLength));
      case UNSIGNED ->
          (a, aAt, aLength, b, bAt, bLength) ->
              Long.compareUnsigned(littleEndian(a, aAt, aLength), littleEndian(b, bAt, bLength));
      case FLOATING_POINT ->
          (a, aAt, aLength, b, bAt, bLength) ->
              Double.compare(floatingPoint(a, aAt, aLength), floatingPoint(b, bAt, bLength));
      case IEEE_754_TOTAL_ORDER ->
          (a, aAt, aLength, b, bAt, bLength) ->
              Long.compare(
                  totalOrder(littleEndian(a, aAt, aLength)),
                  totalOrder(littleEndian(b, bAt, bLength)));
      case SIGNED_BIG_ENDIAN -> BoundsOrder::compareSignedBigEndian;
      case LEXICOGRAPHIC, UTF8, UUID, GEOSPATIAL, UNDEFINED -> ByteStrings::compare;
    };
  }

  private static int compareSignedBigEndian(
      MemorySegment a, long aAt, long aLength, MemorySegment b, long bAt, long bLength) {
    int first = Byte.compare(a.get(Layouts.BYTE, aAt), b.get(Layouts.BYTE, bAt));
    return first != 0 ? first : ByteStrings.compare(a, aAt, aLength, b, bAt, bLength);
  }

  static int compareSignedUuid(
      MemorySegment a, long aAt, long aLength, MemorySegment b, long bAt, long bLength) {
    int high = Long.compare(bigEndian(a, aAt), bigEndian(b, bAt));
    return high != 0 ? high : Long.compare(bigEndian(a, aAt + 8), bigEndian(b, bAt + 8));
  }

  /// The bounds that hold both by an order, where null holds nothing. Bounds that are NaN give way
  /// to others.
  public static @Nullable Bounds merge(@Nullable Bounds a, @Nullable Bounds b, ValueOrder order) {
    if (order == ValueOrder.IEEE_754_TOTAL_ORDER && a != null && b != null) {
      boolean nan = Double.isNaN(floatingPoint(a.min()));
      if (nan != Double.isNaN(floatingPoint(b.min()))) {
        return nan ? b : a;
      }
    }
    return merge(a, b, of(order));
  }

  /// The bounds that hold both, where null holds nothing.
  public static @Nullable Bounds merge(
      @Nullable Bounds a, @Nullable Bounds b, Comparator<byte[]> order) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return new Bounds(
        order.compare(a.min(), b.min()) <= 0 ? a.min() : b.min(),
        order.compare(a.max(), b.max()) >= 0 ? a.max() : b.max());
  }

  private static long littleEndian(byte[] value) {
    long result = value[value.length - 1];
    for (int i = value.length - 2; i >= 0; i--) {
      result = (result << 8) | (value[i] & 0xff);
    }
    return result;
  }

  private static long bigEndian(byte[] value, int from) {
    long result = 0;
    for (int i = from; i < from + 8; i++) {
      result = (result << 8) | (value[i] & 0xff);
    }
    return result;
  }

  /// A number of 1, 2, 4 or 8 bytes, sign-extended.
  private static long littleEndian(MemorySegment value, long at, long length) {
    return switch ((int) length) {
      case 1 -> value.get(Layouts.BYTE, at);
      case 2 -> value.get(Layouts.SHORT, at);
      case 4 -> value.get(Layouts.INT, at);
      default -> value.get(Layouts.LONG, at);
    };
  }

  private static long bigEndian(MemorySegment value, long at) {
    return Long.reverseBytes(value.get(Layouts.LONG, at));
  }

  private static double floatingPoint(byte[] value) {
    return floatingPoint(littleEndian(value), value.length);
  }

  static double floatingPoint(MemorySegment value, long at, long length) {
    return floatingPoint(littleEndian(value, at, length), length);
  }

  private static double floatingPoint(long bits, long width) {
    return switch ((int) width) {
      case 2 -> Float.float16ToFloat((short) bits);
      case 4 -> Float.intBitsToFloat((int) bits);
      default -> Double.longBitsToDouble(bits);
    };
  }

  /// The bits as a number in total order; those of narrower types are sign-extended.
  private static long totalOrder(long bits) {
    return bits ^ ((bits >> 63) >>> 1);
  }
}
