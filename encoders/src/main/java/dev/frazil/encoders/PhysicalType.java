package dev.frazil.encoders;

/// The physical types of the Parquet format that Frazil writes (INT96 is deprecated and never
/// written).
public enum PhysicalType {
  /// One bit a value.
  BOOLEAN,
  /// Four bytes, little-endian two's complement.
  INT32,
  /// Eight bytes, little-endian two's complement.
  INT64,
  /// Four bytes, little-endian IEEE 754.
  FLOAT,
  /// Eight bytes, little-endian IEEE 754.
  DOUBLE,
  /// A length of four bytes, then that many bytes.
  BYTE_ARRAY,
  /// As many bytes as the column's type length says.
  FIXED_LEN_BYTE_ARRAY
}
