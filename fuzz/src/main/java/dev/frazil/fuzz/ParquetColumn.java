package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/// A leaf of a Parquet file and the Arrow column its values come from: the values in the file and
/// their order, stated apart from the engine.
///
/// Values in the file are `Boolean`, `Long` (INT32, INT64, and the raw bits of FLOAT and DOUBLE) or
/// `byte[]`.
///
/// @param field the Arrow column of the leaf
/// @param descriptor the leaf
record ParquetColumn(ArrowField field, ColumnDescriptor descriptor) {
  private static final long DAY_MILLIS = 86_400_000;
  private static final long MILLI_NANOS = 1_000_000;

  /// The type of the leaf.
  PrimitiveType type() {
    return descriptor.getPrimitiveType();
  }

  /// The names from below the root to the leaf.
  List<String> path() {
    return Arrays.asList(descriptor.getPath());
  }

  /// Whether the leaf is a UUID.
  boolean uuid() {
    return LogicalTypeAnnotation.uuidType().equals(type().getLogicalTypeAnnotation());
  }

  /// Whether values are strings of bytes, whose start says something about their order.
  boolean strings() {
    return switch (type().getPrimitiveTypeName()) {
      case BINARY, FIXED_LEN_BYTE_ARRAY ->
          !uuid() && !floating() && !(field.type() instanceof ArrowType.Decimal);
      case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> false;
    };
  }

  /// Whether the leaf is text.
  boolean text() {
    LogicalTypeAnnotation annotation = type().getLogicalTypeAnnotation();
    return LogicalTypeAnnotation.stringType().equals(annotation)
        || LogicalTypeAnnotation.jsonType().equals(annotation);
  }

  /// The value in the file of a value in Arrow.
  Object fileValue(Object value) {
    return switch (value) {
      case Boolean bit -> bit;
      case Long number -> number(number);
      case BigInteger number -> number.longValue();
      case BigDecimal number -> decimal(number.unscaledValue());
      case Float number ->
          type().getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
              ? (Object) (long) Float.floatToRawIntBits(number)
              : little(2).putShort(Float.floatToFloat16(number)).array();
      case Double number -> Double.doubleToRawLongBits(number);
      case String text -> StringLayout.bytes(text);
      case Bytes bytes -> bytes.toArray();
      case IntervalValue(int months, int days, long nanos) ->
          little(12).putInt(months).putInt(days).putInt((int) (nanos / MILLI_NANOS)).array();
      default -> throw new IllegalArgumentException("value: " + value);
    };
  }

  private Object number(long value) {
    return switch (field.type()) {
      case ArrowType.Int(int bits, boolean _) -> bits == 64 ? value : (Object) (long) (int) value;
      case ArrowType.Date(boolean millis) -> millis ? value / DAY_MILLIS : value;
      case ArrowType.Time(ArrowType.TimeUnit unit) -> milliseconds(value, unit);
      case ArrowType.Timestamp(ArrowType.TimeUnit unit, String _) -> milliseconds(value, unit);
      default -> value;
    };
  }

  private static long milliseconds(long value, ArrowType.TimeUnit unit) {
    return unit == ArrowType.TimeUnit.SECOND ? Math.multiplyExact(value, 1000L) : value;
  }

  private Object decimal(BigInteger value) {
    if (type().getPrimitiveTypeName() != PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
      return value.longValueExact();
    }
    byte[] bytes = new byte[type().getTypeLength()];
    Arrays.fill(bytes, (byte) value.signum() < 0 ? (byte) -1 : 0);
    byte[] digits = value.toByteArray();
    System.arraycopy(digits, 0, bytes, bytes.length - digits.length, digits.length);
    return bytes;
  }

  /// Whether the value is a NaN.
  boolean isNan(Object value) {
    return floating() && Double.isNaN(floating(value));
  }

  /// Whether the column holds floating point numbers.
  boolean floating() {
    return field.type() instanceof ArrowType.FloatingPoint;
  }

  /// Whether floating point numbers are compared by the total order of IEEE 754.
  boolean totalOrder() {
    return type().columnOrder().equals(ColumnOrder.ieee754TotalOrder());
  }

