package dev.frazil.engine.file;

import dev.frazil.engine.schema.LogicalType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

/// How the values of a leaf compare (parquet.thrift, `ColumnOrder`; LogicalTypes.md).
///
/// @param type physical type of the leaf
/// @param kind what is compared
/// @param total whether floating-point numbers compare by the total order of IEEE 754: zeros by
///   their sign, NaN as well
public record LeafOrder(FileMetadata.Type type, Kind kind, boolean total) {

  /// What is compared.
  public enum Kind {
    /// Two's complement numbers.
    SIGNED,
    /// Unsigned numbers.
    UNSIGNED,
    /// FLOAT.
    FLOAT,
    /// DOUBLE.
    DOUBLE,
    /// FLOAT16 in two bytes.
    FLOAT16,
    /// Unsigned bytes.
    LEXICOGRAPHIC,
    /// Big-endian two's complement in bytes, of any number.
    SIGNED_BYTES,
    /// Nothing: the order is not defined, or not known.
    UNDEFINED
  }

  private static final Set<String> LEXICOGRAPHIC =
      Set.of("STRING", "ENUM", "JSON", "BSON", "UTF8", "UUID");

  private static final int FLOAT16_BYTES = 2;
  private static final int FLOAT16_INFINITY = 0x7c00;

  /// The order of the bounds of a leaf.
  ///
  /// @param leaf the leaf
  /// @param order what the footer says
  /// @return the order; an undefined one where the footer does not say, or says it of a leaf that
  ///   cannot have it
  public static LeafOrder of(FileMetadata.Field leaf, FileMetadata.BoundsOrder order) {
    FileMetadata.Type type = Objects.requireNonNull(leaf.type());
    Kind kind = kind(leaf, type);
    boolean floating = kind == Kind.FLOAT || kind == Kind.DOUBLE || kind == Kind.FLOAT16;
    return switch (order) {
      case TYPE_DEFINED -> new LeafOrder(type, kind, false);
      case IEEE_754_TOTAL_ORDER -> new LeafOrder(type, floating ? kind : Kind.UNDEFINED, true);
      case UNKNOWN -> new LeafOrder(type, Kind.UNDEFINED, false);
    };
  }

