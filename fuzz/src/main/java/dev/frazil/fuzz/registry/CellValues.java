package dev.frazil.fuzz.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.fuzz.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/// Values for the cells of a type: extremes, the neighbours of zero, empties. Times stay within the
/// years that every reader knows; the random files of this module go further.
final class CellValues {
  private static final long DAY_SECONDS = 86_400;

  /// Days from the epoch to 0001-01-02 and to 9999-12-30.
  private static final long FIRST_DAY = -719_161;

  private static final long LAST_DAY = 2_932_895;

  /// Days from the epoch that 64 bits of nanoseconds reach.
  private static final long NANO_DAYS = 106_751;

  private static final int TEXT_LIMIT = 64;

  private CellValues() {}

  static List<Object> signed(int bits) {
    long max = Long.MAX_VALUE >> (64 - bits);
    return longs(0, 1, -1, max, -max - 1, max - 1, 42, -100, 7);
  }

  static List<Object> unsigned(int bits) {
    BigInteger max = CellTypes.largest(bits);
    List<Object> values = new ArrayList<>();
    for (BigInteger value :
        List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            max,
            max.subtract(BigInteger.ONE),
            max.shiftRight(1),
            max.shiftRight(1).add(BigInteger.ONE),
            BigInteger.valueOf(42))) {
      values.add(bits == 64 ? value : (Object) value.longValueExact());
    }
    return values;
  }

  static List<Object> halves() {
    return List.of(0f, -0f, 1f, -1.5f, 65_504f, -65_504f, 0x1p-24f, 0.25f);
  }

  static List<Object> floats() {
    return List.of(0f, -0f, 1f, -1.5f, Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE, 0.25f);
  }

  static List<Object> doubles() {
    return List.of(
        0d, -0d, 1d, -1.5d, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE, 0.25d);
  }

  static List<Object> decimals(int precision, int scale) {
    BigInteger max = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
    List<Object> values = new ArrayList<>();
    for (BigInteger unscaled :
        List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            BigInteger.ONE.negate(),
            max,
            max.negate(),
            BigInteger.valueOf(127),
            BigInteger.valueOf(-129),
            BigInteger.valueOf(12_345))) {
      values.add(new BigDecimal(unscaled, scale));
    }
    return values;
  }

  /// Long ones start alike, so that their bounds are cut within the part they share.
  static List<Object> texts() {
    return List.of(
        "",
        "a",
        "ab",
        "é",
        "\ud7ff",
        "\uffff",
        "\ud83d\ude00",
        "z".repeat(TEXT_LIMIT) + "1",
        "z".repeat(TEXT_LIMIT) + "2",
        "beyond twelve bytes");
  }

  static List<Object> json() {
    return List.of("{}", "[1,2,null]", "\"é\"", "{\"a\":{\"b\":-1.5}}", "true", "7");
  }

  static List<Object> binaries() {
    List<Object> values = new ArrayList<>();
    for (Object text : texts()) {
      values.add(Bytes.of(((String) text).getBytes(UTF_8)));
    }
    values.add(Bytes.of((byte) 0));
    values.add(Bytes.of((byte) -1, (byte) -1));
    return values;
  }

  static List<Object> fixed(int width) {
    List<Object> values = new ArrayList<>();
    for (int first : new int[] {0, 1, 0x7f, 0x80, 0xff}) {
      byte[] bytes = new byte[width];
      Arrays.fill(bytes, (byte) (first >> 1));
      bytes[0] = (byte) first;
      bytes[width - 1] = (byte) (first + width);
      values.add(Bytes.of(bytes));
    }
    return values;
  }

  /// Days from the epoch, times `ticks`.
  static List<Object> days(long ticks) {
    return LongStream.of(0, 1, -1, FIRST_DAY, LAST_DAY, 19_000)
        .mapToObj(day -> (Object) (day * ticks))
        .toList();
  }

  static List<Object> clock(TimeUnit unit) {
    long second = second(unit);
    return longs(0, 1, second, DAY_SECONDS * second - 1, 43_200 * second);
  }

  static List<Object> instants(TimeUnit unit) {
    long day = DAY_SECONDS * second(unit);
    return unit == TimeUnit.NANOSECOND
        ? longs(0, 1, -1, day * NANO_DAYS, -day * NANO_DAYS, 1_577_836_800_123_456_789L)
        : longs(0, 1, -1, day * FIRST_DAY, day * LAST_DAY + day - 1, day * 18_262 + 7);
  }

  private static long second(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> 1_000_000_000;
    };
  }

  /// Points in Well-Known Binary.
  static List<Object> points() {
    return List.of(point(0, 0), point(-180, 90), point(12.5, -41.9), point(180, -90));
  }

  private static Object point(double x, double y) {
    return Bytes.of(
        ByteBuffer.allocate(21)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put((byte) 1)
            .putInt(1)
            .putDouble(x)
            .putDouble(y)
            .array());
  }

  /// Variants without object keys: null, true, the integer 7 and the text "a" (VariantEncoding.md).
  static List<Object> variants() {
    return List.of(variant(0), variant(0x04), variant(0x0c, 7), variant(0x05, 'a'));
  }

  private static Object variant(int... value) {
    byte[] bytes = new byte[value.length];
    for (int i = 0; i < value.length; i++) {
      bytes[i] = (byte) value[i];
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("metadata", Bytes.of((byte) 1, (byte) 0, (byte) 0));
    members.put("value", Bytes.of(bytes));
    return members;
  }

  private static List<Object> longs(long... values) {
    return LongStream.of(values).distinct().mapToObj(value -> (Object) value).toList();
  }
}
