package dev.frazil.engine.file;

import dev.frazil.engine.schema.LogicalType;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.EdgeInterpolationAlgorithm;
import org.apache.parquet.format.Float16Type;
import org.apache.parquet.format.GeographyType;
import org.apache.parquet.format.GeometryType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.JsonType;
import org.apache.parquet.format.ListType;
import org.apache.parquet.format.MapType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.NullType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.UUIDType;
import org.apache.parquet.format.VariantType;
import org.jspecify.annotations.Nullable;

/// Annotations of schema elements as the footer has them: `LogicalType`, and its older form
/// `ConvertedType` beside it where there is one; INTERVAL has that one only (LogicalTypes.md).
final class ThriftAnnotations {
  private ThriftAnnotations() {}

  static void annotate(SchemaElement element, LogicalType logicalType) {
    org.apache.parquet.format.LogicalType thrift = thrift(logicalType);
    if (thrift != null) {
      element.setLogicalType(thrift);
    }
    ConvertedType converted = converted(logicalType);
    if (converted != null) {
      element.setConverted_type(converted);
    }
    if (logicalType instanceof LogicalType.Decimal decimal) {
      element.setPrecision(decimal.precision()).setScale(decimal.scale());
    }
  }

  private static org.apache.parquet.format.@Nullable LogicalType thrift(LogicalType logicalType) {
    return switch (logicalType) {
      case LogicalType.Int t ->
          org.apache.parquet.format.LogicalType.INTEGER(
              new IntType((byte) t.bitWidth(), t.signed()));
      case LogicalType.Date t -> org.apache.parquet.format.LogicalType.DATE(new DateType());
      case LogicalType.Time t ->
          org.apache.parquet.format.LogicalType.TIME(new TimeType(t.utc(), unit(t.unit())));
      case LogicalType.Timestamp t ->
          org.apache.parquet.format.LogicalType.TIMESTAMP(
              new TimestampType(t.utc(), unit(t.unit())));
      case LogicalType.Text t -> org.apache.parquet.format.LogicalType.STRING(new StringType());
      case LogicalType.Decimal t ->
          org.apache.parquet.format.LogicalType.DECIMAL(new DecimalType(t.scale(), t.precision()));
      case LogicalType.Uuid t -> org.apache.parquet.format.LogicalType.UUID(new UUIDType());
      case LogicalType.Unknown t -> org.apache.parquet.format.LogicalType.UNKNOWN(new NullType());
      case LogicalType.Float16 t ->
          org.apache.parquet.format.LogicalType.FLOAT16(new Float16Type());
      case LogicalType.Interval t -> null;
      case LogicalType.Json t -> org.apache.parquet.format.LogicalType.JSON(new JsonType());
      case LogicalType.List t -> org.apache.parquet.format.LogicalType.LIST(new ListType());
      case LogicalType.Map t -> org.apache.parquet.format.LogicalType.MAP(new MapType());
      case LogicalType.Variant t ->
          org.apache.parquet.format.LogicalType.VARIANT(
              new VariantType().setSpecification_version((byte) t.specificationVersion()));
      case LogicalType.Geometry t ->
          org.apache.parquet.format.LogicalType.GEOMETRY(new GeometryType().setCrs(t.crs()));
      case LogicalType.Geography t ->
          org.apache.parquet.format.LogicalType.GEOGRAPHY(
              new GeographyType()
                  .setCrs(t.crs())
                  .setAlgorithm(EdgeInterpolationAlgorithm.valueOf(t.edges().name())));
    };
  }

  private static TimeUnit unit(LogicalType.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> TimeUnit.MILLIS(new MilliSeconds());
      case MICROS -> TimeUnit.MICROS(new MicroSeconds());
      case NANOS -> TimeUnit.NANOS(new NanoSeconds());
    };
  }

  /// The older form, or null where there is none.
  private static @Nullable ConvertedType converted(LogicalType logicalType) {
    return switch (logicalType) {
      case LogicalType.Int t -> convertedInt(t);
      case LogicalType.Date t -> ConvertedType.DATE;
      case LogicalType.Time t ->
          switch (t.unit()) {
            case MILLIS -> ConvertedType.TIME_MILLIS;
            case MICROS -> ConvertedType.TIME_MICROS;
            case NANOS -> null;
          };
      case LogicalType.Timestamp t ->
          switch (t.unit()) {
            case MILLIS -> ConvertedType.TIMESTAMP_MILLIS;
            case MICROS -> ConvertedType.TIMESTAMP_MICROS;
            case NANOS -> null;
          };
      case LogicalType.Text t -> ConvertedType.UTF8;
      case LogicalType.Decimal t -> ConvertedType.DECIMAL;
      case LogicalType.Interval t -> ConvertedType.INTERVAL;
      case LogicalType.Json t -> ConvertedType.JSON;
      case LogicalType.List t -> ConvertedType.LIST;
      case LogicalType.Map t -> ConvertedType.MAP;
      case LogicalType.Uuid _,
          LogicalType.Unknown _,
          LogicalType.Float16 _,
          LogicalType.Variant _,
          LogicalType.Geometry _,
          LogicalType.Geography _ ->
          null;
    };
  }

  private static ConvertedType convertedInt(LogicalType.Int type) {
    return switch (type.bitWidth()) {
      case 8 -> type.signed() ? ConvertedType.INT_8 : ConvertedType.UINT_8;
      case 16 -> type.signed() ? ConvertedType.INT_16 : ConvertedType.UINT_16;
      case 32 -> type.signed() ? ConvertedType.INT_32 : ConvertedType.UINT_32;
      default -> type.signed() ? ConvertedType.INT_64 : ConvertedType.UINT_64;
    };
  }
}
