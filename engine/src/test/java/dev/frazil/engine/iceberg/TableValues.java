package dev.frazil.engine.iceberg;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// Rows of a table with every flat type: ordinary values, extremes, nulls and repetitions.
final class TableValues {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(3, "id", Types.IntegerType.get()),
          Types.NestedField.optional(4, "boolean", Types.BooleanType.get()),
          Types.NestedField.optional(5, "int", Types.IntegerType.get()),
          Types.NestedField.optional(6, "long", Types.LongType.get()),
          Types.NestedField.optional(7, "float", Types.FloatType.get()),
          Types.NestedField.optional(8, "double", Types.DoubleType.get()),
          Types.NestedField.optional(9, "date", Types.DateType.get()),
          Types.NestedField.optional(10, "time", Types.TimeType.get()),
          Types.NestedField.optional(11, "timestamp", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(12, "timestamptz", Types.TimestampType.withZone()),
          Types.NestedField.optional(13, "timestamp_ns", Types.TimestampNanoType.withoutZone()),
          Types.NestedField.optional(14, "timestamptz_ns", Types.TimestampNanoType.withZone()),
          Types.NestedField.optional(15, "string", Types.StringType.get()),
          Types.NestedField.optional(16, "uuid", Types.UUIDType.get()),
          Types.NestedField.optional(17, "fixed", Types.FixedType.ofLength(5)),
          Types.NestedField.optional(18, "binary", Types.BinaryType.get()),
          Types.NestedField.optional(19, "decimal_9", Types.DecimalType.of(9, 2)),
          Types.NestedField.optional(20, "decimal_18", Types.DecimalType.of(18, 3)),
          Types.NestedField.optional(21, "decimal_38", Types.DecimalType.of(38, 10)),
          Types.NestedField.optional(22, "odd name.x", Types.StringType.get()));

  private static final long DAY = 86_400_000_000L;
  private static final long CENTURY = 36_525 * DAY;
  private static final String[] WORDS = {
    "",
    "a",
    "ab",
    "é",
    "日本語",
    "😀",
    "\uFFFF",
    "null",
    "x/y=z %",
    "abcdefghijklmnop",
    "abcdefghijklmnopq",
    "ÿ".repeat(40)
  };

  private final Random random;

  TableValues(long seed) {
    random = new Random(seed);
  }

  /// Columns of [#SCHEMA]; the first one counts from `firstId`.
  List<List<@Nullable Object>> columns(int firstId, int rows) {
    List<List<@Nullable Object>> columns = new ArrayList<>();
    for (Types.NestedField field : SCHEMA.columns()) {
      List<@Nullable Object> column = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        boolean isNull = field.isOptional() && random.nextInt(6) == 0;
        boolean repeats = row > 0 && random.nextInt(4) == 0;
        column.add(
            field.name().equals("id")
                ? (Object) (firstId + row)
                : repeats ? column.getLast() : isNull ? null : value(field.type()));
      }
      columns.add(column);
    }
    return columns;
  }

  Object value(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> random.nextBoolean();
      case INTEGER -> pick(Integer.MIN_VALUE, Integer.MAX_VALUE, 0, random.nextInt());
      case LONG -> pick(Long.MIN_VALUE, Long.MAX_VALUE, -1L, random.nextLong(2_000));
      case FLOAT -> pick(Float.NaN, Float.NEGATIVE_INFINITY, -0.0f, random.nextFloat());
      case DOUBLE -> pick(Double.NaN, Double.MIN_VALUE, 0.0, random.nextGaussian());
      case DATE -> random.nextInt(-400, 400);
      case TIME -> random.nextLong(DAY);
      case TIMESTAMP -> random.nextLong(-CENTURY, CENTURY);
      case TIMESTAMP_NANO -> random.nextLong(-DAY, DAY) * 1000 + random.nextInt(1000);
      case STRING -> WORDS[random.nextInt(WORDS.length)];
      case UUID -> new UUID(random.nextLong(), random.nextLong());
      case FIXED -> bytes(5);
      case BINARY -> bytes(random.nextInt(20));
      case DECIMAL -> decimal((Types.DecimalType) type);
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  private Object pick(Object... values) {
    return values[random.nextInt(values.length)];
  }

  private ByteBuffer bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private BigDecimal decimal(Types.DecimalType type) {
    BigInteger limit = BigInteger.TEN.pow(random.nextInt(1, type.precision() + 1));
    BigInteger unscaled = new BigInteger(limit.bitLength() + 8, random).mod(limit);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }
}