  private static Kind kind(FileMetadata.Field leaf, FileMetadata.Type type) {
    LogicalType logical = leaf.logicalType();
    String annotation = leaf.annotation();
    String name = annotation == null ? "" : annotation.replaceFirst("\\(.*", "");
    return switch (type) {
      case BOOLEAN -> Kind.SIGNED;
      case INT32, INT64 -> {
        if (logical instanceof LogicalType.Int(int width, boolean signed)) {
          yield signed ? Kind.SIGNED : Kind.UNSIGNED;
        }
        yield logical != null || annotation == null ? Kind.SIGNED : Kind.UNDEFINED;
      }
      case FLOAT -> Kind.FLOAT;
      case DOUBLE -> Kind.DOUBLE;
      case INT96 -> Kind.UNDEFINED;
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
        if (logical instanceof LogicalType.Decimal) {
          yield Kind.SIGNED_BYTES;
        } else if (name.equals("FLOAT16")) {
          yield leaf.typeLength() == FLOAT16_BYTES ? Kind.FLOAT16 : Kind.UNDEFINED;
        }
        yield annotation == null || LEXICOGRAPHIC.contains(name)
            ? Kind.LEXICOGRAPHIC
            : Kind.UNDEFINED;
      }
    };
  }

  /// Whether values compare at all.
  ///
  /// @return false where there is no order
  public boolean defined() {
    return kind != Kind.UNDEFINED;
  }

  /// Whether there can be NaN among the values.
  ///
  /// @return true for floating-point numbers of any width
  public boolean floating() {
    return kind == Kind.FLOAT || kind == Kind.DOUBLE || kind == Kind.FLOAT16;
  }

  /// Whether the order is one in which the deprecated `min` and `max` are right: signed.
  ///
  /// @return false for all orders that older writers knew nothing of
  public boolean signed() {
    return switch (kind) {
      case SIGNED, FLOAT, DOUBLE -> true;
      case UNSIGNED, FLOAT16, LEXICOGRAPHIC, SIGNED_BYTES, UNDEFINED -> false;
    };
  }

  /// A number that compares as a value of a fixed width does, for all kinds but those of bytes.
  ///
  /// @param word the value with its sign extended to 64 bits: the number, the bits of a
  ///   floating-point number, 0 or 1
  /// @return the number to compare
  public long key(long word) {
    return switch (kind) {
      case SIGNED -> word;
      case UNSIGNED ->
          type == FileMetadata.Type.INT32 ? word & 0xffff_ffffL : word ^ Long.MIN_VALUE;
      case FLOAT -> floatingKey(word, Integer.SIZE);
      case DOUBLE -> floatingKey(word, Long.SIZE);
      case FLOAT16 -> floatingKey((short) word, Short.SIZE);
      case LEXICOGRAPHIC, SIGNED_BYTES, UNDEFINED -> throw new IllegalStateException();
    };
  }

  /// @param bits the bit pattern with its sign extended to 64 bits
  private long floatingKey(long bits, int width) {
    long magnitude = bits & (-1L >>> (Long.SIZE - width + 1));
    if (!total && magnitude == 0) {
      return 0;
    }
    // Negative numbers in reverse: -0 just below 0.
    return bits < 0 ? -1 - magnitude : magnitude;
  }

  /// Whether a value of a fixed width is NaN.
  ///
  /// @param word the value as for [#key]
  /// @return false for all kinds but floating-point numbers
  public boolean isNan(long word) {
    return switch (kind) {
      case FLOAT -> Float.isNaN(Float.intBitsToFloat((int) word));
      case DOUBLE -> Double.isNaN(Double.longBitsToDouble(word));
      case FLOAT16 -> (word & 0x7fff) > FLOAT16_INFINITY;
      case SIGNED, UNSIGNED, LEXICOGRAPHIC, SIGNED_BYTES, UNDEFINED -> false;
    };
  }

  /// Whether values compare as byte strings rather than by [#key].
  ///
  /// @return true for the kinds of bytes
  public boolean ofBytes() {
    return kind == Kind.LEXICOGRAPHIC || kind == Kind.SIGNED_BYTES;
  }

  /// Compares byte strings.
  ///
  /// @param a holds the first one
  /// @param aStart where it starts
  /// @param aLength its bytes
  /// @param b holds the second one
  /// @param bStart where it starts
  /// @param bLength its bytes
  /// @return below 0, 0 or above 0 as the first is below, equal or above
  public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
    if (kind == Kind.LEXICOGRAPHIC) {
      return Arrays.compareUnsigned(a, aStart, aStart + aLength, b, bStart, bStart + bLength);
    }
    int aSign = aLength == 0 ? 0 : a[aStart] >> 7;
    int bSign = bLength == 0 ? 0 : b[bStart] >> 7;
    if (aSign != bSign) {
      return Integer.compare(aSign, bSign);
    }
    int length = Math.max(aLength, bLength);
    for (int i = -length; i < 0; i++) {
      int aByte = i < -aLength ? aSign & 0xff : a[aStart + aLength + i] & 0xff;
      int bByte = i < -bLength ? bSign & 0xff : b[bStart + bLength + i] & 0xff;
      if (aByte != bByte) {
        return Integer.compare(aByte, bByte);
      }
    }
    return 0;
  }

  /// Whether bytes can be a bound of the leaf.
  ///
  /// @param bound the bound in PLAIN layout without a length
  /// @return false when it has another width than the values
  public boolean fits(ByteBuffer bound) {
    return switch (type) {
      case BOOLEAN -> bound.remaining() == 1;
      case INT32, FLOAT -> bound.remaining() == Integer.BYTES;
      case INT64, DOUBLE -> bound.remaining() == Long.BYTES;
      case INT96, BYTE_ARRAY -> true;
      case FIXED_LEN_BYTE_ARRAY -> kind != Kind.FLOAT16 || bound.remaining() == FLOAT16_BYTES;
    };
  }

  /// A bound as a word.
  ///
  /// @param bound one that fits and is not of bytes
  /// @return its value as for [#key]
  public static long word(ByteBuffer bound) {
    ByteBuffer bytes = bound.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    return switch (bytes.remaining()) {
      case 1 -> bytes.get();
      case Short.BYTES -> bytes.getShort();
      case Integer.BYTES -> bytes.getInt();
      default -> bytes.getLong();
    };
  }

  /// Compares bounds.
  ///
  /// @param a one that fits
  /// @param b one that fits
  /// @return below 0, 0 or above 0 as the first is below, equal or above
  public int compare(ByteBuffer a, ByteBuffer b) {
    if (!ofBytes()) {
      return Long.compare(key(word(a)), key(word(b)));
    }
    byte[] left = bytes(a);
    byte[] right = bytes(b);
    return compare(left, 0, left.length, right, 0, right.length);
  }

  /// Whether a bound is NaN.
  ///
  /// @param bound one that fits
  /// @return false for all kinds but floating-point numbers
  public boolean isNan(ByteBuffer bound) {
    return floating() && isNan(word(bound));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
