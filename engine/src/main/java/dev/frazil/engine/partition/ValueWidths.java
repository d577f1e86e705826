package dev.frazil.engine.partition;

import dev.frazil.engine.arrow.ArrowType;

/// Sizes in the buffers of the Arrow columnar format.
final class ValueWidths {
  private ValueWidths() {}

  /// Bytes of a value; 0 for bits and for strings.
  static int bytes(ArrowType type) {
    return switch (type) {
      case ArrowType.Bool _, ArrowType.Utf8 _, ArrowType.Binary _ -> 0;
      case ArrowType.Int(int bits, _) -> bits / Byte.SIZE;
      case ArrowType.FloatingPoint(int bits) -> bits / Byte.SIZE;
      case ArrowType.FixedSizeBinary(int width) -> width;
      case ArrowType.Date(boolean millis) -> millis ? Long.BYTES : Integer.BYTES;
      case ArrowType.Time(ArrowType.TimeUnit unit) ->
          switch (unit) {
            case SECOND, MILLISECOND -> Integer.BYTES;
            case MICROSECOND, NANOSECOND -> Long.BYTES;
          };
      case ArrowType.Timestamp _ -> Long.BYTES;
      case ArrowType.Decimal(int bits, _, _) -> bits / Byte.SIZE;
    };
  }

  /// Bytes of an offset; 0 for every type but strings.
  static int offsetBytes(ArrowType type) {
    return switch (type) {
      case ArrowType.Utf8(boolean large) -> large ? Long.BYTES : Integer.BYTES;
      case ArrowType.Binary(boolean large) -> large ? Long.BYTES : Integer.BYTES;
      case ArrowType.Bool _,
          ArrowType.Int _,
          ArrowType.FloatingPoint _,
          ArrowType.FixedSizeBinary _,
          ArrowType.Date _,
          ArrowType.Time _,
          ArrowType.Timestamp _,
          ArrowType.Decimal _ ->
          0;
    };
  }
}
