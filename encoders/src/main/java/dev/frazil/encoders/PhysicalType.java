package dev.frazil.encoders;

/// The physical types of the Parquet format that Frazil writes (INT96 is deprecated and never
/// written).
public enum PhysicalType {
  /// One bit a value.
  BOOLEAN(0),
  /// Four bytes, little-endian two's complement.
  INT32(1),
  /// Eight bytes, little-endian two's complement.
  INT64(2),
  /// Four bytes, little-endian IEEE 754.
  FLOAT(4),
  /// Eight bytes, little-endian IEEE 754.
  DOUBLE(5),
  /// A length of four bytes, then that many bytes.
  BYTE_ARRAY(6),
  /// As many bytes as the column's type length says.
  FIXED_LEN_BYTE_ARRAY(7);

  private final int code;

  PhysicalType(int code) {
    this.code = code;
  }

  /// The value of `Type` in parquet.thrift.
  ///
  /// @return a number from 0 to 7
  public int code() {
    return code;
  }
}
