package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowType;
import java.util.Locale;

/// Arrow types as format strings of the C Data Interface.
final class ArrowFormats {
  private ArrowFormats() {}

  static String of(ArrowType type) {
    return switch (type) {
      case ArrowType.Null() -> "n";
      case ArrowType.Bool() -> "b";
      case ArrowType.Int(int bits, boolean signed) -> integer(bits, signed);
      case ArrowType.FloatingPoint(int bits) -> bits == 16 ? "e" : bits == 32 ? "f" : "g";
      case ArrowType.Utf8(boolean large) -> large ? "U" : "u";
      case ArrowType.Utf8View() -> "vu";
      case ArrowType.Binary(boolean large) -> large ? "Z" : "z";
      case ArrowType.BinaryView() -> "vz";
      case ArrowType.FixedSizeBinary(int width) -> "w:" + width;
      case ArrowType.Date(boolean millis) -> millis ? "tdm" : "tdD";
      case ArrowType.Time(ArrowType.TimeUnit unit) -> "tt" + letter(unit);
      case ArrowType.Timestamp(ArrowType.TimeUnit unit, String zone) ->
          "ts" + letter(unit) + ":" + (zone == null ? "" : zone);
      case ArrowType.Duration(ArrowType.TimeUnit unit) -> "tD" + letter(unit);
      case ArrowType.Interval(ArrowType.IntervalUnit unit) ->
          switch (unit) {
            case YEAR_MONTH -> "tiM";
            case DAY_TIME -> "tiD";
            case MONTH_DAY_NANO -> "tin";
          };
      case ArrowType.Decimal(int bits, int precision, int scale) ->
          "d:" + precision + "," + scale + (bits == 128 ? "" : "," + bits);
      case ArrowType.Struct() -> "+s";
      case ArrowType.List(boolean large) -> large ? "+L" : "+l";
      case ArrowType.ListView(boolean large) -> large ? "+vL" : "+vl";
      case ArrowType.FixedSizeList(int size) -> "+w:" + size;
      case ArrowType.Map _ -> "+m";
      case ArrowType.RunEndEncoded _ -> "+r";
    };
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
