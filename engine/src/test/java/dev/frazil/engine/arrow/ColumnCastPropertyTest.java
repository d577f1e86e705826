package dev.frazil.engine.arrow;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random columns, sliced at random, plain or dictionary-encoded, against arithmetic on
/// BigIntegers.
class ColumnCastPropertyTest {
  /// A cast.
  ///
  /// @param format the source's format string
  /// @param width bytes of a source value
  /// @param to the target
  /// @param rule the result for a value, or null where there is none
  private record Case(
      String format, int width, ArrowType to, Function<BigInteger, @Nullable BigInteger> rule) {}

  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);

  private static final List<Case> CASES =
      List.of(
          new Case("c", 1, new ArrowType.Int(32, true), v -> v),
          new Case("s", 2, new ArrowType.Int(64, true), v -> v),
          new Case("i", 4, new ArrowType.Int(64, true), v -> v),
          new Case("l", 8, new ArrowType.Int(64, true), v -> v),
          new Case("tdm", 8, new ArrowType.Date(false), v -> divided(v, 86_400_000, 32)),
          new Case("ttm", 4, micros(), v -> timeOfDay(v, 86_400_000, THOUSAND)),
          new Case("ttu", 8, micros(), v -> timeOfDay(v, 86_400_000_000L, BigInteger.ONE)),
          new Case("tss:", 8, timestamp(TimeUnit.NANOSECOND), v -> times(v, 1_000_000_000)),
          new Case("tsm:", 8, timestamp(TimeUnit.MICROSECOND), v -> times(v, 1000)),
          new Case("tsn:", 8, timestamp(TimeUnit.MICROSECOND), v -> divided(v, 1000, 64)),
          new Case("tsn:", 8, timestamp(TimeUnit.MILLISECOND), v -> divided(v, 1_000_000, 64)),
          new Case("d:9,0,32", 4, decimal(64, 12), v -> digits(v, 12)),
          new Case("d:18,0,64", 8, decimal(32, 9), v -> digits(v, 9)),
          new Case("d:18,0,64", 8, decimal(128, 18), v -> digits(v, 18)),
          new Case("d:38,0", 16, decimal(64, 16), v -> digits(v, 16)),
          new Case("d:38,0", 16, decimal(128, 38), v -> digits(v, 38)));

  @Test
  void everyValueIsExactOrTheFirstThatIsNotIsNamed() throws IOException {
    long seed = Long.getLong("frazil.seed", 20260102);
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 1000; round++) {
      Case test = CASES.get(random.nextInt(CASES.size()));
      refused += check(test, random, "seed " + seed + ", round " + round + ", " + test);
    }
    assertEquals(true, refused > 100 && refused < 900, "rounds refused: " + refused);
  }

  private static int check(Case test, Random random, String label) throws IOException {
    int slots = random.nextInt(120);
    @Nullable BigInteger[] values = values(test, slots, random);
    int own = random.nextInt(slots + 1);
    int parent = random.nextInt(slots - own + 1);
    int rows = random.nextInt(slots - own - parent + 1);
    @Nullable BigInteger[] seen = new BigInteger[rows];
    CDataColumn column;
    if (random.nextInt(3) == 0) {
      @Nullable Integer[] indices = new Integer[slots];
      for (int i = 0; i < slots; i++) {
        indices[i] = random.nextInt(8) == 0 ? null : random.nextInt(slots);
      }
      column = CDataColumn.integers("x", "S", 2, indices).dictionary(column(test, values));
      for (int i = 0; i < rows; i++) {
        Integer index = indices[own + parent + i];
        seen[i] = index == null ? null : values[index];
      }
    } else {
      column = column(test, values);
      System.arraycopy(values, own + parent, seen, 0, rows);
    }
    CDataColumn batch = CDataColumn.batch(rows, column.slice(own, slots - own)).offset(parent);
    List<@Nullable BigInteger> expected = new ArrayList<>();
    int failing = -1;
    for (int i = rows - 1; i >= 0; i--) {
      BigInteger value = seen[i];
      BigInteger result = value == null ? null : test.rule().apply(value);
      failing = value != null && result == null ? i : failing;
      expected.addFirst(result);
    }
    assertEquals(failing < 0 ? expected.toString() : "row " + failing, outcome(batch, test), label);
    return failing < 0 ? 0 : 1;
  }

  /// Mostly values that fit, with now and then one of any bits, or just beside a border.
  private static @Nullable BigInteger[] values(Case test, int slots, Random random) {
    @Nullable BigInteger[] values = new BigInteger[slots];
    int nullEvery = 1 + random.nextInt(10);
    int wildEvery = 20 << random.nextInt(5);
    for (int i = 0; i < slots; i++) {
      if (random.nextInt(nullEvery + 1) == 0) {
        continue;
      }
      BigInteger value = new BigInteger(test.width() * 8, random);
      value = value.subtract(BigInteger.TWO.pow(test.width() * 8 - 1));
      values[i] = value;
      for (int bits = 40; test.rule().apply(value) == null && bits > 0; bits -= 10) {
        value = BigInteger.valueOf(random.nextInt(1 << Math.min(bits, 12))).multiply(unit(test));
      }
      if (random.nextInt(wildEvery) > 0) {
        values[i] = value;
      }
    }
    return values;
  }

  private static BigInteger unit(Case test) {
    return test.format().startsWith("t") && test.width() == 8
        ? BigInteger.valueOf(86_400_000)
        : BigInteger.ONE;
  }

  private static CDataColumn column(Case test, @Nullable BigInteger[] values) {
    if (!test.format().startsWith("d:")) {
      return CDataColumn.integers("x", test.format(), test.width(), values);
    }
    return CDataColumn.decimals("x", test.width(), 1, 0, values).format(test.format());
  }

  private static String outcome(CDataColumn data, Case test) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(data);
        RecordBatch batch = requireNonNull(source.next());
        ColumnCast cast =
            ColumnCast.of(
                source.schema().fields().getFirst(), new ArrowField("x", test.to(), true))) {
      return ColumnValues.of(cast.apply(batch.columns().getFirst())).toString();
    } catch (WriteException e) {
      String message = String.valueOf(e.getMessage());
      int at = message.indexOf(": row ") + 2;
      return message.substring(at, message.indexOf(':', at));
    }
  }

  private static @Nullable BigInteger divided(BigInteger value, long divisor, int bits) {
    BigInteger[] parts = value.divideAndRemainder(BigInteger.valueOf(divisor));
    return parts[1].signum() == 0 && parts[0].bitLength() < bits ? parts[0] : null;
  }

  private static @Nullable BigInteger times(BigInteger value, long factor) {
    BigInteger result = value.multiply(BigInteger.valueOf(factor));
    return result.bitLength() < 64 ? result : null;
  }

  private static @Nullable BigInteger timeOfDay(BigInteger value, long day, BigInteger factor) {
    boolean inside = value.signum() >= 0 && value.compareTo(BigInteger.valueOf(day)) < 0;
    return inside ? value.multiply(factor) : null;
  }

  private static @Nullable BigInteger digits(BigInteger value, int precision) {
    return value.abs().compareTo(BigInteger.TEN.pow(precision)) < 0 ? value : null;
  }

  private static ArrowType micros() {
    return new ArrowType.Time(TimeUnit.MICROSECOND);
  }

  private static ArrowType timestamp(TimeUnit unit) {
    return new ArrowType.Timestamp(unit, null);
  }

  private static ArrowType decimal(int bits, int precision) {
    return new ArrowType.Decimal(bits, precision, 0);
  }
}
