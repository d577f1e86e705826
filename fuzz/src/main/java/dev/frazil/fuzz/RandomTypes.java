package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Random columns over every type that the engine imports, nested to a given depth.
final class RandomTypes {
  private static final String[] NAMES = {"a", "a.b", "a b", "$", "É", "雪", "", ".", "A", "x"};
  private static final String[] ZONES = {"UTC", "Europe/Rome", "+05:30"};

  private static final List<ArrowType.TimeUnit> UNITS = List.of(ArrowType.TimeUnit.values());
  private static final List<ArrowType.IntervalUnit> INTERVALS =
      List.of(ArrowType.IntervalUnit.values());

  private final RandomGenerator random;
  private final int depth;
  private final boolean ids;
  private int nextId = 1;

  /// @param random every choice
  /// @param depth how many lists, maps and structs may stand above a leaf
  RandomTypes(RandomGenerator random, int depth) {
    this.random = random;
    this.depth = depth;
    this.ids = random.nextBoolean();
  }

  /// Columns with distinct names.
  List<ArrowField> fields(int count) {
    return fields(count, depth);
  }

  private List<ArrowField> fields(int count, int below) {
    Set<String> names = new HashSet<>();
    List<ArrowField> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = NAMES[random.nextInt(NAMES.length)];
      fields.add(field(names.add(name) ? name : name + i, below));
    }
    return fields;
  }

  private ArrowField field(String name, int below) {
    boolean nested = below > 0 && random.nextInt(5) < 2;
    ArrowField field = nested ? nested(name, below - 1) : leaf(name);
    Map<String, String> metadata = new HashMap<>(field.metadata());
    if (ids) {
      metadata.put(ArrowField.FIELD_ID, Integer.toString(nextId++));
    }
    return new ArrowField(
        field.name(),
        field.type(),
        field.nullable(),
        metadata,
        field.indexType(),
        field.children());
  }

  private ArrowField nested(String name, int below) {
    boolean nullable = nullable();
    return switch (random.nextInt(9)) {
      case 0, 1, 2 ->
          new ArrowField(
              name, new ArrowType.Struct(), nullable, fields(random.nextInt(1, 4), below));
      case 3, 4 ->
          new ArrowField(
              name,
              new ArrowType.List(random.nextBoolean()),
              nullable,
              List.of(field("item", below)));
      case 5 ->
          new ArrowField(
              name,
              new ArrowType.ListView(random.nextBoolean()),
              nullable,
              List.of(field("item", below)));
      case 6 ->
          new ArrowField(
              name,
              new ArrowType.FixedSizeList(random.nextInt(4)),
              nullable,
              List.of(field("", below)));
      default -> map(name, nullable, below);
    };
  }

  private ArrowField map(String name, boolean nullable, int below) {
    ArrowField key = leaf("key");
    while (RandomValues.untyped(key)) {
      key = leaf("key");
    }
    ArrowField entries =
        new ArrowField(
            "entries",
            new ArrowType.Struct(),
            false,
            List.of(required(key), field("value", below)));
    return new ArrowField(
        name, new ArrowType.Map(random.nextInt(8) == 0), nullable, List.of(entries));
  }

  /// The same column without nulls: a run-end-encoded one has them in its values.
  private static ArrowField required(ArrowField field) {
    boolean runs = field.type() instanceof ArrowType.RunEndEncoded;
    return new ArrowField(
        field.name(),
        field.type(),
        false,
        field.metadata(),
        field.indexType(),
        runs ? field.children().stream().map(RandomTypes::required).toList() : field.children());
  }

  private ArrowField leaf(String name) {
    boolean nullable = nullable();
    ArrowType type = type();
    return switch (random.nextInt(10)) {
      case 0 -> extension(name, nullable);
      case 1 -> runs(name, type, nullable);
      case 2, 3, 4 -> {
        ArrowType.@Nullable Int index = type instanceof ArrowType.Null ? null : index();
        yield new ArrowField(name, type, nullable || index == null, Map.of(), index);
      }
      default -> new ArrowField(name, type, nullable || type instanceof ArrowType.Null);
    };
  }

  private ArrowField runs(String name, ArrowType type, boolean nullable) {
    boolean optional = nullable || type instanceof ArrowType.Null;
    int bits = 16 << random.nextInt(3);
    return new ArrowField(
        name,
        new ArrowType.RunEndEncoded(bits),
        optional,
        List.of(
            new ArrowField("run_ends", new ArrowType.Int(bits, true), false),
            new ArrowField("values", type, optional)));
  }

  private ArrowField extension(String name, boolean nullable) {
    return switch (random.nextInt(5)) {
      case 0 -> Extensions.uuid(name, nullable);
      case 1 -> Extensions.json(name, utf8(), nullable);
      case 2 -> Extensions.bool8(name, nullable);
      case 3 -> Extensions.wkb(name, binary(), nullable);
      default -> Extensions.variant(name, nullable);
    };
  }

  private boolean nullable() {
    return random.nextInt(4) > 0;
  }

  private ArrowType.Int index() {
    return new ArrowType.Int(8 << random.nextInt(4), random.nextBoolean());
  }

  private ArrowType type() {
    return switch (random.nextInt(16)) {
      case 0 -> new ArrowType.Bool();
      case 1, 2 -> new ArrowType.Int(8 << random.nextInt(4), true);
      case 3 -> new ArrowType.Int(8 << random.nextInt(4), false);
      case 4 -> new ArrowType.FloatingPoint(16 << random.nextInt(3));
      case 5, 6 -> utf8();
      case 7 -> binary();
      case 8 -> new ArrowType.FixedSizeBinary(random.nextBoolean() ? 16 : random.nextInt(1, 80));
      case 9 -> new ArrowType.Date(random.nextBoolean());
      case 10 -> new ArrowType.Time(unit());
      case 11 ->
          new ArrowType.Timestamp(
              unit(), random.nextBoolean() ? null : ZONES[random.nextInt(ZONES.length)]);
      case 12 -> new ArrowType.Duration(unit());
      case 13 -> new ArrowType.Interval(INTERVALS.get(random.nextInt(INTERVALS.size())));
      case 14 -> random.nextInt(4) == 0 ? new ArrowType.Null() : new ArrowType.Bool();
      default -> decimal();
    };
  }

  private ArrowType utf8() {
    int layout = random.nextInt(3);
    return layout == 2 ? new ArrowType.Utf8View() : new ArrowType.Utf8(layout == 1);
  }

  private ArrowType binary() {
    int layout = random.nextInt(3);
    return layout == 2 ? new ArrowType.BinaryView() : new ArrowType.Binary(layout == 1);
  }

  private ArrowType.TimeUnit unit() {
    return UNITS.get(random.nextInt(UNITS.size()));
  }

  private ArrowType decimal() {
    boolean wide = random.nextInt(4) == 0;
    int precision = random.nextInt(1, wide ? 77 : 39);
    int scale = random.nextInt(precision + 1);
    boolean narrow = random.nextInt(4) == 0;
    int bits = wide ? 256 : narrow && precision <= 9 ? 32 : narrow && precision <= 18 ? 64 : 128;
    return new ArrowType.Decimal(bits, precision, scale);
  }
}
