package dev.frazil.fuzz.registry;

import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.fuzz.IntervalValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// The leaf types of the registry.
final class CellTypes {
  private static final ArrowType UTF8 = new ArrowType.Utf8(false);
  private static final ArrowType BINARY = new ArrowType.Binary(false);
  private static final int[] INDEX_BITS = {8, 16, 32, 64};
  private static final int[] RUN_END_BITS = {16, 32, 64};
  private static final String ZONE = "Europe/Rome";

  /// All of them. The names are distinct.
  static final List<CellType> ALL = all();

  private CellTypes() {}

  private static List<CellType> all() {
    List<CellType> types = new ArrayList<>();
    types.add(CellType.of(new ArrowType.Bool(), List.of(true, false)));
    numbers(types);
    decimals(types);
    strings(types);
    times(types);
    layouts(types);
    extensions(types);
    return List.copyOf(types);
  }

  private static void numbers(List<CellType> types) {
    for (int bits = 8; bits <= 64; bits *= 2) {
      types.add(CellType.of(new ArrowType.Int(bits, true), CellValues.signed(bits)));
      types.add(CellType.of(new ArrowType.Int(bits, false), CellValues.unsigned(bits)));
    }
    CellType half = CellType.of(new ArrowType.FloatingPoint(16), CellValues.halves());
    CellType single = CellType.of(new ArrowType.FloatingPoint(32), CellValues.floats());
    CellType twice = CellType.of(new ArrowType.FloatingPoint(64), CellValues.doubles());
    types.addAll(List.of(half, single, twice));
    types.add(half.with("with NaN", List.of(Float.NaN, 1f, -0f)));
    types.add(single.with("with NaN", List.of(Float.NaN, 1f, -0f)));
    types.add(twice.with("with NaN", List.of(Double.NaN, 1d, -0d)));
  }

  private static void decimals(List<CellType> types) {
    types.add(decimal(32, 9, 2));
    types.add(decimal(64, 18, 4));
    types.add(decimal(128, 5, 0));
    types.add(decimal(128, 18, 18));
    types.add(decimal(128, 38, 10));
    types.add(decimal(256, 38, 2));
    types.add(decimal(256, 76, 38));
  }

  private static CellType decimal(int bits, int precision, int scale) {
    return CellType.of(
        new ArrowType.Decimal(bits, precision, scale), CellValues.decimals(precision, scale));
  }

  private static void strings(List<CellType> types) {
    types.add(CellType.of(UTF8, CellValues.texts()));
    types.add(CellType.of(new ArrowType.Utf8(true), CellValues.texts()));
    types.add(CellType.of(new ArrowType.Utf8View(), CellValues.texts()));
    types.add(CellType.of(BINARY, CellValues.binaries()));
    types.add(CellType.of(new ArrowType.Binary(true), CellValues.binaries()));
    types.add(CellType.of(new ArrowType.BinaryView(), CellValues.binaries()));
    types.add(CellType.of(new ArrowType.FixedSizeBinary(5), CellValues.fixed(5)));
    types.add(CellType.of(new ArrowType.FixedSizeBinary(70), CellValues.fixed(70)));
  }

  private static void times(List<CellType> types) {
    types.add(CellType.of(new ArrowType.Date(false), CellValues.days(1)));
    types.add(CellType.of(new ArrowType.Date(true), CellValues.days(86_400_000)));
    for (TimeUnit unit : TimeUnit.values()) {
      types.add(CellType.of(new ArrowType.Time(unit), CellValues.clock(unit)));
      types.add(CellType.of(new ArrowType.Timestamp(unit, null), CellValues.instants(unit)));
      types.add(CellType.of(new ArrowType.Timestamp(unit, ZONE), CellValues.instants(unit)));
      types.add(CellType.of(new ArrowType.Duration(unit), CellValues.signed(64)));
    }
    types.add(
        CellType.of(
            new ArrowType.Interval(IntervalUnit.YEAR_MONTH),
            List.of(new IntervalValue(0, 0, 0), new IntervalValue(1, 0, 0), months())));
    types.add(
        CellType.of(
            new ArrowType.Interval(IntervalUnit.DAY_TIME),
            List.of(new IntervalValue(0, 0, 0), new IntervalValue(0, 40, 5_000_000), dayTime())));
    types.add(
        CellType.of(
            new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO),
            List.of(new IntervalValue(0, 0, 0), new IntervalValue(13, 40, 86_400_000_000_000L))));
  }

  private static IntervalValue months() {
    return new IntervalValue(120_000, 0, 0);
  }

  private static IntervalValue dayTime() {
    return new IntervalValue(0, 3_000_000, 86_399_999_000_000L);
  }

  private static void layouts(List<CellType> types) {
    types.add(CellType.of(new ArrowType.Null(), List.of()));
    for (int bits : INDEX_BITS) {
      types.add(CellType.dictionary(new ArrowType.Int(bits, bits != 16), UTF8, CellValues.texts()));
    }
    types.add(
        CellType.dictionary(
            new ArrowType.Int(32, true), new ArrowType.Int(64, true), CellValues.signed(64)));
    types.add(
        CellType.dictionary(
            new ArrowType.Int(32, true),
            new ArrowType.Decimal(128, 38, 10),
            CellValues.decimals(38, 10)));
    for (int bits : RUN_END_BITS) {
      types.add(CellType.runs(bits, UTF8, CellValues.texts()));
    }
    types.add(CellType.runs(32, new ArrowType.FloatingPoint(64), CellValues.doubles()));
  }

  private static void extensions(List<CellType> types) {
    types.add(
        CellType.extension(
            "arrow.uuid", "", new ArrowType.FixedSizeBinary(16), CellValues.fixed(16)));
    types.add(CellType.extension("arrow.json", "", UTF8, CellValues.json()));
    types.add(
        CellType.extension("arrow.bool8", "", new ArrowType.Int(8, true), List.of(0L, 1L, -1L)));
    types.add(CellType.extension("geoarrow.wkb", "{}", BINARY, CellValues.points()));
    types.add(
        CellType.extension("geoarrow.wkb", "{\"edges\":\"spherical\"}", BINARY, CellValues.points())
            .with("on a sphere", CellValues.points()));
    types.add(CellType.variant(CellValues.variants()));
  }

  /// The largest value of an unsigned type of so many bits.
  static BigInteger largest(int bits) {
    return BigInteger.TWO.pow(bits).subtract(BigInteger.ONE);
  }
}
