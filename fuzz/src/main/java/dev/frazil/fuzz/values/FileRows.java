package dev.frazil.fuzz.values;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.fuzz.BatchValues;
import dev.frazil.fuzz.ColumnValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the rows of a batch are once they are in a file: dates count days, and times in seconds
/// count milliseconds.
public final class FileRows {
  private static final long DAY_MILLIS = 86_400_000;
  private static final long SECOND_MILLIS = 1_000;

  private FileRows() {}

  /// The rows that a file of a batch must have.
  ///
  /// @param batch the batch
  /// @return its rows, each a map from column to value
  public static List<Map<String, @Nullable Object>> of(BatchValues batch) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      for (ColumnValues column : batch.columns()) {
        values.put(column.field().name(), value(column.field(), column.values().get(row)));
      }
      rows.add(values);
    }
    return rows;
  }

  /// What a value of an Arrow column is in a file.
  ///
  /// @param field the column
  /// @param value a value of it, or null
  /// @return the value in the file
  public static @Nullable Object value(ArrowField field, @Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Map<?, ?> struct -> struct(field.children(), struct);
      case List<?> list -> list(field.children().getFirst(), list);
      case Long number -> number(field, number);
      default -> value;
    };
  }

  private static Map<String, @Nullable Object> struct(List<ArrowField> fields, Map<?, ?> struct) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (ArrowField field : fields) {
      members.put(field.name(), value(field, struct.get(field.name())));
    }
    return members;
  }

  private static List<@Nullable Object> list(ArrowField element, List<?> list) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (Object value : list) {
      elements.add(
          value instanceof Map.Entry<?, ?> entry
              ? entry(element.children(), entry)
              : value(element, value));
    }
    return elements;
  }

  private static Object entry(List<ArrowField> members, Map.Entry<?, ?> entry) {
    Object key = value(members.getFirst(), entry.getKey());
    if (key == null) {
      throw new IllegalArgumentException("key: expected one, got null");
    }
    return Entries.of(key, value(members.getLast(), entry.getValue()));
  }

  private static Object number(ArrowField field, long value) {
    return switch (field.type()) {
      case ArrowType.Date(boolean millis) when millis -> value / DAY_MILLIS;
      case ArrowType.Time(TimeUnit unit) when unit == TimeUnit.SECOND -> value * SECOND_MILLIS;
      case ArrowType.Timestamp(TimeUnit unit, String _) when unit == TimeUnit.SECOND ->
          Math.multiplyExact(value, SECOND_MILLIS);
      case ArrowType.RunEndEncoded _ -> number(field.children().getLast(), value);
      default -> value;
    };
  }
}
