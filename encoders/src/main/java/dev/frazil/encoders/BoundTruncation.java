package dev.frazil.encoders;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Shorter bounds that still hold: a lower bound is cut, an upper bound is cut and then
/// incremented.
///
/// Where to cut is the caller's: Iceberg counts code points or bytes, a Parquet footer bytes.
public final class BoundTruncation {
  private static final int FIRST_SURROGATE = 0xd800;
  private static final int AFTER_SURROGATES = 0xe000;

  private BoundTruncation() {}

  /// Bytes of the first code points of valid UTF-8.
  ///
  /// @param value valid UTF-8
  /// @param codePoints how many code points to keep, 0 or more
  /// @return their length in bytes, or the value's whole length when it has no more
  public static int utf8Cut(byte[] value, int codePoints) {
    int left = codePoints;
    for (int i = 0; i < value.length; i++) {
      if (!continuation(value[i]) && left-- == 0) {
        return i;
      }
    }
    return value.length;
  }

  /// The last boundary between code points within a number of bytes.
  ///
  /// @param value valid UTF-8
  /// @param bytes how many bytes there may be, 0 or more
  /// @return a length of at most `bytes`, or the value's whole length when it has no more
  public static int utf8Boundary(byte[] value, int bytes) {
    if (value.length <= bytes) {
      return value.length;
    }
    int cut = bytes;
    while (cut > 0 && continuation(value[cut])) {
      cut--;
    }
    return cut;
  }

  /// A lower bound of few bytes, where a prefix of a value is a value below it.
  ///
  /// @param order the order of the bound; numbers in bytes are not cut
  /// @param value a lower bound
  /// @param maxBytes how many bytes there may be, 0 or more
  /// @return a lower bound of at most so many bytes, or the value itself
  public static byte[] lower(ValueOrder order, byte[] value, int maxBytes) {
    return switch (order) {
      case UTF8 -> lower(value, utf8Boundary(value, maxBytes));
      case LEXICOGRAPHIC -> lower(value, maxBytes);
      case SIGNED,
          UNSIGNED,
          FLOATING_POINT,
          UUID,
          SIGNED_BIG_ENDIAN,
          IEEE_754_TOTAL_ORDER,
          GEOSPATIAL,
          UNDEFINED ->
          value;
    };
  }

  /// An upper bound of few bytes, as [#lower(ValueOrder,byte[],int)].
  ///
  /// @param order the order of the bound; numbers in bytes are not cut
  /// @param value an upper bound
  /// @param maxBytes how many bytes there may be, 0 or more
  /// @return an upper bound of at most so many bytes, the value itself, or null when nothing that
  ///   short is above it
  public static byte @Nullable [] upper(ValueOrder order, byte[] value, int maxBytes) {
    return switch (order) {
      case UTF8 -> upperUtf8(value, utf8Boundary(value, maxBytes), maxBytes);
      case LEXICOGRAPHIC -> upper(value, maxBytes);
      case SIGNED,
          UNSIGNED,
          FLOATING_POINT,
          UUID,
          SIGNED_BIG_ENDIAN,
          IEEE_754_TOTAL_ORDER,
          GEOSPATIAL,
          UNDEFINED ->
          value;
    };
  }

  /// Shortens a bound in place, for bounds that are too many to be objects.
  ///
  /// @param order the order of the bound; numbers in bytes are not cut
  /// @param bound the first bytes of a bound that has more than `maxBytes`, more than `maxBytes` of
  ///   them; changed to an upper bound
  /// @param maxBytes how many bytes there may be, 0 or more
  /// @param upper whether it is an upper bound
  /// @return how many of the bytes are a bound, or -1 when the whole value has to be
  public static int shorten(ValueOrder order, byte[] bound, int maxBytes, boolean upper) {
    return switch (order) {
      case UTF8 -> {
        int cut = utf8Boundary(bound, maxBytes);
        yield upper ? incrementUtf8(bound, cut, maxBytes) : cut;
      }
      case LEXICOGRAPHIC -> upper ? increment(bound, maxBytes) : maxBytes;
      case SIGNED,
          UNSIGNED,
          FLOATING_POINT,
          UUID,
          SIGNED_BIG_ENDIAN,
          IEEE_754_TOTAL_ORDER,
          GEOSPATIAL,
          UNDEFINED ->
          -1;
    };
  }

