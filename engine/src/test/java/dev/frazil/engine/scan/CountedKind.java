package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.CDataColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Values that are counted in a unit: integers, decimals, dates, times. Their meaning is the count.
///
/// @param format the format of the column
/// @param width bytes of a slot
/// @param min the smallest count
/// @param max the largest count
/// @param step counts are multiples of it
/// @param finest the part of the unit to which literals go, 1 for whole units
/// @param text the literal of a count
record CountedKind(
    String format,
    int width,
    BigInteger min,
    BigInteger max,
    long step,
    BigDecimal finest,
    Function<BigDecimal, Literal> text)
    implements ValueKind {
  private static final long DAY = 86_400;

  /// Every such type.
  static List<ValueKind> all() {
    BigInteger wide = BigInteger.TEN.pow(20).subtract(BigInteger.ONE);
    BigInteger widest = BigInteger.TEN.pow(50).subtract(BigInteger.ONE);
    return List.of(
        integers("c", 1, true),
        integers("s", 2, true),
        integers("i", 4, true),
        integers("l", 8, true),
        integers("C", 1, false),
        integers("S", 2, false),
        integers("I", 4, false),
        integers("L", 8, false),
        decimals("d:9,2", 16, BigInteger.valueOf(999_999_999), 2),
        decimals("d:18,0,64", 8, BigInteger.TEN.pow(18).subtract(BigInteger.ONE), 0),
        decimals("d:7,7,32", 4, BigInteger.valueOf(9_999_999), 7),
        decimals("d:20,3", 16, wide, 3),
        decimals("d:50,5,256", 32, widest, 5),
        new CountedKind(
            "b", 0, BigInteger.ZERO, BigInteger.ONE, 1, BigDecimal.ONE, CountedKind::truth),
        new CountedKind(
            "tdD",
            4,
            BigInteger.valueOf(-800_000),
            BigInteger.valueOf(2_900_000),
            1,
            BigDecimal.ONE,
            count -> new Literal.Text(LocalDate.ofEpochDay(count.longValueExact()).toString())),
        new CountedKind(
            "tdm",
            8,
            BigInteger.valueOf(-800_000 * DAY * 1000),
            BigInteger.valueOf(800_000 * DAY * 1000),
            DAY * 1000,
            BigDecimal.ONE,
            count ->
                new Literal.Text(
                    LocalDate.ofEpochDay(count.longValueExact() / (DAY * 1000)).toString())),
        time("tts", 4, 0),
        time("ttm", 4, 3),
        time("ttu", 8, 6),
        time("ttn", 8, 9),
        timestamp("tss:", 0, false),
        timestamp("tsm:UTC", 3, true),
        timestamp("tsu:", 6, false),
        timestamp("tsn:Europe/Berlin", 9, true),
        duration("tDs", 0),
        duration("tDm", 3),
        duration("tDu", 6),
        duration("tDn", 9));
  }

  private static CountedKind integers(String format, int width, boolean signed) {
    int bits = width * 8 - (signed ? 1 : 0);
    BigInteger end = BigInteger.TWO.pow(bits);
    return new CountedKind(
        format,
        width,
        signed ? end.negate() : BigInteger.ZERO,
        end.subtract(BigInteger.ONE),
        1,
        new BigDecimal("0.5"),
        Literal.Numeric::new);
  }

  private static CountedKind decimals(String format, int width, BigInteger most, int scale) {
    return new CountedKind(
        format,
        width,
        most.negate(),
        most,
        1,
        new BigDecimal("0.1"),
        count -> new Literal.Numeric(count.scaleByPowerOfTen(-scale)));
  }

  private static Literal truth(BigDecimal count) {
    return new Literal.Truth(count.signum() != 0);
  }

  private static BigDecimal part(int digits) {
    return digits == 9 ? BigDecimal.ONE : BigDecimal.ONE.scaleByPowerOfTen(digits - 9);
  }

  private static CountedKind time(String format, int width, int digits) {
    return new CountedKind(
        format,
        width,
        BigInteger.ZERO,
        BigInteger.valueOf(DAY).multiply(BigInteger.TEN.pow(digits)).subtract(BigInteger.ONE),
        1,
        part(digits),
        count ->
            new Literal.Text(
                LocalTime.ofNanoOfDay(count.scaleByPowerOfTen(9 - digits).longValueExact())
                    .toString()));
  }

  private static CountedKind timestamp(String format, int digits, boolean zone) {
    BigInteger most = BigInteger.valueOf(Long.MAX_VALUE).divide(BigInteger.TEN.pow(9 - digits));
    return new CountedKind(
        format,
        8,
        most.negate(),
        most,
        1,
        part(digits),
        count -> {
          BigInteger nanos = count.scaleByPowerOfTen(9 - digits).toBigIntegerExact();
          BigInteger second = BigInteger.TEN.pow(9);
          BigInteger part = nanos.mod(second);
          long seconds = nanos.subtract(part).divide(second).longValueExact();
          return new Literal.Text(
              zone
                  ? Instant.ofEpochSecond(seconds, part.intValue()).toString()
                  : LocalDateTime.ofEpochSecond(seconds, part.intValue(), ZoneOffset.UTC)
                      .toString());
        });
  }

  private static CountedKind duration(String format, int digits) {
    BigInteger most = BigInteger.valueOf(Long.MAX_VALUE).divide(BigInteger.TEN.pow(9 - digits));
    return new CountedKind(
        format,
        8,
        most.negate(),
        most,
        1,
        part(digits),
        count ->
            new Literal.Text(
                Duration.ofNanos(count.scaleByPowerOfTen(9 - digits).longValueExact()).toString()));
  }

  @Override
  public Object value(RandomGenerator random) {
    BigInteger count =
        switch (random.nextInt(8)) {
          case 0 -> min;
          case 1 -> max;
          case 2 -> new BigInteger(max.bitLength() + 2, new java.util.Random(random.nextLong()));
          default -> BigInteger.valueOf(random.nextInt(-6, 7) * step);
        };
    BigInteger inside = count.max(min).min(max);
    return new BigDecimal(inside.subtract(inside.mod(BigInteger.valueOf(step))).max(min));
  }

  @Override
  public CDataColumn column(String name, @Nullable Object... values) {
    @Nullable BigInteger[] counts = new BigInteger[values.length];
    @Nullable Boolean[] truths = new Boolean[values.length];
    for (int i = 0; i < values.length; i++) {
      counts[i] = values[i] == null ? null : ((BigDecimal) values[i]).toBigIntegerExact();
      truths[i] = counts[i] == null ? null : counts[i].signum() != 0;
    }
    return width == 0
        ? CDataColumn.bools(name, truths)
        : CDataColumn.decimals(name, width, 1, 0, counts).format(format);
  }

  @Override
  public Probe probe(RandomGenerator random, Object near) {
    BigDecimal count = (BigDecimal) near;
    BigDecimal unit = BigDecimal.valueOf(step);
    boolean number = text.apply(BigDecimal.ONE) instanceof Literal.Numeric;
    BigDecimal moved =
        switch (random.nextInt(number ? 8 : 6)) {
          case 0 -> count.add(unit);
          case 1 -> count.subtract(unit);
          case 2 -> finest.compareTo(BigDecimal.ONE) == 0 ? count : count.add(finest);
          case 3 -> finest.compareTo(BigDecimal.ONE) == 0 ? count : count.subtract(finest);
          case 6 -> new BigDecimal(random.nextBoolean() ? "1e90" : "-1e400");
          case 7 -> new BigDecimal(random.nextBoolean() ? "1e-300" : "-1e-999999999");
          default -> count;
        };
    boolean bounded = !number || width == 0;
    BigDecimal inside = bounded ? moved.max(new BigDecimal(min)).min(new BigDecimal(max)) : moved;
    return new Probe(text.apply(inside), inside);
  }
}
