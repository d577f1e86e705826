package dev.frazil.engine.file;

import dev.frazil.engine.schema.LogicalType;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.EdgeInterpolationAlgorithm;
import org.apache.parquet.format.GeographyType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.VariantType;
import org.jspecify.annotations.Nullable;

/// What a schema element in a footer is annotated with, by its `LogicalType`, else by its older
/// `ConvertedType` (LogicalTypes.md).
final class Annotations {
  private Annotations() {}

  /// The annotation where it is one that Frazil writes, else null.
  static @Nullable LogicalType logicalType(SchemaElement element) {
    org.apache.parquet.format.LogicalType logicalType = element.getLogicalType();
    return logicalType == null ? ofConvertedType(element) : ofLogicalType(logicalType);
  }

  /// Any annotation by its name with its parameters, or null where there is none.
  static @Nullable String name(SchemaElement element) {
    LogicalType known = logicalType(element);
    if (known != null) {
      return name(known);
    }
    org.apache.parquet.format.LogicalType logicalType = element.getLogicalType();
    if (logicalType != null) {
      // A member that this version of the format does not have is read as a union without one.
      return logicalType.isSet() ? logicalType.getSetField().getFieldName() : "unknown";
    }
    ConvertedType converted = element.getConverted_type();
    return converted == null ? null : converted.name();
  }

  private static @Nullable LogicalType ofLogicalType(
      org.apache.parquet.format.LogicalType logicalType) {
    if (logicalType.isSetINTEGER()) {
      IntType type = logicalType.getINTEGER();
      return new LogicalType.Int(type.getBitWidth(), type.isIsSigned());
    } else if (logicalType.isSetTIME()) {
      TimeType type = logicalType.getTIME();
      return new LogicalType.Time(unit(type.getUnit()), type.isIsAdjustedToUTC());
    } else if (logicalType.isSetTIMESTAMP()) {
      TimestampType type = logicalType.getTIMESTAMP();
      return new LogicalType.Timestamp(unit(type.getUnit()), type.isIsAdjustedToUTC());
    } else if (logicalType.isSetDECIMAL()) {
      DecimalType type = logicalType.getDECIMAL();
      return new LogicalType.Decimal(type.getPrecision(), type.getScale());
    } else if (logicalType.isSetSTRING()) {
      return new LogicalType.Text();
    } else if (logicalType.isSetVARIANT()) {
      VariantType type = logicalType.getVARIANT();
      return new LogicalType.Variant(
          type.isSetSpecification_version() ? type.getSpecification_version() : 1);
    } else if (logicalType.isSetGEOMETRY()) {
      return new LogicalType.Geometry(crs(logicalType.getGEOMETRY().getCrs()));
    } else if (logicalType.isSetGEOGRAPHY()) {
      GeographyType type = logicalType.getGEOGRAPHY();
      return new LogicalType.Geography(crs(type.getCrs()), edges(type.getAlgorithm()));
    }
    return switch (logicalType.getSetField()) {
      case DATE -> new LogicalType.Date();
      case UUID -> new LogicalType.Uuid();
      case UNKNOWN -> new LogicalType.Unknown();
      case FLOAT16 -> new LogicalType.Float16();
      case JSON -> new LogicalType.Json();
      case LIST -> new LogicalType.List();
      case MAP -> new LogicalType.Map();
      case null, default -> null;
    };
  }

  private static String crs(@Nullable String crs) {
    return crs == null || crs.isEmpty() ? LogicalType.DEFAULT_CRS : crs;
  }

  private static LogicalType.EdgeInterpolation edges(
      @Nullable EdgeInterpolationAlgorithm algorithm) {
    return algorithm == null
        ? LogicalType.EdgeInterpolation.SPHERICAL
        : LogicalType.EdgeInterpolation.valueOf(algorithm.name());
  }

  private static LogicalType.TimeUnit unit(@Nullable TimeUnit unit) {
    if (unit == null) {
      throw new IllegalArgumentException("time unit: expected one, got none");
    }
    if (unit.isSetMILLIS()) {
      return LogicalType.TimeUnit.MILLIS;
    }
    return unit.isSetMICROS() ? LogicalType.TimeUnit.MICROS : LogicalType.TimeUnit.NANOS;
  }

  /// The older times and timestamps are adjusted to UTC.
  private static @Nullable LogicalType ofConvertedType(SchemaElement element) {
    return switch (element.getConverted_type()) {
      case null -> null;
      case UTF8 -> new LogicalType.Text();
      case DATE -> new LogicalType.Date();
      case DECIMAL -> new LogicalType.Decimal(element.getPrecision(), element.getScale());
      case TIME_MILLIS -> new LogicalType.Time(LogicalType.TimeUnit.MILLIS, true);
      case TIME_MICROS -> new LogicalType.Time(LogicalType.TimeUnit.MICROS, true);
      case TIMESTAMP_MILLIS -> new LogicalType.Timestamp(LogicalType.TimeUnit.MILLIS, true);
      case TIMESTAMP_MICROS -> new LogicalType.Timestamp(LogicalType.TimeUnit.MICROS, true);
      case INT_8 -> new LogicalType.Int(8, true);
      case INT_16 -> new LogicalType.Int(16, true);
      case INT_32 -> new LogicalType.Int(32, true);
      case INT_64 -> new LogicalType.Int(64, true);
      case UINT_8 -> new LogicalType.Int(8, false);
      case UINT_16 -> new LogicalType.Int(16, false);
      case UINT_32 -> new LogicalType.Int(32, false);
      case UINT_64 -> new LogicalType.Int(64, false);
      case LIST -> new LogicalType.List();
      case MAP -> new LogicalType.Map();
      case JSON -> new LogicalType.Json();
      case INTERVAL -> new LogicalType.Interval();
      case MAP_KEY_VALUE, ENUM, BSON -> null;
    };
  }

  /// The name of an annotation with its parameters.
  static String name(LogicalType logicalType) {
    return switch (logicalType) {
      case LogicalType.Int t -> "INT(%d,%b)".formatted(t.bitWidth(), t.signed());
      case LogicalType.Date t -> "DATE";
      case LogicalType.Time t -> "TIME(%s,%b)".formatted(t.unit(), t.utc());
      case LogicalType.Timestamp t -> "TIMESTAMP(%s,%b)".formatted(t.unit(), t.utc());
      case LogicalType.Text t -> "STRING";
      case LogicalType.Decimal t -> "DECIMAL(%d,%d)".formatted(t.precision(), t.scale());
      case LogicalType.Uuid t -> "UUID";
      case LogicalType.Unknown t -> "UNKNOWN";
      case LogicalType.Float16 t -> "FLOAT16";
      case LogicalType.Interval t -> "INTERVAL";
      case LogicalType.Json t -> "JSON";
      case LogicalType.List t -> "LIST";
      case LogicalType.Map t -> "MAP";
      case LogicalType.Variant t -> "VARIANT(%d)".formatted(t.specificationVersion());
      case LogicalType.Geometry t -> "GEOMETRY(%s)".formatted(t.crs());
      case LogicalType.Geography t -> "GEOGRAPHY(%s,%s)".formatted(t.crs(), t.edges());
    };
  }
}
