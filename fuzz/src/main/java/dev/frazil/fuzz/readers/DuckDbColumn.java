package dev.frazil.fuzz.readers;

import dev.frazil.fuzz.Bytes;
import dev.frazil.fuzz.IntervalValue;
import dev.frazil.fuzz.values.Entries;
import dev.frazil.fuzz.values.LeafType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/// Columns in DuckDB: the expression that selects one, and what its results mean.
final class DuckDbColumn {
  private static final long MICROS_PER_MILLI = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private DuckDbColumn() {}

  /// A name in double quotes.
  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /// The expression for a column or a part of one.
  ///
  /// @param type its type in the file
  /// @param value the expression of its value as DuckDB reads it
  static String expression(Type type, String value) {
    if (type.isPrimitive()) {
      return leaf(type.asPrimitiveType(), value);
    }
    GroupType group = type.asGroupType();
    return switch (group.getLogicalTypeAnnotation()) {
      case ListLogicalTypeAnnotation _ ->
          transformed(value, expression(element(group), variable(value)));
      case MapLogicalTypeAnnotation _ ->
          transformed("map_entries(" + value + ")", struct(entry(group), variable(value)));
      case null, default ->
          "case when %s is null then null else %s end".formatted(value, struct(group, value));
    };
  }

  private static String transformed(String list, String element) {
    return "list_transform(%s, lambda %s: %s)".formatted(list, variable(list), element);
  }

  /// A name for the elements of a list: one letter more than any name inside its expression.
  private static String variable(String list) {
    int depth = 0;
    for (int at = list.indexOf("x_"); at >= 0; at = list.indexOf("x_", at + 1)) {
      depth++;
    }
    return "x_" + "e".repeat(depth);
  }

  private static String struct(GroupType type, String value) {
    return type.getFields().stream()
        .map(field ->
            quoted(field.getName())
                + " := "
                + expression(field, "(%s).%s".formatted(value, quoted(field.getName()))))
        .collect(Collectors.joining(", ", "struct_pack(", ")"));
  }

  private static Type element(GroupType list) {
    return list.getType(0).asGroupType().getType(0);
  }

  private static GroupType entry(GroupType map) {
    return map.getType(0).asGroupType();
  }

  private static String leaf(PrimitiveType type, String value) {
    return switch (type.getLogicalTypeAnnotation()) {
      case DateLogicalTypeAnnotation _ -> "date_diff('day', date '1970-01-01', " + value + ")";
      case TimestampLogicalTypeAnnotation time -> epoch(time.getUnit(), value);
      case TimeLogicalTypeAnnotation time -> epoch(time.getUnit(), value);
      case JsonLogicalTypeAnnotation _ -> "cast(" + value + " as varchar)";
      case IntervalLogicalTypeAnnotation _ ->
          "case when %1$s is null then null else [date_part('year', %1$s) * 12 + date_part('month',"
                  .formatted(value)
              + " %1$s), date_part('day', %1$s), date_part('hour', %1$s) * 3600000 +"
                  .formatted(value)
              + " date_part('minute', %1$s) * 60000 + date_part('millisecond', %1$s)] end"
                  .formatted(value);
      case null, default -> value;
    };
  }

  private static String epoch(TimeUnit unit, String value) {
    return (unit == TimeUnit.NANOS ? "epoch_ns(" : "epoch_us(") + value + ")";
  }

  /// What a result means.
  ///
  /// @param type the type in the file
  /// @param result what the driver hands over for the column's expression
  static @Nullable Object value(Type type, @Nullable Object result) throws SQLException {
    if (result == null) {
      return null;
    }
    if (type.isPrimitive()) {
      return leafValue(new LeafType(type.asPrimitiveType()), result);
    }
    GroupType group = type.asGroupType();
    return switch (group.getLogicalTypeAnnotation()) {
      case ListLogicalTypeAnnotation _ -> list(element(group), (Array) result);
      case MapLogicalTypeAnnotation _ -> map(entry(group), (Array) result);
      case null, default -> structValue(group, (Struct) result);
    };
  }

  private static List<@Nullable Object> list(Type element, Array array) throws SQLException {
    List<@Nullable Object> elements = new ArrayList<>();
    for (Object result : (Object[]) array.getArray()) {
      elements.add(value(element, result));
    }
    return elements;
  }

  private static List<@Nullable Object> map(GroupType entry, Array array) throws SQLException {
    List<@Nullable Object> entries = new ArrayList<>();
    for (Object result : (Object[]) array.getArray()) {
      Object[] pair = ((Struct) result).getAttributes();
      Object key = value(entry.getType(0), pair[0]);
      if (key == null) {
        throw new SQLException("key: expected one, got null");
      }
      entries.add(Entries.of(key, value(entry.getType(1), pair[1])));
    }
    return entries;
  }

  private static Map<String, @Nullable Object> structValue(GroupType type, Struct struct)
      throws SQLException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    Object[] results = struct.getAttributes();
    for (int i = 0; i < type.getFieldCount(); i++) {
      fields.put(type.getFieldName(i), value(type.getType(i), results[i]));
    }
    return fields;
  }

  private static Object leafValue(LeafType leaf, Object result) throws SQLException {
    return switch (result) {
      case Byte number -> number.longValue();
      case Short number -> number.longValue();
      case Integer number -> number.longValue();
      case Long number -> time(leaf, number);
      case Boolean _, BigInteger _, Float _, Double _, BigDecimal _, String _ -> result;
      case Blob blob -> leaf.value(blob.getBytes(1, Math.toIntExact(blob.length())));
      case byte[] bytes -> leaf.value(bytes);
      case UUID uuid ->
          Bytes.of(
              ByteBuffer.allocate(16)
                  .putLong(uuid.getMostSignificantBits())
                  .putLong(uuid.getLeastSignificantBits())
                  .array());
      case Array array -> {
        Object[] counts = (Object[]) array.getArray();
        yield new IntervalValue(
            (int) count(counts[0]), (int) count(counts[1]), count(counts[2]) * NANOS_PER_MILLI);
      }
      default -> throw new SQLException(leaf.type() + ": result of " + result.getClass());
    };
  }

  private static long count(Object number) {
    return ((Number) number).longValue();
  }

  private static Object time(LeafType leaf, long number) throws SQLException {
    boolean millis =
        switch (leaf.type().getLogicalTypeAnnotation()) {
          case TimestampLogicalTypeAnnotation time -> time.getUnit() == TimeUnit.MILLIS;
          case TimeLogicalTypeAnnotation time -> time.getUnit() == TimeUnit.MILLIS;
          case null, default -> false;
        };
    if (!millis) {
      return number;
    }
    if (number % MICROS_PER_MILLI != 0) {
      throw new SQLException(leaf.type() + ": expected whole milliseconds, got " + number + " us");
    }
    return number / MICROS_PER_MILLI;
  }
}
