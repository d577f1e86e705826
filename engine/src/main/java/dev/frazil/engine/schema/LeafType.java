package dev.frazil.engine.schema;

import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// How the values of an Arrow type lie in a Parquet file (LogicalTypes.md).
///
/// @param physicalType the physical type
/// @param typeLength bytes of a FIXED_LEN_BYTE_ARRAY, else 0
/// @param order the order of bounds
/// @param logicalType the annotation, or null for none
/// @param storage the Arrow type whose buffers have the PLAIN layout
record LeafType(
    PhysicalType physicalType,
    int typeLength,
    ValueOrder order,
    @Nullable LogicalType logicalType,
    ArrowType storage) {

  private static final int MAX_INT32_PRECISION = 9;
  private static final int MAX_INT64_PRECISION = 18;
  private static final int INTERVAL_BYTES = 12;

  /// The form of a leaf.
  ///
  /// @param field a field without children
  /// @param optional whether the leaf may lack values
  /// @param path its Parquet path, for messages
  static LeafType of(ArrowField field, boolean optional, String path) {
    return switch (field.type()) {
      case ArrowType.Null type -> nothing(type, optional, path);
      case ArrowType.Bool type ->
          new LeafType(PhysicalType.BOOLEAN, 0, ValueOrder.SIGNED, null, type);
      case ArrowType.Int type -> integer(type);
      case ArrowType.FloatingPoint type -> floatingPoint(type);
      case ArrowType.Utf8 type -> text(field, type);
      case ArrowType.Utf8View _ -> text(field, new ArrowType.Utf8(true));
      case ArrowType.Binary type -> binary(field, type, path);
      case ArrowType.BinaryView _ -> binary(field, new ArrowType.Binary(true), path);
      case ArrowType.FixedSizeBinary type -> fixedSizeBinary(field, type, path);
      case ArrowType.Date _ -> int32(new LogicalType.Date(), new ArrowType.Date(false));
      case ArrowType.Time type -> time(type);
      case ArrowType.Timestamp type -> timestamp(type);
      case ArrowType.Duration type -> int64(null, type);
      case ArrowType.Interval _ ->
          fixed(
              ValueOrder.UNDEFINED,
              new LogicalType.Interval(),
              new ArrowType.FixedSizeBinary(INTERVAL_BYTES));
      case ArrowType.Decimal type -> decimal(path, type);
      case ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw new IllegalArgumentException(
              "leaf: %s: expected a type without children, got %s".formatted(path, field.type()));
    };
  }

  /// A column of nothing but nulls. It needs some physical type, and cannot be required.
  private static LeafType nothing(ArrowType.Null type, boolean optional, String path) {
    if (!optional) {
      throw new SchemaException(
          "schema: " + path + ": expected a nullable column of type null, got a required one");
    }
    return new LeafType(
        PhysicalType.INT32, 0, ValueOrder.UNDEFINED, new LogicalType.Unknown(), type);
  }

  private static LeafType floatingPoint(ArrowType.FloatingPoint type) {
    ValueOrder order = ValueOrder.FLOATING_POINT;
    return switch (type.bitWidth()) {
      case 16 ->
          new LeafType(
              PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, order, new LogicalType.Float16(), type);
      case 32 -> new LeafType(PhysicalType.FLOAT, 0, order, null, type);
      default -> new LeafType(PhysicalType.DOUBLE, 0, order, null, type);
    };
  }

  private static LeafType text(ArrowField field, ArrowType.Utf8 storage) {
    boolean json = ExtensionTypes.JSON.equals(field.metadata().get(ArrowField.EXTENSION_NAME));
    return new LeafType(
        PhysicalType.BYTE_ARRAY,
        0,
        ValueOrder.UTF8,
        json ? new LogicalType.Json() : new LogicalType.Text(),
        storage);
  }

  private static LeafType binary(ArrowField field, ArrowType.Binary storage, String path) {
    return GeospatialType.matches(field)
        ? new LeafType(
            PhysicalType.BYTE_ARRAY,
            0,
            ValueOrder.GEOSPATIAL,
            GeospatialType.of(field, path),
            storage)
        : new LeafType(PhysicalType.BYTE_ARRAY, 0, ValueOrder.LEXICOGRAPHIC, null, storage);
  }

  /// 32 and 64 signed bits need no annotation; every other width and sign has one.
  private static LeafType integer(ArrowType.Int type) {
    boolean wide = type.bitWidth() == 64;
    boolean plain = type.signed() && type.bitWidth() >= 32;
    return new LeafType(
        wide ? PhysicalType.INT64 : PhysicalType.INT32,
        0,
        type.signed() ? ValueOrder.SIGNED : ValueOrder.UNSIGNED,
        plain ? null : new LogicalType.Int(type.bitWidth(), type.signed()),
        // What is narrower than 32 bits fits the signed ones, zero- or sign-extended.
        type.bitWidth() >= 32 ? type : new ArrowType.Int(32, true));
  }

  private static LeafType time(ArrowType.Time type) {
    return switch (type.unit()) {
      case SECOND, MILLISECOND ->
          int32(
              new LogicalType.Time(LogicalType.TimeUnit.MILLIS, false),
              new ArrowType.Time(ArrowType.TimeUnit.MILLISECOND));
      case MICROSECOND -> int64(new LogicalType.Time(LogicalType.TimeUnit.MICROS, false), type);
      case NANOSECOND -> int64(new LogicalType.Time(LogicalType.TimeUnit.NANOS, false), type);
    };
  }

  private static LeafType timestamp(ArrowType.Timestamp type) {
    boolean utc = type.zone() != null;
    return switch (type.unit()) {
      case SECOND, MILLISECOND ->
          int64(
              new LogicalType.Timestamp(LogicalType.TimeUnit.MILLIS, utc),
              new ArrowType.Timestamp(ArrowType.TimeUnit.MILLISECOND, type.zone()));
      case MICROSECOND -> int64(new LogicalType.Timestamp(LogicalType.TimeUnit.MICROS, utc), type);
      case NANOSECOND -> int64(new LogicalType.Timestamp(LogicalType.TimeUnit.NANOS, utc), type);
    };
  }

  private static LeafType fixedSizeBinary(
      ArrowField field, ArrowType.FixedSizeBinary type, String path) {
    if (type.byteWidth() < 1) {
      throw new SchemaException(
          "fixed_size_binary width: %s: expected 1 or more, got %d"
              .formatted(path, type.byteWidth()));
    }
    return field.uuid()
        ? fixed(ValueOrder.UUID, new LogicalType.Uuid(), type)
        : fixed(ValueOrder.LEXICOGRAPHIC, null, type);
  }

  private static LeafType decimal(String path, ArrowType.Decimal type) {
    int precision = type.precision();
    if (precision < 1 || precision > maxPrecision(type.bitWidth())) {
      throw new SchemaException(
          "decimal precision: %s: expected 1 to %d for %d bits, got %d"
              .formatted(path, maxPrecision(type.bitWidth()), type.bitWidth(), precision));
    }
    if (type.scale() < 0 || type.scale() > precision) {
      throw new SchemaException(
          "decimal scale: %s: expected 0 to the precision %d, got %d"
              .formatted(path, precision, type.scale()));
    }
    LogicalType.Decimal logical = new LogicalType.Decimal(precision, type.scale());
    if (precision <= MAX_INT32_PRECISION) {
      return int32(logical, new ArrowType.Decimal(32, precision, type.scale()));
    }
    if (precision <= MAX_INT64_PRECISION) {
      return int64(logical, new ArrowType.Decimal(64, precision, type.scale()));
    }
    return fixed(
        ValueOrder.SIGNED_BIG_ENDIAN,
        logical,
        new ArrowType.FixedSizeBinary(twosComplementBytes(precision)));
  }

  private static int maxPrecision(int bitWidth) {
    return switch (bitWidth) {
      case 32 -> MAX_INT32_PRECISION;
      case 64 -> MAX_INT64_PRECISION;
      case 128 -> 38;
      default -> 76;
    };
  }

  /// The fewest bytes that hold every number of `precision` digits and its negative.
  private static int twosComplementBytes(int precision) {
    return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / 8 + 1;
  }

  private static LeafType int32(LogicalType logicalType, ArrowType storage) {
    return new LeafType(PhysicalType.INT32, 0, ValueOrder.SIGNED, logicalType, storage);
  }

  private static LeafType int64(@Nullable LogicalType logicalType, ArrowType storage) {
    return new LeafType(PhysicalType.INT64, 0, ValueOrder.SIGNED, logicalType, storage);
  }

  private static LeafType fixed(
      ValueOrder order, @Nullable LogicalType logicalType, ArrowType.FixedSizeBinary storage) {
    return new LeafType(
        PhysicalType.FIXED_LEN_BYTE_ARRAY, storage.byteWidth(), order, logicalType, storage);
  }
}
