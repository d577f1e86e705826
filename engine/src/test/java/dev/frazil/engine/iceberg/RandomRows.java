package dev.frazil.engine.iceberg;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// Rows of any schema in the values that [ValueBatch] takes. Every column is of its own kind:
/// without nulls, with some, or with nothing else; of one value, of a few, or of many.
final class RandomRows {
  private static final long DAY = 86_400_000_000L;
  private static final long CENTURY = 36_525 * DAY;
  private static final int[] CODE_POINTS = {
    0, 'a', 'b', 'z', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x1f600, 0x10ffff
  };

  /// What a column holds.
  ///
  /// @param nulls how many of ten are null
  /// @param pool its values, for a primitive column
  private record Kind(int nulls, List<Object> pool) {}

  private final Random random;
  private final Map<Integer, Kind> kinds = new HashMap<>();

  RandomRows(Random random) {
    this.random = random;
  }

  /// Rows of a schema, each a list of its columns.
  List<List<@Nullable Object>> rows(Schema schema, int count) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(members(schema.columns()));
    }
    return rows;
  }

  private List<@Nullable Object> members(List<Types.NestedField> fields) {
    List<@Nullable Object> members = new ArrayList<>();
    fields.forEach(field -> members.add(value(field)));
    return members;
  }

  private @Nullable Object value(Types.NestedField field) {
    Kind kind = kinds.get(field.fieldId());
    if (kind == null) {
      kind = kind(field);
      kinds.put(field.fieldId(), kind);
    }
    if (field.type().typeId() == Type.TypeID.UNKNOWN
        || (field.isOptional() && random.nextInt(10) < kind.nulls())) {
      return null;
    }
    return switch (field.type()) {
      case Types.StructType struct -> members(struct.fields());
      case Types.ListType list -> {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          elements.add(value(list.fields().getFirst()));
        }
        yield elements;
      }
      case Types.MapType map -> {
        List<List<@Nullable Object>> entries = new ArrayList<>();
        Set<@Nullable Object> keys = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          List<@Nullable Object> entry = members(map.fields());
          if (keys.add(entry.getFirst())) {
            entries.add(entry);
          }
        }
        yield entries;
      }
      default -> kind.pool().get(random.nextInt(kind.pool().size()));
    };
  }

  private Kind kind(Types.NestedField field) {
    int[] nulls = {0, 2, 5, 9, 10};
    int[] sizes = {1, 3, 50};
    List<Object> pool = new ArrayList<>();
    if (field.type().isPrimitiveType() || field.type().isVariantType()) {
      if (field.type().typeId() != Type.TypeID.UNKNOWN) {
        int size = sizes[random.nextInt(sizes.length)];
        while (pool.size() < size) {
          pool.add(primitive(field.type()));
        }
      }
    }
    return new Kind(nulls[random.nextInt(nulls.length)], pool);
  }

  private Object primitive(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> random.nextBoolean();
      case INTEGER ->
          pick(Integer.MIN_VALUE, Integer.MAX_VALUE, 0, random.nextInt(9), random.nextInt());
      case LONG -> pick(Long.MIN_VALUE, Long.MAX_VALUE, -1L, random.nextLong(9), random.nextLong());
      case FLOAT -> floating();
      case DOUBLE -> doubleFloating();
      case DATE -> random.nextInt(-40_000, 40_000);
      case TIME -> pick(0L, DAY - 1, random.nextLong(DAY));
      case TIMESTAMP -> random.nextLong(-CENTURY, CENTURY);
      case TIMESTAMP_NANO ->
          pick(Long.MIN_VALUE, Long.MAX_VALUE, random.nextLong(-DAY, DAY) * 1000 + 1);
      case STRING -> text();
      case UUID -> uuid();
      case FIXED -> bytes(((Types.FixedType) type).length());
      case BINARY -> bytes(random.nextInt(20) == 0 ? 5000 : random.nextInt(20));
      case DECIMAL -> decimal((Types.DecimalType) type);
      case GEOMETRY, GEOGRAPHY -> RandomGeometries.geometry(random);
      case VARIANT -> RandomVariants.variant(random);
      case STRUCT, LIST, MAP, UNKNOWN -> throw new IllegalArgumentException(type.toString());
    };
  }

  private Object pick(Object... values) {
    return values[random.nextInt(values.length)];
  }

  private Object floating() {
    return pick(
        Float.NaN,
        Float.intBitsToFloat(0xffc0_0001),
        Float.NEGATIVE_INFINITY,
        Float.POSITIVE_INFINITY,
        -0.0f,
        0.0f,
        Float.MIN_VALUE,
        -Float.MAX_VALUE,
        random.nextFloat());
  }

  private Object doubleFloating() {
    return pick(
        Double.NaN,
        Double.longBitsToDouble(0xfff8_0000_0000_0001L),
        Double.NEGATIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        -0.0,
        0.0,
        Double.MIN_VALUE,
        -Double.MAX_VALUE,
        random.nextGaussian());
  }

  /// Short and long, with code points next to where UTF-8 grows by a byte and next to surrogates.
  private String text() {
    int length =
        switch (random.nextInt(12)) {
          case 0 -> 0;
          case 1 -> 3000;
          case 2, 3, 4 -> 14 + random.nextInt(6);
          default -> 1 + random.nextInt(4);
        };
    int only = random.nextInt(3) == 0 ? CODE_POINTS[random.nextInt(CODE_POINTS.length)] : -1;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(only >= 0 ? only : CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  private UUID uuid() {
    long high = random.nextInt(3) == 0 ? random.nextLong() : random.nextLong() >>> 1;
    return new UUID(high, random.nextLong() | Long.MIN_VALUE);
  }

  private ByteBuffer bytes(int length) {
    byte[] bytes = new byte[length];
    boolean high = random.nextInt(4) == 0;
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (high ? 0xff : (int) pick(0, 0x7f, 0x80, 0xff, random.nextInt(256)));
    }
    return ByteBuffer.wrap(bytes);
  }

  private BigDecimal decimal(Types.DecimalType type) {
    BigInteger largest = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
    BigInteger small = BigInteger.valueOf(random.nextInt(128));
    BigInteger unscaled =
        switch (random.nextInt(4)) {
          case 0 -> largest;
          case 1 -> new BigInteger(130, random).mod(largest);
          default -> small.min(largest);
        };
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }
}
