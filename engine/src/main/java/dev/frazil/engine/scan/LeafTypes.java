package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.schema.ExtensionTypes;
import dev.frazil.engine.schema.GeospatialType;
import dev.frazil.engine.schema.LogicalType;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.metadata.SchemaElement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The Arrow types of Parquet leaves that no Arrow schema describes (LogicalTypes.md). An
/// annotation that does not fit its physical type is passed over, as readers shall.
final class LeafTypes {
  private static final int INTERVAL_BYTES = 12;
  private static final int UUID_BYTES = 16;

  private LeafTypes() {}

  /// The type of a leaf's values.
  static ArrowType of(SchemaElement leaf, @Nullable LogicalType logical) {
    if (logical instanceof LogicalType.Unknown) {
      return new ArrowType.Null();
    }
    return switch (leaf.type()) {
      case BOOLEAN -> new ArrowType.Bool();
      case INT32 -> int32(logical);
      case INT64 -> int64(logical);
      case INT96 -> new ArrowType.Timestamp(TimeUnit.NANOSECOND, null);
      case FLOAT -> new ArrowType.FloatingPoint(32);
      case DOUBLE -> new ArrowType.FloatingPoint(64);
      case BYTE_ARRAY -> bytes(logical);
      case FIXED_LEN_BYTE_ARRAY -> fixed(width(leaf), logical);
    };
  }

  /// Bytes of a FIXED_LEN_BYTE_ARRAY.
  static int width(SchemaElement leaf) {
    Integer width = leaf.typeLength();
    return width == null ? 0 : width;
  }

  /// What the field says besides its type: which extension it has.
  static Map<String, String> extension(SchemaElement leaf, @Nullable LogicalType logical) {
    boolean bytes = leaf.type() == PhysicalType.BYTE_ARRAY;
    return switch (logical) {
      case LogicalType.Uuid() when fixed(leaf, UUID_BYTES) ->
          Map.of(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION);
      case LogicalType.Json() when bytes -> Map.of(ArrowField.EXTENSION_NAME, ExtensionTypes.JSON);
      case LogicalType.Geometry type when bytes -> GeospatialType.metadata(type);
      case LogicalType.Geography type when bytes -> GeospatialType.metadata(type);
      case null, default -> Map.of();
    };
  }

  private static boolean fixed(SchemaElement leaf, int width) {
    return leaf.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY && width(leaf) == width;
  }

  private static ArrowType int32(@Nullable LogicalType logical) {
    return switch (logical) {
      case LogicalType.Int(int bits, boolean signed) when bits <= 32 ->
          new ArrowType.Int(bits, signed);
      case LogicalType.Date() -> new ArrowType.Date(false);
      case LogicalType.Time(LogicalType.TimeUnit unit, boolean _)
          when unit == LogicalType.TimeUnit.MILLIS ->
          new ArrowType.Time(TimeUnit.MILLISECOND);
      case LogicalType.Decimal decimal -> decimal(decimal, new ArrowType.Int(32, true));
      case null, default -> new ArrowType.Int(32, true);
    };
  }

  private static ArrowType int64(@Nullable LogicalType logical) {
    return switch (logical) {
      case LogicalType.Int(int bits, boolean signed) when bits == 64 ->
          new ArrowType.Int(64, signed);
      case LogicalType.Time(LogicalType.TimeUnit unit, boolean _)
          when unit != LogicalType.TimeUnit.MILLIS ->
          new ArrowType.Time(unit(unit));
      case LogicalType.Timestamp(LogicalType.TimeUnit unit, boolean utc) ->
          new ArrowType.Timestamp(unit(unit), utc ? "UTC" : null);
      case LogicalType.Decimal decimal -> decimal(decimal, new ArrowType.Int(64, true));
      case null, default -> new ArrowType.Int(64, true);
    };
  }

  private static ArrowType bytes(@Nullable LogicalType logical) {
    return switch (logical) {
      case LogicalType.Text(), LogicalType.Json() -> new ArrowType.Utf8(false);
      case LogicalType.Decimal decimal -> decimal(decimal, new ArrowType.Binary(false));
      case null, default -> new ArrowType.Binary(false);
    };
  }

  private static ArrowType fixed(int width, @Nullable LogicalType logical) {
    ArrowType plain = new ArrowType.FixedSizeBinary(width);
    return switch (logical) {
      case LogicalType.Decimal decimal -> decimal(decimal, plain);
      case LogicalType.Float16() when width == Short.BYTES -> new ArrowType.FloatingPoint(16);
      case LogicalType.Interval() when width == INTERVAL_BYTES ->
          new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
      case null, default -> plain;
    };
  }

  /// Decimals of 128 bits, or of 256 where they have more than 38 digits.
  private static ArrowType decimal(LogicalType.Decimal type, ArrowType plain) {
    int precision = type.precision();
    return precision < 1 || precision > 76
        ? plain
        : new ArrowType.Decimal(precision <= 38 ? 128 : 256, precision, type.scale());
  }

  private static TimeUnit unit(LogicalType.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> TimeUnit.MILLISECOND;
      case MICROS -> TimeUnit.MICROSECOND;
      case NANOS -> TimeUnit.NANOSECOND;
    };
  }
}
