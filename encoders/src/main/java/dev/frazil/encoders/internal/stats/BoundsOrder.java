package dev.frazil.encoders.internal.stats;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.ValueOrder;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// Comparison of whole bounds in PLAIN layout, for merging the statistics of chunks.
public final class BoundsOrder {
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
      (a, b) -> Long.compare(totalOrder(a), totalOrder(b));
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

  private static double floatingPoint(byte[] value) {
    return switch (value.length) {
      case 2 -> Float.float16ToFloat((short) littleEndian(value));
      case 4 -> Float.intBitsToFloat((int) littleEndian(value));
      default -> Double.longBitsToDouble(littleEndian(value));
    };
  }

  /// The bits as a number in total order; those of narrower types are sign-extended.
  private static long totalOrder(byte[] value) {
    long bits = littleEndian(value);
    return bits ^ ((bits >> 63) >>> 1);
  }
}
