package dev.frazil.fuzz.readers;

import dev.frazil.fuzz.Bytes;
import dev.frazil.fuzz.IntervalValue;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/// Conditions of DuckDB.
public final class DuckDbFilter {
  private DuckDbFilter() {}

  /// A condition for the rows in which a leaf has a value.
  ///
  /// @param path the leaf's path
  /// @param type the leaf
  /// @param value a value of it
  /// @return what stands behind `where`
  public static String equal(List<String> path, PrimitiveType type, Object value) {
    return path.stream().map(DuckDbColumn::quoted).collect(Collectors.joining("."))
        + " = "
        + literal(type, value);
  }

  private static String literal(PrimitiveType type, Object value) {
    return switch (value) {
      case Float number -> "cast('%s' as float)".formatted(number);
      case Double number -> "cast('%s' as double)".formatted(number);
      case BigDecimal number ->
          "cast('%s' as decimal(%d, %d))"
              .formatted(number.toPlainString(), precision(type), number.scale());
      case String text -> text(text) + (json(type) ? "::json" : "");
      case Bytes bytes -> bytes(type, HexFormat.of().formatHex(bytes.toArray()));
      case Long number -> time(type, number);
      case IntervalValue interval ->
          "to_months(%d) + to_days(%d) + to_milliseconds(%d)"
              .formatted(interval.months(), interval.days(), interval.nanos() / 1_000_000);
      default -> value.toString();
    };
  }

  private static boolean json(PrimitiveType type) {
    return type.getLogicalTypeAnnotation() instanceof JsonLogicalTypeAnnotation;
  }

  private static int precision(PrimitiveType type) {
    return ((DecimalLogicalTypeAnnotation) type.getLogicalTypeAnnotation()).getPrecision();
  }

  private static String text(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String bytes(PrimitiveType type, String hex) {
    return type.getLogicalTypeAnnotation() instanceof UUIDLogicalTypeAnnotation
        ? "cast('" + hex + "' as uuid)"
        : "unhex('" + hex + "')";
  }

  private static String time(PrimitiveType type, long number) {
    return switch (type.getLogicalTypeAnnotation()) {
      case DateLogicalTypeAnnotation _ -> "date '%s'".formatted(LocalDate.ofEpochDay(number));
      case TimeLogicalTypeAnnotation time ->
          "%s '%s'"
              .formatted(
                  time.getUnit() == TimeUnit.NANOS ? "time_ns" : "time",
                  LocalTime.ofNanoOfDay(number * nanos(time.getUnit())));
      case TimestampLogicalTypeAnnotation time ->
          time.getUnit() == TimeUnit.NANOS
              ? "make_timestamp_ns(%d)".formatted(number)
              : "make_timestamp(%d)".formatted(number * (nanos(time.getUnit()) / 1_000))
                  + (time.isAdjustedToUTC() ? "::timestamptz" : "");
      case null, default -> Long.toString(number);
    };
  }

  private static long nanos(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> 1_000_000;
      case MICROS -> 1_000;
      case NANOS -> 1;
    };
  }
}
