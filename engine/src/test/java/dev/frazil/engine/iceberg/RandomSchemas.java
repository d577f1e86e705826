package dev.frazil.engine.iceberg;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.EdgeAlgorithm;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/// Table schemas of every type of format version 3, at random depths and with names that files
/// cannot have as they are. Ids are in no order.
public final class RandomSchemas {
  private static final String[] NAMES = {"a", "B c", "x.y", "1st", "été", "😀", "a-b", "_"};
  private static final String[] CRS = {
    "OGC:CRS84", "EPSG:4326", "EPSG:3857", "srid:4326", "a \"crs\"\\\nof lines"
  };

  private final Random random;
  private final List<Integer> ids = new ArrayList<>();

  /// @param seed what the schemas are made from
  public RandomSchemas(long seed) {
    random = new Random(seed);
  }

  /// A schema that files can have: of a column at least that is not `unknown`.
  ///
  /// @param depth levels of nesting, 0 for flat columns
  public Schema schema(int depth) {
    ids.clear();
    return new Schema(struct(depth, 6).fields());
  }

  private int id() {
    int id;
    do {
      id = random.nextInt(1, 100_000);
    } while (ids.contains(id));
    ids.add(id);
    return id;
  }

  private Types.StructType struct(int depth, int width) {
    List<Types.NestedField> fields = new ArrayList<>();
    int count = random.nextInt(1, width);
    for (int i = 0; i < count; i++) {
      String name = NAMES[random.nextInt(NAMES.length)] + i;
      int id = id();
      boolean optional = random.nextBoolean();
      Type type = type(depth);
      fields.add(
          optional
              ? Types.NestedField.optional(id, name, type)
              : Types.NestedField.required(id, name, type));
    }
    if (random.nextInt(4) == 0) {
      fields.add(
          random.nextInt(fields.size() + 1),
          Types.NestedField.optional(id(), "unknown", Types.UnknownType.get()));
    }
    return Types.StructType.of(fields);
  }

  private Type type(int depth) {
    if (depth > 0) {
      switch (random.nextInt(5)) {
        case 0 -> {
          return struct(depth - 1, 4);
        }
        case 1 -> {
          Type element = type(depth - 1);
          return random.nextBoolean()
              ? Types.ListType.ofOptional(id(), element)
              : Types.ListType.ofRequired(id(), element);
        }
        case 2 -> {
          Type key = type(depth - 1);
          Type value = type(depth - 1);
          return random.nextBoolean()
              ? Types.MapType.ofOptional(id(), id(), key, value)
              : Types.MapType.ofRequired(id(), id(), key, value);
        }
        default -> {}
      }
    }
    return leaf();
  }

  private Type leaf() {
    String crs = CRS[random.nextInt(CRS.length)];
    return switch (random.nextInt(20)) {
      case 0 -> Types.BooleanType.get();
      case 1 -> Types.IntegerType.get();
      case 2 -> Types.LongType.get();
      case 3 -> Types.FloatType.get();
      case 4 -> Types.DoubleType.get();
      case 5 -> Types.DateType.get();
      case 6 -> Types.TimeType.get();
      case 7 -> Types.TimestampType.withoutZone();
      case 8 -> Types.TimestampType.withZone();
      case 9 -> Types.TimestampNanoType.withoutZone();
      case 10 -> Types.TimestampNanoType.withZone();
      case 11 -> Types.StringType.get();
      case 12 -> Types.UUIDType.get();
      case 13 -> Types.FixedType.ofLength(random.nextInt(1, 20));
      case 14 -> Types.BinaryType.get();
      case 15 -> {
        int precision = random.nextInt(1, 39);
        yield Types.DecimalType.of(precision, random.nextInt(precision + 1));
      }
      case 16 -> Types.VariantType.get();
      case 17 -> random.nextBoolean() ? Types.GeometryType.crs84() : Types.GeometryType.of(crs);
      case 18 ->
          Types.GeographyType.of(crs, List.of(EdgeAlgorithm.values()).get(random.nextInt(5)));
      default -> Types.GeographyType.of(crs);
    };
  }
}
