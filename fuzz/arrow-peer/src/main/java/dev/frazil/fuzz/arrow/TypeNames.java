package dev.frazil.fuzz.arrow;

import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;

/// Types of columns by the names of the Arrow specification, such as `timestamp[us, UTC]`,
/// `dictionary<int8, utf8>` or `list<int32>`.
final class TypeNames {
  private TypeNames() {}

  /// The name of a column's type. A dictionary-encoded column has its indices' type in arrow-java.
  ///
  /// @param field the column
  /// @param values the type of the dictionary's values, or the column's own
  static String of(Field field, Field values) {
    DictionaryEncoding encoding = field.getDictionary();
    return encoding == null
        ? name(field)
        : "dictionary<%s, %s>".formatted(name(encoding.getIndexType()), name(values));
  }

  private static String name(Field field) {
    String children =
        field.getChildren().stream()
            .map(child -> TypeNames.of(child, child))
            .collect(Collectors.joining(", "));
    String name = name(field.getType());
    return children.isEmpty() ? name : "%s<%s>".formatted(name, children);
  }

  private static String name(ArrowType type) {
    return switch (type) {
      case ArrowType.ExtensionType extension -> extension.extensionName();
      case ArrowType.Int number -> (number.getIsSigned() ? "int" : "uint") + number.getBitWidth();
      case ArrowType.FloatingPoint number -> "float" + bits(number.getPrecision());
      case ArrowType.Decimal number ->
          "decimal%d(%d, %d)"
              .formatted(number.getBitWidth(), number.getPrecision(), number.getScale());
      case ArrowType.FixedSizeBinary bytes ->
          "fixed_size_binary(%d)".formatted(bytes.getByteWidth());
      case ArrowType.FixedSizeList list -> "fixed_size_list(%d)".formatted(list.getListSize());
      case ArrowType.Date date -> date.getUnit() == DateUnit.DAY ? "date32" : "date64";
      case ArrowType.Time time ->
          "time%d[%s]".formatted(time.getBitWidth(), symbol(time.getUnit()));
      case ArrowType.Duration time -> "duration[%s]".formatted(symbol(time.getUnit()));
      case ArrowType.Timestamp time ->
          time.getTimezone() == null
              ? "timestamp[%s]".formatted(symbol(time.getUnit()))
              : "timestamp[%s, %s]".formatted(symbol(time.getUnit()), time.getTimezone());
      case ArrowType.Interval interval ->
          "interval[%s]".formatted(interval.getUnit().name().toLowerCase(Locale.ROOT));
      default ->
          type.getTypeID()
              .name()
              .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_")
              .toLowerCase(Locale.ROOT);
    };
  }

  private static int bits(FloatingPointPrecision precision) {
    return switch (precision) {
      case HALF -> Short.SIZE;
      case SINGLE -> Float.SIZE;
      case DOUBLE -> Double.SIZE;
    };
  }

  private static String symbol(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> "s";
      case MILLISECOND -> "ms";
      case MICROSECOND -> "us";
      case NANOSECOND -> "ns";
    };
  }
}
