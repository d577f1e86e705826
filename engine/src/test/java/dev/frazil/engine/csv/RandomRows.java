package dev.frazil.engine.csv;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.CDataColumn;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Columns of random values of every flat type, nulls and extremes included.
final class RandomRows {
  private static final String[] SNIPPETS = {
    "", "a", ",", "\"", "\n", "\r", "\r\n", " ", "\t", "#", "\0", "é", "𝄞", "\ufeff", "1", "null",
    "NaN", "'", ";", "\\", "\u001b", "\u0085", "\u2028"
  };

  private final Random random;
  private final int rows;

  RandomRows(long seed, int rows) {
    this.random = new Random(seed);
    this.rows = rows;
  }

  /// A column of strings.
  CDataColumn strings(String name) {
    return CDataColumn.strings(name, values(String[]::new, this::string));
  }

  private String string() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(SNIPPETS[random.nextInt(SNIPPETS.length)]);
    }
    return text.toString();
  }

  /// A column of integers, dates, times, timestamps or durations of so many bytes.
  CDataColumn integers(String name, String format, int width) {
    return CDataColumn.integers(name, format, width, values(Number[]::new, this::bits));
  }

  /// A column of integers below a bound, such as of times of day.
  CDataColumn below(String name, String format, int width, long bound) {
    return CDataColumn.integers(
        name, format, width, values(Number[]::new, () -> random.nextLong(bound)));
  }

  /// A column of integers around 0, such as of timestamps within the years of four digits.
  CDataColumn within(String name, String format, int width, long bound) {
    return CDataColumn.integers(
        name, format, width, values(Number[]::new, () -> random.nextLong(-bound, bound)));
  }

  private long bits() {
    long bits = random.nextLong() >> random.nextInt(64);
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> Long.MAX_VALUE >> (random.nextInt(8) * 8);
      case 2 -> Long.MIN_VALUE >> (random.nextInt(8) * 8);
      default -> bits;
    };
  }

  /// A column of doubles of any bits.
  CDataColumn doubles(String name) {
    return CDataColumn.doubles(
        name,
        values(
            Double[]::new,
            () ->
                random.nextBoolean()
                    ? Double.longBitsToDouble(random.nextLong())
                    : random.nextInt(2_000_000) / 1000.0));
  }

  /// A column of floats of any bits.
  CDataColumn floats(String name) {
    return CDataColumn.floats(
        name, values(Float[]::new, () -> Float.intBitsToFloat(random.nextInt())));
  }

  /// A column of booleans.
  CDataColumn bools(String name) {
    return CDataColumn.bools(name, values(Boolean[]::new, random::nextBoolean));
  }

  /// A column of decimals of so many bytes.
  CDataColumn decimals(String name, int width, int precision, int scale) {
    BigInteger bound = BigInteger.TEN.pow(precision);
    return CDataColumn.decimals(
        name,
        width,
        precision,
        scale,
        values(
            BigInteger[]::new,
            () -> {
              BigInteger value = new BigInteger(random.nextInt(bound.bitLength() + 1), random);
              return (random.nextBoolean() ? value : value.negate()).remainder(bound);
            }));
  }

  /// A column of byte strings.
  CDataColumn bytes(String name) {
    byte[] @Nullable [] bytes =
        values(byte[][]::new, () -> string().getBytes(StandardCharsets.UTF_8));
    return CDataColumn.binary(name, "z", bytes);
  }

  /// A column of UUIDs.
  CDataColumn uuids(String name) {
    return fixed(name, 16).metadata(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION);
  }

  /// A column of byte strings of one width.
  CDataColumn fixed(String name, int width) {
    byte[] @Nullable [] bytes =
        values(
            byte[][]::new,
            () -> {
              byte[] value = new byte[width];
              random.nextBytes(value);
              return value;
            });
    return CDataColumn.fixed(name, width, bytes);
  }

  /// Values that may be null.
  private <T> @Nullable T[] values(IntFunction<@Nullable T[]> array, Source<T> source) {
    @Nullable T[] values = array.apply(rows);
    for (int i = 0; i < rows; i++) {
      values[i] = random.nextInt(5) == 0 ? null : source.next();
    }
    return values;
  }

  /// Where values come from.
  private interface Source<T> {
    T next();
  }
}
