package dev.frazil.encoders.internal.encoding;

import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.memory.Slab;

/// Turns the PLAIN body of a page into the body of another encoding.
///
/// Nothing is kept from one page to the next, so that columns of one type and encoding can share an
/// encoder. Not thread-safe.
public sealed interface BodyEncoder
    permits DeltaBinaryPackedEncoder,
        DeltaLengthEncoder,
        DeltaByteArrayEncoder,
        ByteStreamSplitEncoder,
        RleBooleanEncoder {

  /// Encodes `count` values, none of them null, whose PLAIN form is the first `plainBytes` of
  /// `plain` to the start of `target`.
  ///
  /// @return the bytes written
  long encode(Slab plain, long plainBytes, int count, Slab target);

  /// The encoder of an encoding for a type.
  ///
  /// @param typeLength bytes a value of FIXED_LEN_BYTE_ARRAY, else ignored
  /// @param scratch memory that the encoder may overwrite during a call; neither side of it
  /// @throws IllegalArgumentException if the type does not have the encoding as a page body of its
  ///   own
  static BodyEncoder of(Encoding encoding, PhysicalType type, int typeLength, Slab scratch) {
    if (!encoding.allows(type)) {
      throw new IllegalArgumentException("page body: %s of %s".formatted(encoding, type));
    }
    return switch (encoding) {
      case PLAIN, RLE_DICTIONARY -> throw new IllegalArgumentException(encoding.name());
      case RLE -> new RleBooleanEncoder();
      case DELTA_BINARY_PACKED -> new DeltaBinaryPackedEncoder(width(type, typeLength));
      case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthEncoder(scratch);
      case DELTA_BYTE_ARRAY ->
          new DeltaByteArrayEncoder(type == PhysicalType.BYTE_ARRAY ? 0 : typeLength, scratch);
      case BYTE_STREAM_SPLIT -> new ByteStreamSplitEncoder(width(type, typeLength));
    };
  }

  private static int width(PhysicalType type, int typeLength) {
    return switch (type) {
      case INT32, FLOAT -> Integer.BYTES;
      case INT64, DOUBLE -> Long.BYTES;
      case FIXED_LEN_BYTE_ARRAY -> typeLength;
      case BOOLEAN, BYTE_ARRAY -> throw new IllegalArgumentException(type.name());
    };
  }
}
