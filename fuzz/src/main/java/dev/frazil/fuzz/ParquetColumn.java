package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/// What must become of an Arrow column in a Parquet file, stated once more and apart from the
/// engine: the type of the leaf, its values and their order.
///
/// Values are `Boolean`, `Long` (INT32, INT64, and the raw bits of FLOAT and DOUBLE) or `byte[]`.
///
/// @param field the Arrow column
/// @param type the leaf
record ParquetColumn(ArrowField field, PrimitiveType type) {

  static ParquetColumn of(ArrowField field) {
    Repetition repetition = field.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    Types.PrimitiveBuilder<PrimitiveType> leaf = Types.primitive(physical(field), repetition);
    if (field.type() instanceof ArrowType.FixedSizeBinary(int width)) {
      leaf = leaf.length(width);
    } else if (physical(field) == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
      leaf = leaf.length(decimalBytes(field.type()));
    }
    LogicalTypeAnnotation annotation = annotation(field);
    if (annotation != null) {
      leaf = leaf.as(annotation);
    }
    leaf = leaf.columnOrder(ColumnOrder.typeDefined());
    String id = field.metadata().get(ArrowField.FIELD_ID);
    return new ParquetColumn(
        field, (id == null ? leaf : leaf.id(Integer.parseInt(id))).named(field.name()));
  }

  private static PrimitiveTypeName physical(ArrowField field) {
    return switch (field.type()) {
      case ArrowType.Bool() -> PrimitiveTypeName.BOOLEAN;
      case ArrowType.Int(int bits, boolean _) ->
          bits == 64 ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32;
      case ArrowType.FloatingPoint(int bits) ->
          bits == 64 ? PrimitiveTypeName.DOUBLE : PrimitiveTypeName.FLOAT;
      case ArrowType.Utf8 _, ArrowType.Binary _ -> PrimitiveTypeName.BINARY;
      case ArrowType.FixedSizeBinary _ -> PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
      case ArrowType.Date _ -> PrimitiveTypeName.INT32;
      case ArrowType.Time(ArrowType.TimeUnit unit) ->
          ArrowFormats.coarse(unit) ? PrimitiveTypeName.INT32 : PrimitiveTypeName.INT64;
      case ArrowType.Timestamp _ -> PrimitiveTypeName.INT64;
      case ArrowType.Decimal(int _, int precision, int _) ->
          precision <= 9
              ? PrimitiveTypeName.INT32
              : precision <= 18 ? PrimitiveTypeName.INT64 : PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
      case ArrowType.Null _,
          ArrowType.Utf8View _,
          ArrowType.BinaryView _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw ArrowFormats.unknown(field.type());
    };
  }

  private static @Nullable LogicalTypeAnnotation annotation(ArrowField field) {
    return switch (field.type()) {
      case ArrowType.Bool(), ArrowType.FloatingPoint _, ArrowType.Binary _ -> null;
      case ArrowType.Int(int bits, boolean signed) ->
          signed && bits >= 32 ? null : LogicalTypeAnnotation.intType(bits, signed);
      case ArrowType.Utf8 _ -> LogicalTypeAnnotation.stringType();
      case ArrowType.FixedSizeBinary _ ->
          field.metadata().containsKey(ArrowField.EXTENSION_NAME)
              ? LogicalTypeAnnotation.uuidType()
              : null;
      case ArrowType.Date _ -> LogicalTypeAnnotation.dateType();
      case ArrowType.Time(ArrowType.TimeUnit unit) ->
          LogicalTypeAnnotation.timeType(false, unit(unit));
      case ArrowType.Timestamp(ArrowType.TimeUnit unit, String zone) ->
          LogicalTypeAnnotation.timestampType(zone != null, unit(unit));
      case ArrowType.Decimal(int _, int precision, int scale) ->
          LogicalTypeAnnotation.decimalType(scale, precision);
      case ArrowType.Null _,
          ArrowType.Utf8View _,
          ArrowType.BinaryView _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw ArrowFormats.unknown(field.type());
    };
  }

  private static TimeUnit unit(ArrowType.TimeUnit unit) {
    return switch (unit) {
      case SECOND, MILLISECOND -> TimeUnit.MILLIS;
      case MICROSECOND -> TimeUnit.MICROS;
      case NANOSECOND -> TimeUnit.NANOS;
    };
  }

