package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Single values of Arrow columns, with a taste for extremes. All of them can be written: times lie
/// within a day, decimals within their precision, coarse units within the range of finer ones,
/// intervals within what Parquet holds, and dictionaries within their index type.
final class RandomValues {
  private static final int DICTIONARY_ENTRIES = 30;
  private static final long DAY_SECONDS = 86_400;
  private static final long DAY_MILLIS = 86_400_000;
  private static final long MILLI_NANOS = 1_000_000;

  private static final long[] FLOATS = {
    0,
    0x8000_0000L,
    0x3f80_0000,
    0x7f80_0000,
    0xff80_0000L,
    0x7fc0_0000,
    0xffc0_0001L,
    0x7f80_0001,
    1,
    0x8000_0001L,
    0x7f7f_ffff,
    0xff7f_ffffL
  };

  private final RandomGenerator random;
  private final RandomStrings strings;
  private final IdentityHashMap<ArrowField, List<Object>> dictionaries = new IdentityHashMap<>();
  private int depth;

  RandomValues(RandomGenerator random) {
    this.random = random;
    this.strings = new RandomStrings(random);
  }

  /// A value of a column, which may be null where the column may.
  @Nullable Object slot(ArrowField field) {
    boolean none = untyped(field);
    return none || (field.nullable() && random.nextInt(4) == 0) ? null : of(field);
  }

  /// A short value of a column, for places that nobody reads.
  @Nullable Object small(ArrowField field) {
    depth += 2;
    try {
      return untyped(field) ? null : of(field);
    } finally {
      depth -= 2;
    }
  }

  /// Whether a column has no values but nulls.
  static boolean untyped(ArrowField field) {
    return ExpectedSchema.resolved(field).type() instanceof ArrowType.Null;
  }

  /// A value of a column that is not null.
  Object of(ArrowField field) {
    if (field.indexType() == null) {
      return value(field);
    }
    List<Object> entries = dictionaries.computeIfAbsent(field, _ -> new ArrayList<>());
    if (entries.isEmpty() || (entries.size() < DICTIONARY_ENTRIES && random.nextBoolean())) {
      entries.add(value(field));
    }
    return entries.get(random.nextInt(entries.size()));
  }

  private Object value(ArrowField field) {
    return switch (field.type()) {
      case ArrowType.Null() -> throw new IllegalArgumentException("value of null");
      case ArrowType.Bool() -> random.nextBoolean();
      case ArrowType.Int(int bits, boolean signed) -> integer(bits, signed);
      case ArrowType.FloatingPoint(int bits) -> floating(bits);
      case ArrowType.Utf8 _, ArrowType.Utf8View _ ->
          Extensions.JSON.equals(field.metadata().get(ArrowField.EXTENSION_NAME))
              ? strings.json()
              : strings.text();
      case ArrowType.Binary _, ArrowType.BinaryView _ ->
          Extensions.WKB.equals(field.metadata().get(ArrowField.EXTENSION_NAME))
              ? strings.geometry()
              : strings.bytes();
      case ArrowType.FixedSizeBinary(int width) -> strings.bytes(width);
      case ArrowType.Date(boolean millis) -> signed(32) * (millis ? DAY_MILLIS : 1);
      case ArrowType.Time(ArrowType.TimeUnit unit) -> within(DAY_SECONDS * ticks(unit));
      case ArrowType.Timestamp(ArrowType.TimeUnit unit, String _) ->
          unit == ArrowType.TimeUnit.SECOND ? signed(64) / 1000 : signed(64);
      case ArrowType.Duration _ -> signed(64);
      case ArrowType.Interval(ArrowType.IntervalUnit unit) -> interval(unit);
      case ArrowType.Decimal(int bits, int precision, int scale) ->
          new BigDecimal(unscaled(bits, precision), scale);
      case ArrowType.Struct() -> struct(field);
      case ArrowType.List _, ArrowType.ListView _ -> list(field, length());
      case ArrowType.FixedSizeList(int size) -> list(field, size);
      case ArrowType.Map _ -> map(field);
      case ArrowType.RunEndEncoded _ -> value(field.children().get(1));
    };
  }

