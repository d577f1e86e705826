package dev.frazil.engine.arrow;

import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Schemas of every type that Frazil knows, nested at random depths, with metadata and
/// dictionaries.
public final class RandomArrowSchemas {
  private static final List<String> NAMES = List.of("a", "", "größe", "x.y", "日本", "😀");
  private static final List<TimeUnit> UNITS = List.of(TimeUnit.values());
  private static final List<IntervalUnit> INTERVALS = List.of(IntervalUnit.values());
  private static final int[] DIGITS = {9, 18, 38, 76};

  private final Random random;

  /// Schemas drawn from a source of numbers.
  ///
  /// @param random the source
  public RandomArrowSchemas(Random random) {
    this.random = random;
  }

  /// The next schema.
  ///
  /// @return a schema, perhaps without columns
  public ArrowSchema schema() {
    List<ArrowField> fields = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      fields.add(field(random.nextInt(4)));
    }
    return new ArrowSchema(fields, metadata());
  }

  private Map<String, String> metadata() {
    return switch (random.nextInt(4)) {
      case 0 -> Map.of("PARQUET:field_id", String.valueOf(random.nextInt(100)), "größe", "");
      case 1 -> Map.of("ARROW:extension:name", "some.type", "ARROW:extension:metadata", "{}");
      default -> Map.of();
    };
  }

  private ArrowField field(int depth) {
    return field(NAMES.get(random.nextInt(NAMES.size())), depth, random.nextBoolean());
  }

  private ArrowField field(String name, int depth, boolean nullable) {
    ArrowType.Int index =
        random.nextInt(5) == 0
            ? new ArrowType.Int(8 << random.nextInt(4), random.nextBoolean())
            : null;
    if (depth == 0) {
      return new ArrowField(name, flat(), nullable, metadata(), index);
    }
    return switch (random.nextInt(6)) {
      case 0 -> {
        List<ArrowField> members = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          members.add(field(depth - 1));
        }
        yield new ArrowField(
            name, new ArrowType.Struct(), nullable, metadata(), index, List.copyOf(members));
      }
      case 1 -> list(name, new ArrowType.List(random.nextBoolean()), nullable, depth);
      case 2 -> list(name, new ArrowType.ListView(random.nextBoolean()), nullable, depth);
      case 3 -> list(name, new ArrowType.FixedSizeList(random.nextInt(5)), nullable, depth);
      case 4 -> {
        List<ArrowField> pair =
            List.of(field("key", 0, false), field("value", depth - 1, random.nextBoolean()));
        ArrowField entries = new ArrowField("entries", new ArrowType.Struct(), false, pair);
        yield new ArrowField(
            name,
            new ArrowType.Map(random.nextBoolean()),
            nullable,
            metadata(),
            null,
            List.of(entries));
      }
      default -> {
        int bits = 16 << random.nextInt(3);
        ArrowField ends = new ArrowField("run_ends", new ArrowType.Int(bits, true), false);
        yield new ArrowField(
            name,
            new ArrowType.RunEndEncoded(bits),
            nullable,
            metadata(),
            null,
            List.of(ends, field("values", depth - 1, true)));
      }
    };
  }

  private ArrowField list(String name, ArrowType type, boolean nullable, int depth) {
    return new ArrowField(name, type, nullable, metadata(), null, List.of(field(depth - 1)));
  }

  private ArrowType flat() {
    TimeUnit unit = UNITS.get(random.nextInt(UNITS.size()));
    return switch (random.nextInt(16)) {
      case 0 -> new ArrowType.Null();
      case 1 -> new ArrowType.Bool();
      case 2 -> new ArrowType.Int(8 << random.nextInt(4), random.nextBoolean());
      case 3 -> new ArrowType.FloatingPoint(16 << random.nextInt(3));
      case 4 -> new ArrowType.Utf8(random.nextBoolean());
      case 5 -> new ArrowType.Binary(random.nextBoolean());
      case 6 -> new ArrowType.Utf8View();
      case 7 -> new ArrowType.BinaryView();
      case 8 -> new ArrowType.FixedSizeBinary(random.nextInt(1, 20));
      case 9 -> new ArrowType.Date(random.nextBoolean());
      case 10 -> new ArrowType.Time(unit);
      case 11 -> new ArrowType.Timestamp(unit, null);
      case 12 -> new ArrowType.Timestamp(unit, random.nextBoolean() ? "UTC" : "+02:30");
      case 13 -> new ArrowType.Duration(unit);
      case 14 -> new ArrowType.Interval(INTERVALS.get(random.nextInt(INTERVALS.size())));
      default -> {
        int width = random.nextInt(4);
        int precision = random.nextInt(1, DIGITS[width] + 1);
        yield new ArrowType.Decimal(32 << width, precision, random.nextInt(-3, precision + 1));
      }
    };
  }
}
