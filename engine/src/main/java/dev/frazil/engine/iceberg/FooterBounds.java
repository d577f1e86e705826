package dev.frazil.engine.iceberg;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.LeafOrder;
import dev.frazil.engine.schema.LogicalType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// Bounds of a leaf of any writer as bounds of the table's type, in the layout that Frazil itself
/// writes that type in. Units are scaled without a remainder; what is no value of the type, or
/// would be rounded, is no bound.
final class FooterBounds {
  private static final long DAY_MICROS = 86_400_000_000L;
  private static final int MICROS_PER_MILLI = 1_000;
  private static final int DECIMAL_BYTES = 16;
  private static final int INT32_DIGITS = 9;
  private static final int INT64_DIGITS = 18;

  private FooterBounds() {}

  /// Converts the bounds of a leaf.
  ///
  /// @param leaf a leaf that is read as the type
  /// @param type the type in the table
  /// @param bounds what the footer says
  /// @return bounds that hold for the values as the table has them, or null when there are none
  static @Nullable Bounds of(FileMetadata.Field leaf, Type.PrimitiveType type, Bounds bounds) {
    byte[] min = value(leaf, type, bounds.min());
    byte[] max = value(leaf, type, bounds.max());
    if (min == null || max == null) {
      return null;
    }
    return type.typeId() == Type.TypeID.UUID ? inBothOrders(min, max) : new Bounds(min, max);
  }

  private static byte @Nullable [] value(
      FileMetadata.Field leaf, Type.PrimitiveType type, byte[] bound) {
    return switch (type.typeId()) {
      case BOOLEAN -> bound[0] == 0 || bound[0] == 1 ? bound : null;
      case INTEGER -> inWidth(leaf, word(bound)) ? intBytes((int) word(bound)) : null;
      case LONG -> whole(leaf, word(bound));
      case FLOAT, DATE -> bound;
      case DOUBLE ->
          bound.length == Float.BYTES
              ? longBytes(Double.doubleToRawLongBits(Float.intBitsToFloat((int) word(bound))))
              : bound;
      case TIME -> time(leaf, word(bound));
      case TIMESTAMP -> timestamp(leaf, word(bound));
      case TIMESTAMP_NANO, BINARY -> bound;
      case STRING -> LeafReading.text(leaf) && utf8(bound) ? bound : null;
      case UUID -> bound.length == leaf.typeLength() ? bound : null;
      case FIXED -> bound.length == leaf.typeLength() && LeafReading.plain(leaf) ? bound : null;
      case DECIMAL -> decimal(leaf, (Types.DecimalType) type, bound);
      case UNKNOWN, GEOMETRY, GEOGRAPHY, STRUCT, LIST, MAP, VARIANT -> null;
    };
  }

  private static long word(byte[] bound) {
    return LeafOrder.word(ByteBuffer.wrap(bound));
  }

  /// Whether an integer is one of the width that the leaf is annotated with.
  private static boolean inWidth(FileMetadata.Field leaf, long value) {
    if (!(leaf.logicalType() instanceof LogicalType.Int(int bits, boolean signed))
        || bits >= Integer.SIZE) {
      return true;
    }
    long limit = 1L << (signed ? bits - 1 : bits);
    return value < limit && value >= (signed ? -limit : 0);
  }

  private static byte @Nullable [] whole(FileMetadata.Field leaf, long value) {
    if (!inWidth(leaf, value)) {
      return null;
    }
    boolean unsigned =
        leaf.logicalType() instanceof LogicalType.Int(int bits, boolean signed)
            && bits == Integer.SIZE
            && !signed;
    return longBytes(unsigned ? value & 0xffff_ffffL : value);
  }

  private static byte @Nullable [] time(FileMetadata.Field leaf, long value) {
    long micros = millis(leaf) ? value * MICROS_PER_MILLI : value;
    return micros >= 0 && micros < DAY_MICROS ? longBytes(micros) : null;
  }

  private static byte @Nullable [] timestamp(FileMetadata.Field leaf, long value) {
    if (!millis(leaf)) {
      return longBytes(value);
    }
    long micros = value * MICROS_PER_MILLI;
    return micros / MICROS_PER_MILLI == value ? longBytes(micros) : null;
  }

  private static boolean millis(FileMetadata.Field leaf) {
    return (leaf.logicalType() instanceof LogicalType.Time(LogicalType.TimeUnit unit, _)
            && unit == LogicalType.TimeUnit.MILLIS)
        || (leaf.logicalType() instanceof LogicalType.Timestamp(LogicalType.TimeUnit stamp, _)
            && stamp == LogicalType.TimeUnit.MILLIS);
  }

  private static boolean utf8(byte[] bound) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bound));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static byte @Nullable [] decimal(
      FileMetadata.Field leaf, Types.DecimalType type, byte[] bound) {
    if (bound.length == 0 || (leaf.typeLength() > 0 && bound.length != leaf.typeLength())) {
      return null;
    }
    boolean number =
        leaf.type() == FileMetadata.Type.INT32 || leaf.type() == FileMetadata.Type.INT64;
    BigInteger unscaled = number ? BigInteger.valueOf(word(bound)) : new BigInteger(bound);
    if (unscaled.abs().compareTo(BigInteger.TEN.pow(type.precision())) >= 0) {
      return null;
    }
    if (type.precision() <= INT32_DIGITS) {
      return intBytes(unscaled.intValueExact());
    } else if (type.precision() <= INT64_DIGITS) {
      return longBytes(unscaled.longValueExact());
    }
    byte[] minimal = unscaled.toByteArray();
    byte[] bytes = new byte[DECIMAL_BYTES];
    Arrays.fill(bytes, (byte) (unscaled.signum() >> 1));
    System.arraycopy(minimal, 0, bytes, DECIMAL_BYTES - minimal.length, minimal.length);
    return bytes;
  }

  /// UUIDs were compared as unsigned bytes, and some readers compare them as two signed numbers.
  /// Bounds in one half of the first number hold for both, if between them no second number is in
  /// the other half; where that is not known they give way by one in the first number.
  private static @Nullable Bounds inBothOrders(byte[] min, byte[] max) {
    long minHigh = high(min);
    long maxHigh = high(max);
    if ((minHigh < 0) != (maxHigh < 0)) {
      return null;
    }
    boolean minNegative = min[Long.BYTES] < 0;
    boolean maxNegative = max[Long.BYTES] < 0;
    if (minHigh == maxHigh && minNegative == maxNegative) {
      return new Bounds(min, max);
    }
    byte[] lower = minNegative ? min : uuid(minHigh - 1);
    byte[] upper = maxNegative ? uuid(maxHigh + 1) : max;
    return (high(lower) < 0) == (minHigh < 0) && (high(upper) < 0) == (maxHigh < 0)
        ? new Bounds(lower, upper)
        : null;
  }

  private static long high(byte[] uuid) {
    return ByteBuffer.wrap(uuid).getLong();
  }

  private static byte[] uuid(long high) {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).array();
  }

  private static byte[] intBytes(int value) {
    return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static byte[] longBytes(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }
}
