package dev.frazil.encoders;

/// Value and level encodings of the Parquet format, by their names in the specification.
public enum Encoding {
  /// Values back to back.
  PLAIN,
  /// Run lengths and bit-packed groups: definition levels.
  RLE,
  /// Indices into the chunk's dictionary page, run-length and bit-packed.
  RLE_DICTIONARY
}
