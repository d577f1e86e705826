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
}
