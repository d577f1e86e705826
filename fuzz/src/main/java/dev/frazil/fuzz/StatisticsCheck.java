package dev.frazil.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.parquet.format.Statistics;

/// Statistics in the footer against the ones of the values: counts exact, bounds exact up to 64
/// bytes, longer strings cut so that they still hold.
final class StatisticsCheck {
  private static final int LIMIT = 64;

  private StatisticsCheck() {}

  static void verify(ParquetColumn column, ExpectedStatistics expected, Statistics actual) {
    Expect.that("null_count: expected one", actual.isSetNull_count());
    Expect.equal("null_count", expected.nulls(), actual.getNull_count());
    Expect.equal("nan_count present", column.floating(), actual.isSetNan_count());
    if (column.floating()) {
      Expect.equal("nan_count", expected.nans(), actual.getNan_count());
    }
    Expect.that("legacy bounds: expected none", !actual.isSetMin() && !actual.isSetMax());
    if (actual.isSetDistinct_count()) {
      Expect.equal("distinct_count", expected.distinct(), actual.getDistinct_count());
    }
    Expect.equal("both bounds or none", actual.isSetMin_value(), actual.isSetMax_value());
    Object min = expected.min();
    Object max = expected.max();
    if (min == null || max == null || !expected.bounded(column)) {
      Expect.that("bounds: expected none", !actual.isSetMin_value());
      Expect.that(
          "exactness: expected none",
          !actual.isSetIs_min_value_exact() && !actual.isSetIs_max_value_exact());
      return;
    }
    byte[] lower = column.plain(min);
    byte[] upper = column.plain(max);
    if (!actual.isSetMin_value()) {
      Expect.that(
          "bounds: expected some for max " + Expect.text(upper), !bounded(column, upper, LIMIT));
      return;
    }
    Expect.equal("is_min_value_exact present", true, actual.isSetIs_min_value_exact());
    Expect.equal("is_max_value_exact present", true, actual.isSetIs_max_value_exact());
    Expect.equal("is_min_value_exact", !cut(column, lower, LIMIT), actual.isIs_min_value_exact());
    Expect.equal("is_max_value_exact", !cut(column, upper, LIMIT), actual.isIs_max_value_exact());
    verifyLower(column, lower, actual.getMin_value(), LIMIT);
    verifyUpper(column, upper, actual.getMax_value(), LIMIT);
  }

  /// Whether a value has a bound above it that is no longer than bounds may be.
  static boolean bounded(ParquetColumn column, byte[] upper, int limit) {
    return !cut(column, upper, limit) || incrementable(column, Arrays.copyOf(upper, limit));
  }

  private static boolean cut(ParquetColumn column, byte[] value, int limit) {
    return value.length > limit && column.strings();
  }

  /// A minimum must be the value, cut at the limit.
  static void verifyLower(ParquetColumn column, byte[] value, byte[] bound, int limit) {
    int length = value.length;
    if (cut(column, value, limit)) {
      length = column.text() ? boundary(value, limit) : limit;
    }
    Expect.equal("min_value", Arrays.copyOf(value, length), bound);
  }

  /// A maximum must be the value, or the shortest step above what the limit leaves of it.
  static void verifyUpper(ParquetColumn column, byte[] value, byte[] bound, int limit) {
    if (!cut(column, value, limit)) {
      Expect.equal("max_value", value, bound);
      return;
    }
    String found = "max_value of " + Expect.text(value) + ", got " + Expect.text(bound);
    Expect.that("short " + found, bound.length <= limit && bound.length > 0);
    Expect.that("upper " + found, Arrays.compareUnsigned(bound, value) > 0);
    int last = bound.length - 1;
    while (column.text() && last > 0 && (bound[last] & 0xc0) == 0x80) {
      last--;
    }
    Expect.that("tight " + found, Arrays.equals(bound, 0, last, value, 0, last));
    if (column.text()) {
      int before = codePoint(value, last);
      int after = codePoint(bound, last);
      Expect.equal("valid " + found, bound.length, last + utf8(after));
      Expect.equal("next code point: " + found, before == 0xd7ff ? 0xe000 : before + 1, after);
    } else {
      Expect.equal("next byte: " + found, (value[last] & 0xff) + 1, bound[last] & 0xff);
    }
  }

  /// Whether something in a cut prefix can be counted up without a longer encoding.
  private static boolean incrementable(ParquetColumn column, byte[] prefix) {
    if (!column.text()) {
      for (byte b : prefix) {
        if (b != -1) {
          return true;
        }
      }
      return false;
    }
    int end = boundary(prefix, prefix.length);
    return new String(prefix, 0, end, StandardCharsets.UTF_8)
        .codePoints()
        .anyMatch(c -> c != 0x7f && c != 0x7ff && c != 0xffff && c != 0x10ffff);
  }

  /// The last start of a code point at or before `length`.
  private static int boundary(byte[] value, int length) {
    int end = length;
    for (int i = 0; i < length; ) {
      int next = i + width(value[i]);
      end = next <= length ? next : i;
      i = next;
    }
    return end;
  }

  private static int width(byte first) {
    int b = first & 0xff;
    return b < 0x80 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
  }

  private static int utf8(int codePoint) {
    return Character.toString(codePoint).getBytes(StandardCharsets.UTF_8).length;
  }

  private static int codePoint(byte[] value, int at) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(value, at, width(value[at])))
          .toString()
          .codePointAt(0);
    } catch (CharacterCodingException | IndexOutOfBoundsException e) {
      throw new AssertionError("UTF-8 of a bound: " + Expect.text(value), e);
    }
  }
}
