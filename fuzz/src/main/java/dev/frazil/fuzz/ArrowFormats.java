package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowType;
import java.util.Locale;

/// Arrow types as format strings of the C Data Interface, and the width of their slots.
final class ArrowFormats {
  private ArrowFormats() {}

  static String of(ArrowType type) {
    return switch (type) {
      case ArrowType.Bool() -> "b";
      case ArrowType.Int(int bits, boolean signed) -> integer(bits, signed);
      case ArrowType.FloatingPoint(int bits) -> bits == 32 ? "f" : "g";
      case ArrowType.Utf8(boolean large) -> large ? "U" : "u";
      case ArrowType.Binary(boolean large) -> large ? "Z" : "z";
      case ArrowType.FixedSizeBinary(int width) -> "w:" + width;
      case ArrowType.Date(boolean millis) -> millis ? "tdm" : "tdD";
      case ArrowType.Time(ArrowType.TimeUnit unit) -> "tt" + letter(unit);
      case ArrowType.Timestamp(ArrowType.TimeUnit unit, String zone) ->
          "ts" + letter(unit) + ":" + (zone == null ? "" : zone);
      case ArrowType.Decimal(int bits, int precision, int scale) ->
          "d:" + precision + "," + scale + (bits == 128 ? "" : "," + bits);
      case ArrowType.Null _,
          ArrowType.Utf8View _,
          ArrowType.BinaryView _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw unknown(type);
    };
  }

  /// Bytes of a slot; 0 for bits and for strings.
  static int width(ArrowType type) {
    return switch (type) {
      case ArrowType.Bool(), ArrowType.Utf8 _, ArrowType.Binary _ -> 0;
      case ArrowType.Int(int bits, boolean _) -> bits / 8;
      case ArrowType.FloatingPoint(int bits) -> bits / 8;
      case ArrowType.FixedSizeBinary(int width) -> width;
      case ArrowType.Date(boolean millis) -> millis ? 8 : 4;
      case ArrowType.Time(ArrowType.TimeUnit unit) -> coarse(unit) ? 4 : 8;
      case ArrowType.Timestamp _ -> 8;
      case ArrowType.Decimal(int bits, int _, int _) -> bits / 8;
      case ArrowType.Null _,
          ArrowType.Utf8View _,
          ArrowType.BinaryView _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw unknown(type);
    };
  }

  /// The error that a type is not generated.
  static IllegalArgumentException unknown(ArrowType type) {
    return new IllegalArgumentException("type: expected a flat one, got " + type);
  }

  /// Whether times of this unit have 32 bits.
  static boolean coarse(ArrowType.TimeUnit unit) {
    return unit == ArrowType.TimeUnit.SECOND || unit == ArrowType.TimeUnit.MILLISECOND;
  }

  private static String integer(int bits, boolean signed) {
    String letter =
        switch (bits) {
          case 8 -> "c";
          case 16 -> "s";
          case 32 -> "i";
          case 64 -> "l";
          default -> throw new IllegalArgumentException("bits: " + bits);
        };
    return signed ? letter : letter.toUpperCase(Locale.ROOT);
  }

  private static char letter(ArrowType.TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 's';
      case MILLISECOND -> 'm';
      case MICROSECOND -> 'u';
      case NANOSECOND -> 'n';
    };
  }
}
