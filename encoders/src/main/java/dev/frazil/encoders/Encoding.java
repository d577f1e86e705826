package dev.frazil.encoders;

/// Value and level encodings of the Parquet format (Encodings.md), by their names there.
public enum Encoding {
  /// Values back to back.
  PLAIN(0),
  /// Run lengths and bit-packed groups: levels, and booleans.
  RLE(3),
  /// Indices into the chunk's dictionary page, run-length and bit-packed.
  RLE_DICTIONARY(8),
  /// Differences of integers, bit-packed in blocks.
  DELTA_BINARY_PACKED(5),
  /// All lengths of a page's byte strings, then all their bytes.
  DELTA_LENGTH_BYTE_ARRAY(6),
  /// Byte strings without what each has in common with the start of the one before it.
  DELTA_BYTE_ARRAY(7),
  /// The first bytes of all values, then their second bytes, and so on.
  BYTE_STREAM_SPLIT(9);

  private final int code;

  Encoding(int code) {
    this.code = code;
  }

  /// The value of `Encoding` in parquet.thrift.
  ///
  /// @return a number from 0 to 9
  public int code() {
    return code;
  }

  /// Whether values of a type can have this encoding.
  ///
  /// @param type a physical type
  /// @return true where the specification allows the pair
  public boolean allows(PhysicalType type) {
    return switch (this) {
      case PLAIN -> true;
      case RLE -> type == PhysicalType.BOOLEAN;
      case RLE_DICTIONARY -> type != PhysicalType.BOOLEAN;
      case DELTA_BINARY_PACKED -> type == PhysicalType.INT32 || type == PhysicalType.INT64;
      case DELTA_LENGTH_BYTE_ARRAY -> type == PhysicalType.BYTE_ARRAY;
      case DELTA_BYTE_ARRAY ->
          type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_LEN_BYTE_ARRAY;
      case BYTE_STREAM_SPLIT -> type != PhysicalType.BOOLEAN && type != PhysicalType.BYTE_ARRAY;
    };
  }
}
