package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Format strings of the C Data Interface ("Data type description -- format strings").
final class ArrowFormat {
  private ArrowFormat() {}

  /// The type that a format string describes.
  ///
  /// @throws SchemaException for a type that Frazil does not import
  /// @throws ArrowImportException for a string that describes no type
  static ArrowType parse(String format, String path) {
    ArrowType simple = simple(format);
    if (simple != null) {
      return simple;
    }
    if (format.startsWith("w:")) {
      return new ArrowType.FixedSizeBinary(size(format, 2, 1, path));
    }
    if (format.startsWith("+w:")) {
      return new ArrowType.FixedSizeList(size(format, 3, 0, path));
    }
    if (format.startsWith("d:")) {
      return decimal(format, path);
    }
    if (format.startsWith("ts") && format.length() >= 4 && format.charAt(3) == ':') {
      String zone = format.substring(4);
      return new ArrowType.Timestamp(
          unit(format, format.charAt(2), path), zone.isEmpty() ? null : zone);
    }
    throw refused(format, path);
  }

  private static @Nullable ArrowType simple(String format) {
    return switch (format) {
      case "b" -> new ArrowType.Bool();
      case "c" -> new ArrowType.Int(8, true);
      case "C" -> new ArrowType.Int(8, false);
      case "s" -> new ArrowType.Int(16, true);
      case "S" -> new ArrowType.Int(16, false);
      case "i" -> new ArrowType.Int(32, true);
      case "I" -> new ArrowType.Int(32, false);
      case "l" -> new ArrowType.Int(64, true);
      case "L" -> new ArrowType.Int(64, false);
      case "n" -> new ArrowType.Null();
      case "e" -> new ArrowType.FloatingPoint(16);
      case "f" -> new ArrowType.FloatingPoint(32);
      case "g" -> new ArrowType.FloatingPoint(64);
      case "u" -> new ArrowType.Utf8(false);
      case "U" -> new ArrowType.Utf8(true);
      case "z" -> new ArrowType.Binary(false);
      case "Z" -> new ArrowType.Binary(true);
      case "vu" -> new ArrowType.Utf8View();
      case "vz" -> new ArrowType.BinaryView();
      case "tdD" -> new ArrowType.Date(false);
      case "tdm" -> new ArrowType.Date(true);
      case "tts" -> new ArrowType.Time(TimeUnit.SECOND);
      case "ttm" -> new ArrowType.Time(TimeUnit.MILLISECOND);
      case "ttu" -> new ArrowType.Time(TimeUnit.MICROSECOND);
      case "ttn" -> new ArrowType.Time(TimeUnit.NANOSECOND);
      case "tDs" -> new ArrowType.Duration(TimeUnit.SECOND);
      case "tDm" -> new ArrowType.Duration(TimeUnit.MILLISECOND);
      case "tDu" -> new ArrowType.Duration(TimeUnit.MICROSECOND);
      case "tDn" -> new ArrowType.Duration(TimeUnit.NANOSECOND);
      case "tiM" -> new ArrowType.Interval(IntervalUnit.YEAR_MONTH);
      case "tiD" -> new ArrowType.Interval(IntervalUnit.DAY_TIME);
      case "tin" -> new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
      default -> nested(format);
    };
  }

  /// The types that have children, except for fixed_size_list. Those of a map and of runs are in
  /// the flags and the children of the struct.
  private static @Nullable ArrowType nested(String format) {
    return switch (format) {
      case "+s" -> new ArrowType.Struct();
      case "+l" -> new ArrowType.List(false);
      case "+L" -> new ArrowType.List(true);
      case "+vl" -> new ArrowType.ListView(false);
      case "+vL" -> new ArrowType.ListView(true);
      case "+m" -> new ArrowType.Map(false);
      case "+r" -> new ArrowType.RunEndEncoded(Integer.SIZE);
      default -> null;
    };
  }

  private static TimeUnit unit(String format, char unit, String path) {
    return switch (unit) {
      case 's' -> TimeUnit.SECOND;
      case 'm' -> TimeUnit.MILLISECOND;
      case 'u' -> TimeUnit.MICROSECOND;
      case 'n' -> TimeUnit.NANOSECOND;
      default -> throw malformed(format, path);
    };
  }

  private static int size(String format, int from, int least, String path) {
    int size = number(format, format.substring(from), path);
    if (size < least) {
      throw malformed(format, path);
    }
    return size;
  }

  private static ArrowType decimal(String format, String path) {
    String[] parts = format.substring(2).split(",", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw malformed(format, path);
    }
    int precision = number(format, parts[0], path);
    int scale = number(format, parts[1], path);
    int bitWidth = parts.length == 3 ? number(format, parts[2], path) : 128;
    int digits =
        switch (bitWidth) {
          case 32 -> 9;
          case 64 -> 18;
          case 128 -> 38;
          case 256 -> 76;
          default -> throw malformed(format, path);
        };
    if (precision < 1 || precision > digits) {
      throw malformed(format, path);
    }
    return new ArrowType.Decimal(bitWidth, precision, scale);
  }

  private static int number(String format, String digits, String path) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      ArrowImportException malformed = malformed(format, path);
      malformed.initCause(e);
      throw malformed;
    }
  }

  private static ArrowImportException malformed(String format, String path) {
    return new ArrowImportException(
        "Arrow import: %s: expected a format string, got '%s'".formatted(path, format));
  }

  private static RuntimeException refused(String format, String path) {
    boolean dense = format.startsWith("+ud:");
    if (!dense && !format.startsWith("+us:")) {
      return malformed(format, path);
    }
    return new SchemaException(
        "Arrow type: %s: expected a type that Parquet can hold, got %s ('%s')"
            .formatted(path, dense ? "dense_union" : "sparse_union", format));
  }
}
