package dev.frazil.fuzz.values;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.frazil.fuzz.Bytes;
import dev.frazil.fuzz.IntervalValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/// A leaf of a Parquet schema as a converter between the values that a file stores and the values
/// that they mean, by LogicalTypes.md.
///
/// @param type the leaf
public record LeafType(PrimitiveType type) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private @Nullable LogicalTypeAnnotation logical() {
    return type.getLogicalTypeAnnotation();
  }

  /// Whether 64-bit values are unsigned and narrower ones zero-extended.
  ///
  /// @return true for UINT_8 to UINT_64
  public boolean unsigned() {
    return logical() instanceof IntLogicalTypeAnnotation integer && !integer.isSigned();
  }

  /// Whether values are text in UTF-8.
  ///
  /// @return true for STRING, ENUM and JSON
  public boolean text() {
    return logical() instanceof StringLogicalTypeAnnotation
        || logical() instanceof EnumLogicalTypeAnnotation
        || logical() instanceof JsonLogicalTypeAnnotation;
  }

  /// Whether values are floating point numbers.
  ///
  /// @return true for FLOAT, DOUBLE and FLOAT16
  public boolean floating() {
    return half()
        || type.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
        || type.getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE;
  }

  private boolean half() {
    return logical() instanceof Float16LogicalTypeAnnotation;
  }

  /// What a 32-bit value means.
  ///
  /// @param stored a value of an INT32 leaf
  /// @return `Long` or `BigDecimal`
  public Object value(int stored) {
    return logical() instanceof DecimalLogicalTypeAnnotation decimal
        ? BigDecimal.valueOf(stored, decimal.getScale())
        : (Object) (unsigned() ? Integer.toUnsignedLong(stored) : stored);
  }

  /// What a 64-bit value means.
  ///
  /// @param stored a value of an INT64 leaf
  /// @return `Long`, `BigInteger` or `BigDecimal`
  public Object value(long stored) {
    if (logical() instanceof DecimalLogicalTypeAnnotation decimal) {
      return BigDecimal.valueOf(stored, decimal.getScale());
    }
    return unsigned() ? new BigInteger(Long.toUnsignedString(stored)) : (Object) stored;
  }

  /// What bytes mean.
  ///
  /// @param stored a value of a BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY leaf
  /// @return `String`, `BigDecimal`, `Float`, [IntervalValue] or [Bytes]
  public Object value(byte[] stored) {
    if (text()) {
      return new String(stored, UTF_8);
    }
    if (half()) {
      return Float.float16ToFloat(little(stored).getShort());
    }
    return switch (logical()) {
      case DecimalLogicalTypeAnnotation decimal ->
          new BigDecimal(new BigInteger(stored), decimal.getScale());
      case IntervalLogicalTypeAnnotation _ -> interval(little(stored));
      case null, default -> Bytes.of(stored);
    };
  }

  /// The PLAIN bytes of a value without a length: of what bounds and Bloom filters are made.
  ///
  /// @param value a value that the leaf can hold
  /// @return little-endian numbers, big-endian decimals in byte strings, 0 or 1 for booleans
  public byte[] plain(Object value) {
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> new byte[] {(byte) ((Boolean) value ? 1 : 0)};
      case INT32 -> little(new byte[4]).putInt((int) integer(value)).array();
      case INT64 -> little(new byte[8]).putLong(integer(value)).array();
      case FLOAT -> little(new byte[4]).putFloat((Float) value).array();
      case DOUBLE -> little(new byte[8]).putDouble((Double) value).array();
      case BINARY, FIXED_LEN_BYTE_ARRAY -> bytes(value);
      case INT96 -> throw new IllegalArgumentException("INT96: expected never to be written");
    };
  }

  private static long integer(Object value) {
    return switch (value) {
      case Long number -> number;
      case BigInteger number -> number.longValue();
      case BigDecimal decimal -> decimal.unscaledValue().longValueExact();
      default -> throw new IllegalArgumentException("integer: " + value);
    };
  }

  private byte[] bytes(Object value) {
    return switch (value) {
      case String text -> text.getBytes(UTF_8);
      case Bytes bytes -> bytes.toArray();
      case IntervalValue interval -> intervalBytes(interval);
      case Float number -> little(new byte[2]).putShort(Float.floatToFloat16(number)).array();
      case BigDecimal decimal -> decimalBytes(decimal.unscaledValue());
      default -> throw new IllegalArgumentException("bytes: " + value);
    };
  }

  private byte[] decimalBytes(BigInteger unscaled) {
    byte[] digits = unscaled.toByteArray();
    if (type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY) {
      return digits;
    }
    byte[] bytes = new byte[type.getTypeLength()];
    Arrays.fill(bytes, (byte) (unscaled.signum() < 0 ? -1 : 0));
    System.arraycopy(digits, 0, bytes, bytes.length - digits.length, digits.length);
    return bytes;
  }

  /// Three little-endian counts (LogicalTypes.md, INTERVAL).
  private static IntervalValue interval(ByteBuffer counts) {
    return new IntervalValue(
        Math.toIntExact(Integer.toUnsignedLong(counts.getInt())),
        Math.toIntExact(Integer.toUnsignedLong(counts.getInt())),
        Integer.toUnsignedLong(counts.getInt()) * NANOS_PER_MILLI);
  }

  private static byte[] intervalBytes(IntervalValue interval) {
    return little(new byte[12])
        .putInt(interval.months())
        .putInt(interval.days())
        .putInt((int) (interval.nanos() / NANOS_PER_MILLI))
        .array();
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
