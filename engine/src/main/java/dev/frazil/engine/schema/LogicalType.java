package dev.frazil.engine.schema;

/// Annotations of the Parquet format (LogicalTypes.md) that Frazil writes.
public sealed interface LogicalType {
  /// Units of TIME and TIMESTAMP.
  enum TimeUnit {
    /// 10^-3 seconds.
    MILLIS,
    /// 10^-6 seconds.
    MICROS,
    /// 10^-9 seconds.
    NANOS
  }

  /// INT.
  ///
  /// @param bitWidth 8, 16, 32 or 64
  /// @param signed whether two's complement
  record Int(int bitWidth, boolean signed) implements LogicalType {}

  /// DATE: days since the epoch.
  record Date() implements LogicalType {}

  /// TIME of day.
  ///
  /// @param unit the unit
  /// @param utc `isAdjustedToUTC`
  record Time(TimeUnit unit, boolean utc) implements LogicalType {}

  /// TIMESTAMP since the epoch.
  ///
  /// @param unit the unit
  /// @param utc `isAdjustedToUTC`: an instant rather than a wall-clock time
  record Timestamp(TimeUnit unit, boolean utc) implements LogicalType {}

  /// STRING: UTF-8.
  record Text() implements LogicalType {}

  /// DECIMAL.
  ///
  /// @param precision decimal digits
  /// @param scale digits behind the point
  record Decimal(int precision, int scale) implements LogicalType {}

  /// UUID: 16 bytes, big-endian.
  record Uuid() implements LogicalType {}

  /// UNKNOWN: nothing but nulls.
  record Unknown() implements LogicalType {}

  /// FLOAT16: an IEEE 754 number in 2 bytes, little-endian.
  record Float16() implements LogicalType {}

  /// INTERVAL: months, days and milliseconds in 4 unsigned bytes each, little-endian. It exists as
  /// a `ConvertedType` only.
  record Interval() implements LogicalType {}

  /// JSON in UTF-8.
  record Json() implements LogicalType {}

  /// LIST: a group of one repeated group of one element.
  record List() implements LogicalType {}

  /// MAP: a group of one repeated group of a key and a value.
  record Map() implements LogicalType {}

  /// VARIANT: a group of binary metadata and a binary value.
  ///
  /// @param specificationVersion the version of the variant encoding's specification
  record Variant(int specificationVersion) implements LogicalType {}

  /// The coordinate reference system of geometries that state none: longitude and latitude on WGS
  /// 84.
  String DEFAULT_CRS = "OGC:CRS84";

  /// GEOMETRY: well-known binary with straight edges.
  ///
  /// @param crs the coordinate reference system
  record Geometry(String crs) implements LogicalType {}

  /// GEOGRAPHY: well-known binary with edges on an ellipsoid.
  ///
  /// @param crs the coordinate reference system
  /// @param edges how edges run between points
  record Geography(String crs, EdgeInterpolation edges) implements LogicalType {}

  /// How edges run (Geospatial.md, "Edge Interpolation Algorithm").
  enum EdgeInterpolation {
    /// Great circles on a sphere.
    SPHERICAL,
    /// Geodesics on an ellipsoid by Vincenty's formulae.
    VINCENTY,
    /// Geodesics by Thomas.
    THOMAS,
    /// Geodesics by Andoyer and Lambert.
    ANDOYER,
    /// Geodesics by Karney.
    KARNEY
  }
}