  /// A lower bound of at most `length` bytes.
  ///
  /// @param value a lower bound in unsigned byte order
  /// @param length where to cut; for UTF-8 a boundary between code points
  /// @return the first `length` bytes, or the value itself when it is not longer
  public static byte[] lower(byte[] value, int length) {
    return value.length <= length ? value : Arrays.copyOf(value, length);
  }

  /// An upper bound that is valid UTF-8: cut, the last code point that has a successor replaced by
  /// it, and the rest dropped. The successor skips the surrogates and may take a byte more.
  ///
  /// @param value an upper bound that is valid UTF-8
  /// @param length where to cut, a boundary between code points
  /// @return the new bound, the value itself when it is not longer, or null when no code point has
  ///   a successor
  public static byte @Nullable [] upperUtf8(byte[] value, int length) {
    return upperUtf8(value, length, Integer.MAX_VALUE);
  }

  private static byte @Nullable [] upperUtf8(byte[] value, int cut, int maxBytes) {
    if (value.length <= cut) {
      return value;
    }
    byte[] bound = Arrays.copyOf(value, cut + 1); // a successor may take a byte more
    return kept(bound, incrementUtf8(bound, cut, maxBytes));
  }

  /// Increments the first `cut` bytes, of which at most `maxBytes` stay; returns how many, or -1.
  private static int incrementUtf8(byte[] bound, int cut, int maxBytes) {
    int end = cut;
    while (end > 0) {
      int start = end - 1;
      while (continuation(bound[start])) {
        start--;
      }
      int next = codePoint(bound, start, end) + 1;
      next = next == FIRST_SURROGATE ? AFTER_SURROGATES : next;
      if (next <= Character.MAX_CODE_POINT && start + utf8Bytes(next) <= maxBytes) {
        return putUtf8(bound, start, next);
      }
      end = start;
    }
    return -1;
  }

  /// An upper bound in bytes: cut, the last byte that is not `0xff` incremented, and the rest
  /// dropped.
  ///
  /// @param value an upper bound in unsigned byte order
  /// @param length where to cut
  /// @return the new bound, the value itself when it is not longer, or null when all bytes are
  ///   `0xff`
  public static byte @Nullable [] upper(byte[] value, int length) {
    if (value.length <= length) {
      return value;
    }
    byte[] bound = Arrays.copyOf(value, length);
    return kept(bound, increment(bound, length));
  }

  private static int increment(byte[] bound, int cut) {
    for (int i = cut - 1; i >= 0; i--) {
      if (bound[i] != -1) {
        bound[i]++;
        return i + 1;
      }
    }
    return -1;
  }

  private static byte @Nullable [] kept(byte[] bound, int length) {
    return length < 0 ? null : Arrays.copyOf(bound, length);
  }

  private static boolean continuation(byte unit) {
    return (unit & 0xc0) == 0x80;
  }

  private static int codePoint(byte[] value, int start, int end) {
    int lead = value[start] & 0xff;
    int result = end - start == 1 ? lead : lead & (0x7f >> (end - start));
    for (int i = start + 1; i < end; i++) {
      result = (result << 6) | (value[i] & 0x3f);
    }
    return result;
  }

  private static int utf8Bytes(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    return codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  /// Puts a code point; returns the position behind it.
  private static int putUtf8(byte[] bytes, int at, int codePoint) {
    int length = utf8Bytes(codePoint);
    int left = codePoint;
    for (int i = length - 1; i > 0; i--) {
      bytes[at + i] = (byte) (0x80 | (left & 0x3f));
      left >>>= 6;
    }
    int lead = length == 1 ? 0 : 0xf00 >> length; // as many ones as bytes, from the top
    bytes[at] = (byte) (lead | left);
    return at + length;
  }
}