  /// Whether the format gives the column's values an order.
  boolean ordered() {
    LogicalTypeAnnotation annotation = type().getLogicalTypeAnnotation();
    return !(annotation instanceof LogicalTypeAnnotation.IntervalLogicalTypeAnnotation
        || annotation instanceof LogicalTypeAnnotation.UnknownLogicalTypeAnnotation
        || geospatial());
  }

  /// Whether the column holds geometries.
  boolean geospatial() {
    LogicalTypeAnnotation annotation = type().getLogicalTypeAnnotation();
    return annotation instanceof LogicalTypeAnnotation.GeometryLogicalTypeAnnotation
        || annotation instanceof LogicalTypeAnnotation.GeographyLogicalTypeAnnotation;
  }

  /// The order of the column's bounds.
  Comparator<Object> order() {
    if (floating()) {
      return totalOrder()
          ? Comparator.comparingLong(this::totalRank)
          : Comparator.comparingDouble(this::floating);
    }
    if (field.type() instanceof ArrowType.Decimal) {
      return Comparator.comparing(value ->
          value instanceof byte[] bytes ? new BigInteger(bytes) : BigInteger.valueOf((Long) value));
    }
    return switch (type().getPrimitiveTypeName()) {
      case BOOLEAN -> Comparator.comparing(Boolean.class::cast);
      case INT32 ->
          unsigned()
              ? Comparator.comparingLong(value -> Integer.toUnsignedLong(((Long) value).intValue()))
              : Comparator.comparing(Long.class::cast);
      case INT64 ->
          unsigned()
              ? (a, b) -> Long.compareUnsigned((Long) a, (Long) b)
              : Comparator.comparing(Long.class::cast);
      case BINARY, FIXED_LEN_BYTE_ARRAY -> (a, b) -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
      case FLOAT, DOUBLE, INT96 -> throw new IllegalStateException("order of " + type());
    };
  }

  private boolean unsigned() {
    return field.type() instanceof ArrowType.Int(int _, boolean signed) && !signed;
  }

  /// The floating point number behind raw bits.
  private double floating(Object value) {
    return switch (value) {
      case byte[] bytes ->
          Float.float16ToFloat(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getShort());
      case Long bits ->
          type().getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
              ? Float.intBitsToFloat(bits.intValue())
              : Double.longBitsToDouble(bits);
      default -> throw new IllegalArgumentException("value: " + value);
    };
  }

  /// The place of a floating point number in the total order: negative ones by their bits
  /// backwards, in front of positive ones by their bits.
  private long totalRank(Object value) {
    long bits =
        switch (value) {
          case byte[] bytes ->
              (long) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getShort();
          case Long number -> number;
          default -> throw new IllegalArgumentException("value: " + value);
        };
    return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
  }

  /// A bound as the format wants it: zeros widened to both signs, unless their order is total.
  Object widened(Object bound, boolean upper) {
    if (!floating() || totalOrder() || floating(bound) != 0) {
      return bound;
    }
    if (type().getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE) {
      return fileValue(upper ? 0d : -0d);
    }
    return fileValue(upper ? 0f : -0f);
  }

  /// The PLAIN bytes of a value, without a length.
  byte[] plain(Object value) {
    return switch (value) {
      case Boolean bit -> new byte[] {(byte) (bit ? 1 : 0)};
      case byte[] bytes -> bytes;
      case Long number ->
          switch (type().getPrimitiveTypeName()) {
            case INT32, FLOAT -> little(4).putInt(number.intValue()).array();
            default -> little(8).putLong(number).array();
          };
      default -> throw new IllegalArgumentException("value: " + value);
    };
  }

  /// The value of PLAIN bytes: what [#plain] undoes.
  Object value(byte[] plain) {
    ByteBuffer bytes = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
    return switch (type().getPrimitiveTypeName()) {
      case BOOLEAN -> plain[0] != 0;
      case INT32, FLOAT -> (long) bytes.getInt();
      case INT64, DOUBLE -> bytes.getLong();
      case BINARY, FIXED_LEN_BYTE_ARRAY -> plain;
      case INT96 -> throw new IllegalStateException("INT96");
    };
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
