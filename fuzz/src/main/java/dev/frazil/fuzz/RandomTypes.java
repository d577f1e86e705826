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

/// Random columns over every flat type that the engine imports.
final class RandomTypes {
  private static final String[] NAMES = {"a", "a.b", "a b", "$", "É", "雪", "", ".", "A", "x"};
  private static final String[] ZONES = {"UTC", "Europe/Rome", "+05:30"};

  private static final List<ArrowType.TimeUnit> UNITS = List.of(ArrowType.TimeUnit.values());

  private final RandomGenerator random;

  RandomTypes(RandomGenerator random) {
    this.random = random;
  }

  /// Columns with distinct names.
  List<ArrowField> fields(int count) {
    Set<String> names = new HashSet<>();
    List<ArrowField> fields = new ArrayList<>();
    boolean ids = random.nextBoolean();
    for (int i = 0; i < count; i++) {
      String name = NAMES[random.nextInt(NAMES.length)];
      fields.add(field(names.add(name) ? name : name + i, ids ? i + 1 : 0));
    }
    return fields;
  }

  private ArrowField field(String name, int id) {
    Map<String, String> metadata = new HashMap<>();
    ArrowType type = type();
    boolean uuid = type.equals(new ArrowType.FixedSizeBinary(16)) && random.nextBoolean();
    if (uuid) {
      metadata.put(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION);
      metadata.put("ARROW:extension:metadata", "");
    }
    if (id > 0) {
      metadata.put(ArrowField.FIELD_ID, Integer.toString(id));
    }
    ArrowType.@Nullable Int index = !uuid && random.nextInt(3) == 0 ? index() : null;
    return new ArrowField(name, type, random.nextInt(4) > 0, metadata, index);
  }

  private ArrowType.Int index() {
    return new ArrowType.Int(8 << random.nextInt(4), random.nextBoolean());
  }

  private ArrowType type() {
    return switch (random.nextInt(12)) {
      case 0 -> new ArrowType.Bool();
      case 1 -> new ArrowType.Int(8 << random.nextInt(4), true);
      case 2 -> new ArrowType.Int(8 << random.nextInt(3), false);
      case 3 -> new ArrowType.FloatingPoint(32 << random.nextInt(2));
      case 4, 5 -> new ArrowType.Utf8(random.nextBoolean());
      case 6 -> new ArrowType.Binary(random.nextBoolean());
      case 7 -> new ArrowType.FixedSizeBinary(random.nextBoolean() ? 16 : random.nextInt(1, 80));
      case 8 -> new ArrowType.Date(random.nextBoolean());
      case 9 -> new ArrowType.Time(unit());
      case 10 ->
          new ArrowType.Timestamp(
              unit(), random.nextBoolean() ? null : ZONES[random.nextInt(ZONES.length)]);
      default -> decimal();
    };
  }

  private ArrowType.TimeUnit unit() {
    return UNITS.get(random.nextInt(UNITS.size()));
  }

  private ArrowType decimal() {
    int precision = random.nextInt(1, 39);
    int scale = random.nextInt(precision + 1);
    boolean narrow = random.nextInt(4) == 0;
    int bits = narrow && precision <= 9 ? 32 : narrow && precision <= 18 ? 64 : 128;
    return new ArrowType.Decimal(bits, precision, scale);
  }
}
