package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.CDataColumn;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A type of values: how they are made up, laid out and compared, in plain Java that shares nothing
/// with the filter.
interface ValueKind {
  /// A value: a `BigDecimal` for everything that is counted, a `Double` for floating-point numbers,
  /// a `byte[]` for strings.
  Object value(RandomGenerator random);

  /// A column of values, null where there is none.
  CDataColumn column(String name, @Nullable Object... values);

  /// A literal at or near a value.
  Probe probe(RandomGenerator random, Object near);

  /// How a value stands to what a literal means.
  static int compare(Object value, Object meaning) {
    if (value instanceof BigDecimal number) {
      return number.compareTo((BigDecimal) meaning);
    }
    if (value instanceof Double number) {
      if (meaning instanceof Double other) {
        return Double.compare(number + 0.0, other + 0.0);
      }
      // A number beyond the largest one.
      return number.isNaN() || number.isInfinite()
          ? (number == Double.NEGATIVE_INFINITY ? -1 : 1)
          : new BigDecimal(number).compareTo((BigDecimal) meaning);
    }
    return Arrays.compareUnsigned((byte[]) value, (byte[]) meaning);
  }
}
