package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
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
      return fixedSizeBinary(format, path);
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
      case "f" -> new ArrowType.FloatingPoint(32);
      case "g" -> new ArrowType.FloatingPoint(64);
      case "u" -> new ArrowType.Utf8(false);
      case "U" -> new ArrowType.Utf8(true);
      case "z" -> new ArrowType.Binary(false);
      case "Z" -> new ArrowType.Binary(true);
      case "tdD" -> new ArrowType.Date(false);
      case "tdm" -> new ArrowType.Date(true);
      case "tts" -> new ArrowType.Time(TimeUnit.SECOND);
      case "ttm" -> new ArrowType.Time(TimeUnit.MILLISECOND);
      case "ttu" -> new ArrowType.Time(TimeUnit.MICROSECOND);
      case "ttn" -> new ArrowType.Time(TimeUnit.NANOSECOND);
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

  private static ArrowType fixedSizeBinary(String format, String path) {
    int width = number(format, format.substring(2), path);
    if (width < 1) {
      throw malformed(format, path);
    }
    return new ArrowType.FixedSizeBinary(width);
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
          case 256 -> throw refused(format, path);
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
    String name = refusedName(format);
    if (name.isEmpty()) {
      return malformed(format, path);
    }
    return new SchemaException(
        "Arrow type: %s: expected a flat type that Frazil knows, got %s ('%s')"
            .formatted(path, name, format));
  }

  /// The name of a type of the specification that is not imported, or an empty string.
  private static String refusedName(String format) {
    if (format.startsWith("d:")) {
      return "decimal256";
    }
    String name =
        switch (format) {
          case "n" -> "null";
          case "e" -> "float16";
          case "vu" -> "utf8_view";
          case "vz" -> "binary_view";
          case "+l" -> "list";
          case "+L" -> "large_list";
          case "+vl" -> "list_view";
          case "+vL" -> "large_list_view";
          case "+s" -> "struct";
          case "+m" -> "map";
          case "+r" -> "run_end_encoded";
          default -> "";
        };
    if (!name.isEmpty()) {
      return name;
    }
    if (format.startsWith("+w:")) {
      return "fixed_size_list";
    }
    if (format.startsWith("+ud:")) {
      return "dense_union";
    }
    if (format.startsWith("+us:")) {
      return "sparse_union";
    }
    if (format.startsWith("tD")) {
      return "duration";
    }
    return format.startsWith("ti") ? "interval" : "";
  }
}
