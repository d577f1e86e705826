package dev.frazil.engine.scan;

import dev.frazil.engine.schema.LogicalType;
import dev.hardwood.metadata.ConvertedType;
import dev.hardwood.metadata.SchemaElement;
import org.jspecify.annotations.Nullable;

/// The annotation of a leaf in the terms of `engine.schema`: the logical type, else what the
/// converted type of older writers means (LogicalTypes.md). ENUM comes out as text; BSON has no
/// meaning here.
final class FileAnnotation {
  private FileAnnotation() {}

  static @Nullable LogicalType of(SchemaElement leaf) {
    dev.hardwood.metadata.LogicalType logical = leaf.logicalType();
    if (logical == null) {
      ConvertedType converted = leaf.convertedType();
      return converted == null ? null : converted(leaf, converted);
    }
    return switch (logical) {
      case dev.hardwood.metadata.LogicalType.StringType _,
          dev.hardwood.metadata.LogicalType.EnumType _ ->
          new LogicalType.Text();
      case dev.hardwood.metadata.LogicalType.IntType type ->
          new LogicalType.Int(type.bitWidth(), type.isSigned());
      case dev.hardwood.metadata.LogicalType.DecimalType type ->
          new LogicalType.Decimal(type.precision(), type.scale());
      case dev.hardwood.metadata.LogicalType.DateType _ -> new LogicalType.Date();
      case dev.hardwood.metadata.LogicalType.TimeType type ->
          new LogicalType.Time(unit(type.unit()), type.isAdjustedToUTC());
      case dev.hardwood.metadata.LogicalType.TimestampType type ->
          new LogicalType.Timestamp(unit(type.unit()), type.isAdjustedToUTC());
      case dev.hardwood.metadata.LogicalType.IntervalType _ -> new LogicalType.Interval();
      case dev.hardwood.metadata.LogicalType.JsonType _ -> new LogicalType.Json();
      case dev.hardwood.metadata.LogicalType.UuidType _ -> new LogicalType.Uuid();
      case dev.hardwood.metadata.LogicalType.Float16Type _ -> new LogicalType.Float16();
      case dev.hardwood.metadata.LogicalType.NullType _ -> new LogicalType.Unknown();
      case dev.hardwood.metadata.LogicalType.GeometryType type ->
          new LogicalType.Geometry(crs(type.crs()));
      case dev.hardwood.metadata.LogicalType.GeographyType type ->
          new LogicalType.Geography(crs(type.crs()), edges(type.edgeInterpolation()));
      case dev.hardwood.metadata.LogicalType.BsonType _,
          dev.hardwood.metadata.LogicalType.ListType _,
          dev.hardwood.metadata.LogicalType.MapType _,
          dev.hardwood.metadata.LogicalType.VariantType _ ->
          null;
    };
  }

  private static @Nullable LogicalType converted(SchemaElement leaf, ConvertedType type) {
    return switch (type) {
      case UTF8, ENUM -> new LogicalType.Text();
      case JSON -> new LogicalType.Json();
      case DECIMAL -> decimal(leaf.precision(), leaf.scale());
      case DATE -> new LogicalType.Date();
      case TIME_MILLIS -> new LogicalType.Time(LogicalType.TimeUnit.MILLIS, true);
      case TIME_MICROS -> new LogicalType.Time(LogicalType.TimeUnit.MICROS, true);
      case TIMESTAMP_MILLIS -> new LogicalType.Timestamp(LogicalType.TimeUnit.MILLIS, true);
      case TIMESTAMP_MICROS -> new LogicalType.Timestamp(LogicalType.TimeUnit.MICROS, true);
      case UINT_8 -> new LogicalType.Int(8, false);
      case UINT_16 -> new LogicalType.Int(16, false);
      case UINT_32 -> new LogicalType.Int(32, false);
      case UINT_64 -> new LogicalType.Int(64, false);
      case INT_8 -> new LogicalType.Int(8, true);
      case INT_16 -> new LogicalType.Int(16, true);
      case INT_32 -> new LogicalType.Int(32, true);
      case INT_64 -> new LogicalType.Int(64, true);
      case INTERVAL -> new LogicalType.Interval();
      case BSON, LIST, MAP, MAP_KEY_VALUE -> null;
    };
  }

  private static @Nullable LogicalType decimal(
      @Nullable Integer precision, @Nullable Integer scale) {
    return precision == null ? null : new LogicalType.Decimal(precision, scale == null ? 0 : scale);
  }

  private static LogicalType.TimeUnit unit(dev.hardwood.metadata.LogicalType.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> LogicalType.TimeUnit.MILLIS;
      case MICROS -> LogicalType.TimeUnit.MICROS;
      case NANOS -> LogicalType.TimeUnit.NANOS;
    };
  }

  private static String crs(@Nullable String crs) {
    return crs == null || crs.isEmpty() ? LogicalType.DEFAULT_CRS : crs;
  }

  private static LogicalType.EdgeInterpolation edges(
      dev.hardwood.metadata.LogicalType.@Nullable EdgeInterpolationAlgorithm edges) {
    return edges == null
        ? LogicalType.EdgeInterpolation.SPHERICAL
        : LogicalType.EdgeInterpolation.valueOf(edges.name());
  }
}
