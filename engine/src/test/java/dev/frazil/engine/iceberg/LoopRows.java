package dev.frazil.engine.iceberg;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.jspecify.annotations.Nullable;

/// Rows of any schema in Iceberg's internal types: ordinary values, the edges of every type, and
/// nulls wherever one may be. A struct is the list of its fields, a map one of pairs.
final class LoopRows {
  private static final long DAY = 86_400_000_000L;

  private final Random random;
  private final TableValues values;

  LoopRows(long seed) {
    random = new Random(seed);
    values = new TableValues(seed);
  }

  /// One row. A required integer at the top is the row's id.
  List<@Nullable Object> row(Types.StructType type, int id) {
    List<@Nullable Object> row = new ArrayList<>();
    for (Types.NestedField field : type.fields()) {
      boolean isId = field.isRequired() && field.type().typeId() == Type.TypeID.INTEGER;
      row.add(isId ? (Object) id : value(field.type(), field.isOptional()));
    }
    return row;
  }

  private @Nullable Object value(Type type, boolean optional) {
    if (optional && random.nextInt(6) == 0) {
      return null;
    }
    return switch (type) {
      case Types.StructType struct -> row(struct, random.nextInt());
      case Types.ListType list -> {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          elements.add(value(list.elementType(), list.isElementOptional()));
        }
        yield elements;
      }
      case Types.MapType map -> {
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          entries.put(value(map.keyType(), false), value(map.valueType(), map.isValueOptional()));
        }
        yield pairs(entries);
      }
      default -> random.nextInt(3) == 0 ? edge(type) : values.value(type);
    };
  }

  private static List<List<@Nullable Object>> pairs(
      Map<@Nullable Object, @Nullable Object> entries) {
    List<List<@Nullable Object>> pairs = new ArrayList<>();
    entries.forEach((key, value) -> pairs.add(Arrays.asList(key, value)));
    return pairs;
  }

  private Object edge(Type type) {
    return switch (type) {
      case Types.FloatType _ ->
          pick(Float.POSITIVE_INFINITY, 0.0f, -0.0f, Float.MIN_VALUE, -Float.MAX_VALUE);
      case Types.DoubleType _ ->
          pick(Double.NEGATIVE_INFINITY, 0.0, -0.0, -Double.MIN_VALUE, Double.MAX_VALUE);
      case Types.DateType _ -> pick(0, -1, -719_162, 2_932_896);
      case Types.TimeType _ -> pick(0L, 1L, DAY - 1);
      case Types.TimestampType _ -> pick(0L, -1L, -DAY, DAY - 1);
      case Types.TimestampNanoType _ -> pick(0L, -1L, 999L, -1001L);
      case Types.StringType _ -> pick("", "null", "\0", "\uD7FF", "\uDBFF\uDFFF".repeat(17));
      case Types.UUIDType _ -> pick(new UUID(0, 0), new UUID(-1, -1), new UUID(Long.MIN_VALUE, 1));
      case Types.BinaryType _ ->
          pick(
              ByteBuffer.wrap(new byte[0]),
              ByteBuffer.wrap("\u00ff".repeat(17).getBytes(StandardCharsets.ISO_8859_1)));
      case Types.DecimalType decimal -> {
        BigInteger most = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
        // one that is truncated downwards must keep to its precision: Iceberg's manifests do
        BigInteger least = most.shiftRight(1).negate();
        BigInteger unscaled = random.nextBoolean() ? most : least;
        yield new BigDecimal(random.nextInt(3) == 0 ? BigInteger.ZERO : unscaled, decimal.scale());
      }
      default -> values.value(type);
    };
  }

  private Object pick(Object... edges) {
    return edges[random.nextInt(edges.length)];
  }

  /// A value that Iceberg's generic reader made, in the form of these rows.
  static @Nullable Object internal(Type type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type) {
      case Types.StructType struct -> {
        List<@Nullable Object> fields = new ArrayList<>();
        for (int i = 0; i < struct.fields().size(); i++) {
          fields.add(internal(struct.fields().get(i).type(), ((Record) value).get(i)));
        }
        yield fields;
      }
      case Types.ListType list -> {
        List<@Nullable Object> elements = new ArrayList<>();
        for (Object element : (List<?>) value) {
          elements.add(internal(list.elementType(), element));
        }
        yield elements;
      }
      case Types.MapType map -> {
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        ((Map<?, ?>) value)
            .forEach((key, held) ->
                entries.put(internal(map.keyType(), key), internal(map.valueType(), held)));
        yield pairs(entries);
      }
      case Types.DateType _ -> DateTimeUtil.daysFromDate((LocalDate) value);
      case Types.TimeType _ -> DateTimeUtil.microsFromTime((LocalTime) value);
      case Types.TimestampType _ ->
          value instanceof OffsetDateTime at
              ? DateTimeUtil.microsFromTimestamptz(at)
              : DateTimeUtil.microsFromTimestamp((LocalDateTime) value);
      case Types.TimestampNanoType _ ->
          value instanceof OffsetDateTime at
              ? DateTimeUtil.nanosFromTimestamptz(at)
              : DateTimeUtil.nanosFromTimestamp((LocalDateTime) value);
      default -> value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    };
  }

  /// A row as Iceberg's transforms read it.
  record Row(List<? extends @Nullable Object> fields) implements StructLike {
    @Override
    public int size() {
      return fields.size();
    }

    @Override
    public <T> T get(int position, Class<T> type) {
      Object field = fields.get(position);
      return type.cast(
          field instanceof List<?> struct && type == StructLike.class ? new Row(struct) : field);
    }

    @Override
    public <T> void set(int position, T value) {
      throw new UnsupportedOperationException("a row is not changed");
    }
  }
}
