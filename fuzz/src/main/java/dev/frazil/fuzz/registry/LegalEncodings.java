package dev.frazil.fuzz.registry;

import static dev.frazil.encoders.Encoding.BYTE_STREAM_SPLIT;
import static dev.frazil.encoders.Encoding.DELTA_BINARY_PACKED;
import static dev.frazil.encoders.Encoding.DELTA_BYTE_ARRAY;
import static dev.frazil.encoders.Encoding.DELTA_LENGTH_BYTE_ARRAY;
import static dev.frazil.encoders.Encoding.PLAIN;
import static dev.frazil.encoders.Encoding.RLE;
import static dev.frazil.encoders.Encoding.RLE_DICTIONARY;

import dev.frazil.encoders.Encoding;
import dev.frazil.engine.arrow.ArrowType;
import java.util.List;

/// The encodings that the specification allows for the leaves of a type (Encodings.md).
final class LegalEncodings {
  private static final int MOST_INT64_DIGITS = 18;
  private static final List<Encoding> BITS = List.of(PLAIN, RLE);
  private static final List<Encoding> INTEGERS =
      List.of(PLAIN, RLE_DICTIONARY, DELTA_BINARY_PACKED, BYTE_STREAM_SPLIT);
  private static final List<Encoding> FLOATS = List.of(PLAIN, RLE_DICTIONARY, BYTE_STREAM_SPLIT);
  private static final List<Encoding> STRINGS =
      List.of(PLAIN, RLE_DICTIONARY, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY);
  private static final List<Encoding> FIXED_BYTES =
      List.of(PLAIN, RLE_DICTIONARY, DELTA_BYTE_ARRAY, BYTE_STREAM_SPLIT);

  private LegalEncodings() {}

  static List<Encoding> of(CellType type) {
    return switch (type.valueType()) {
      case ArrowType.Bool _ -> BITS;
      case ArrowType.Null _,
          ArrowType.Int _,
          ArrowType.Date _,
          ArrowType.Time _,
          ArrowType.Timestamp _,
          ArrowType.Duration _ ->
          INTEGERS;
      case ArrowType.FloatingPoint(int bits) -> bits == Short.SIZE ? FIXED_BYTES : FLOATS;
      case ArrowType.Decimal(int _, int precision, int _) ->
          precision <= MOST_INT64_DIGITS ? INTEGERS : FIXED_BYTES;
      case ArrowType.FixedSizeBinary _, ArrowType.Interval _ -> FIXED_BYTES;
      case ArrowType.Utf8 _,
          ArrowType.Utf8View _,
          ArrowType.Binary _,
          ArrowType.BinaryView _,
          ArrowType.Struct _ ->
          STRINGS;
      case ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw new IllegalArgumentException("leaf: " + type);
    };
  }
}