  /// The fewest bytes of two's complement that hold every value of the precision.
  private static int decimalBytes(ArrowType type) {
    int precision = ((ArrowType.Decimal) type).precision();
    return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / 8 + 1;
  }

  /// The value in the file of a value in Arrow; null for null.
  @Nullable Object fileValue(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (field.type()) {
      case ArrowType.Bool(),
          ArrowType.FloatingPoint _,
          ArrowType.Utf8 _,
          ArrowType.Binary _,
          ArrowType.FixedSizeBinary _ ->
          value;
      case ArrowType.Int(int bits, boolean _) ->
          bits == 64 ? value : (Object) (long) (int) (long) (Long) value;
      case ArrowType.Date(boolean millis) -> millis ? (Object) ((Long) value / 86_400_000) : value;
      case ArrowType.Time(ArrowType.TimeUnit unit) -> milliseconds(value, unit);
      case ArrowType.Timestamp(ArrowType.TimeUnit unit, String _) -> milliseconds(value, unit);
      case ArrowType.Decimal _ -> decimal((BigInteger) value);
      case ArrowType.Null _,
          ArrowType.Utf8View _,
          ArrowType.BinaryView _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw ArrowFormats.unknown(field.type());
    };
  }

  private static Object milliseconds(Object value, ArrowType.TimeUnit unit) {
    return unit == ArrowType.TimeUnit.SECOND
        ? (Object) Math.multiplyExact((Long) value, 1000L)
        : value;
  }

  private Object decimal(BigInteger value) {
    if (type.getPrimitiveTypeName() != PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
      return value.longValueExact();
    }
    byte[] bytes = new byte[type.getTypeLength()];
    Arrays.fill(bytes, (byte) value.signum() < 0 ? (byte) -1 : 0);
    byte[] digits = value.toByteArray();
    System.arraycopy(digits, 0, bytes, bytes.length - digits.length, digits.length);
    return bytes;
  }

  /// Whether the value is a NaN.
  boolean isNan(Object value) {
    return floating() && Double.isNaN(number(value));
  }

  /// Whether the column holds floating point numbers.
  boolean floating() {
    return field.type() instanceof ArrowType.FloatingPoint;
  }

  /// The order of the column's bounds.
  Comparator<Object> order() {
    return switch (field.type()) {
      case ArrowType.Bool() -> Comparator.comparing(Boolean.class::cast);
      case ArrowType.Int(int _, boolean signed) ->
          signed
              ? Comparator.comparing(Long.class::cast)
              : Comparator.comparingLong(
                  value -> Integer.toUnsignedLong(((Long) value).intValue()));
      case ArrowType.FloatingPoint _ -> Comparator.comparingDouble(this::number);
      case ArrowType.Utf8 _, ArrowType.Binary _, ArrowType.FixedSizeBinary _ ->
          (a, b) -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
      case ArrowType.Date _, ArrowType.Time _, ArrowType.Timestamp _ ->
          Comparator.comparing(Long.class::cast);
      case ArrowType.Decimal _ ->
          Comparator.comparing(value ->
              value instanceof byte[] bytes
                  ? new BigInteger(bytes)
                  : BigInteger.valueOf((Long) value));
      case ArrowType.Null _,
          ArrowType.Utf8View _,
          ArrowType.BinaryView _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw ArrowFormats.unknown(field.type());
    };
  }

  /// The floating point number behind raw bits.
  private double number(Object value) {
    long bits = (Long) value;
    return type.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
        ? Float.intBitsToFloat((int) bits)
        : Double.longBitsToDouble(bits);
  }

  /// A bound as the format wants it: zeros widened to both signs.
  Object widened(Object bound, boolean upper) {
    if (!floating() || number(bound) != 0) {
      return bound;
    }
    long sign =
        type.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT ? Integer.MIN_VALUE : Long.MIN_VALUE;
    return upper ? 0L : sign;
  }

  /// The PLAIN bytes of a value, without a length.
  byte[] plain(Object value) {
    return switch (value) {
      case Boolean bit -> new byte[] {(byte) (bit ? 1 : 0)};
      case byte[] bytes -> bytes;
      case Long number ->
          switch (type.getPrimitiveTypeName()) {
            case INT32, FLOAT -> little(4).putInt(number.intValue()).array();
            default -> little(8).putLong(number).array();
          };
      default -> throw new IllegalArgumentException("value: " + value);
    };
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