  private Object struct(ArrowField field) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    boolean variant = Extensions.VARIANT.equals(field.metadata().get(ArrowField.EXTENSION_NAME));
    for (ArrowField child : field.children()) {
      boolean metadata = variant && child.name().equals("metadata");
      members.put(
          child.name(),
          metadata ? strings.variantMetadata() : variant ? strings.variant() : slot(child));
    }
    return members;
  }

  private Object list(ArrowField field, int length) {
    ArrowField child = field.children().getFirst();
    List<@Nullable Object> elements = new ArrayList<>(length);
    depth++;
    for (int i = 0; i < length; i++) {
      elements.add(slot(child));
    }
    depth--;
    return elements;
  }

  private Object map(ArrowField field) {
    List<ArrowField> members = field.children().getFirst().children();
    Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
    int length = length();
    depth++;
    for (int i = 0; i < length; i++) {
      entries.put(of(members.get(0)), slot(members.get(1)));
    }
    depth--;
    List<Object> list = new ArrayList<>();
    entries.forEach((key, value) -> list.add(new SimpleImmutableEntry<>(key, value)));
    return list;
  }

  /// Elements of a list: few, and fewer the deeper it is.
  private int length() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> 0;
      case 2 -> random.nextInt(Math.max(2, 9 - 2 * depth));
      default -> random.nextInt(1, depth > 1 ? 2 : 4);
    };
  }

  private Object integer(int bits, boolean signed) {
    long value = signed(bits);
    if (signed) {
      return value;
    }
    return bits == 64
        ? new BigInteger(Long.toUnsignedString(value))
        : (Object) (value & ((1L << bits) - 1));
  }

  private long signed(int bits) {
    long value =
        switch (random.nextInt(8)) {
          case 0 -> 0;
          case 1 -> -1;
          case 2 -> Long.MIN_VALUE;
          case 3 -> Long.MAX_VALUE;
          case 4 -> random.nextInt(-100, 100);
          case 5 -> random.nextLong() >> random.nextInt(64);
          default -> random.nextLong();
        };
    boolean extreme = value == Long.MIN_VALUE || value == Long.MAX_VALUE;
    int unused = Long.SIZE - bits;
    return extreme ? value >> unused : (value << unused) >> unused;
  }

  private Object floating(int bits) {
    return switch (bits) {
      case 16 ->
          Float.float16ToFloat(
              random.nextInt(3) == 0
                  ? (short) random.nextInt()
                  : Float.floatToFloat16(random.nextInt(-100, 100) / 8f));
      case 32 ->
          Float.intBitsToFloat(
              switch (random.nextInt(4)) {
                case 0 -> (int) FLOATS[random.nextInt(FLOATS.length)];
                case 1 -> random.nextInt();
                default -> Float.floatToRawIntBits(random.nextInt(-1000, 1000) / 100f);
              });
      default ->
          Double.longBitsToDouble(
              switch (random.nextInt(5)) {
                case 0 -> FLOATS[random.nextInt(FLOATS.length)] << 32;
                case 1 -> random.nextLong();
                case 2 -> random.nextLong() | 0x7ff0_0000_0000_0000L;
                default -> Double.doubleToRawLongBits(random.nextInt(-1000, 1000) / 100d);
              });
    };
  }

  private Object within(long bound) {
    return switch (random.nextInt(6)) {
      case 0 -> 0L;
      case 1 -> bound - 1;
      default -> random.nextLong(bound);
    };
  }

  private Object interval(ArrowType.IntervalUnit unit) {
    int months = random.nextInt(3) == 0 ? Integer.MAX_VALUE : random.nextInt(1000);
    int days = random.nextInt(3) == 0 ? Integer.MAX_VALUE : random.nextInt(1000);
    long millis = random.nextInt(3) == 0 ? Integer.MAX_VALUE : random.nextInt(1_000_000);
    return switch (unit) {
      case YEAR_MONTH -> new IntervalValue(months, 0, 0);
      case DAY_TIME -> new IntervalValue(0, days, millis * MILLI_NANOS);
      case MONTH_DAY_NANO ->
          new IntervalValue(
              months, days, (random.nextInt(8) == 0 ? 0xffff_ffffL : millis) * MILLI_NANOS);
    };
  }

  private BigInteger unscaled(int bits, int precision) {
    BigInteger largest = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
    BigInteger value =
        switch (random.nextInt(6)) {
          case 0 -> BigInteger.ZERO;
          case 1 -> largest;
          case 2 -> BigInteger.valueOf(random.nextInt(1000)).min(largest);
          default ->
              new BigInteger(1 + random.nextInt(bits), Random.from(random))
                  .mod(largest.add(BigInteger.ONE));
        };
    return random.nextBoolean() ? value : value.negate();
  }

  private static long ticks(ArrowType.TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> 1_000_000_000;
    };
  }
}
