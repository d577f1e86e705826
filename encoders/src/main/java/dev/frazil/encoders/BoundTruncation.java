package dev.frazil.encoders;

import static java.nio.charset.StandardCharsets.UTF_8;

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
      case UTF8 -> shortUpperUtf8(value, maxBytes);
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

  private static byte @Nullable [] shortUpperUtf8(byte[] value, int maxBytes) {
    int cut = utf8Boundary(value, maxBytes);
    byte[] bound = upperUtf8(value, cut);
    // The code point behind may be a byte longer, and the bound with it.
    while (bound != null && bound.length > maxBytes) {
      cut = utf8Boundary(value, cut - 1);
      bound = upperUtf8(value, cut);
    }
    return bound;
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
    if (value.length <= length) {
      return value;
    }
    int end = length;
    while (end > 0) {
      int start = end - 1;
      while (continuation(value[start])) {
        start--;
      }
      int next = codePoint(value, start, end) + 1;
      if (next <= Character.MAX_CODE_POINT) {
        return replaceLast(value, start, next == FIRST_SURROGATE ? AFTER_SURROGATES : next);
      }
      end = start;
    }
    return null;
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
    for (int i = length - 1; i >= 0; i--) {
      if (value[i] != -1) {
        byte[] bound = Arrays.copyOf(value, i + 1);
        bound[i]++;
        return bound;
      }
    }
    return null;
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

  private static byte[] replaceLast(byte[] value, int start, int codePoint) {
    byte[] last = Character.toString(codePoint).getBytes(UTF_8);
    byte[] bound = Arrays.copyOf(value, start + last.length);
    System.arraycopy(last, 0, bound, start, last.length);
    return bound;
  }
}
