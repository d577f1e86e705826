package dev.frazil.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.frazil.engine.arrow.ArrowType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;

/// Single values of Arrow types, with a taste for extremes. All of them can be written: times lie
/// within a day, decimals within their precision, coarse units within the range of finer ones.
final class RandomValues {
  private static final long DAY_SECONDS = 86_400;
  private static final long DAY_MILLIS = 86_400_000;

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

  private static final String[] CODE_POINTS = {
    "a",
    "b",
    "z",
    "\0",
    "\u007f",
    "\u0080",
    "ß",
    "\u07ff",
    "\u0800",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\ud800\udc00",
    "\udbff\udfff",
    "é",
    "雪"
  };

  private final RandomGenerator random;

  RandomValues(RandomGenerator random) {
    this.random = random;
  }

  /// A value as [ArraySlots] holds it.
  Object of(ArrowType type) {
    return switch (type) {
      case ArrowType.Bool() -> random.nextBoolean();
      case ArrowType.Int(int bits, boolean signed) -> integer(bits, signed);
      case ArrowType.FloatingPoint(int bits) -> bits == 32 ? floatBits() : doubleBits();
      case ArrowType.Utf8 _ -> text();
      case ArrowType.Binary _ -> bytes(size());
      case ArrowType.FixedSizeBinary(int width) -> bytes(width);
      case ArrowType.Date(boolean millis) ->
          millis ? integer(32, true) * DAY_MILLIS : (Object) integer(32, true);
      case ArrowType.Time(ArrowType.TimeUnit unit) -> within(DAY_SECONDS * ticks(unit));
      case ArrowType.Timestamp(ArrowType.TimeUnit unit, String _) ->
          unit == ArrowType.TimeUnit.SECOND
              ? (Object) (integer(64, true) / 1000)
              : integer(64, true);
      case ArrowType.Decimal(int _, int precision, int _) -> decimal(precision);
      case ArrowType.Null _,
          ArrowType.Utf8View _,
          ArrowType.BinaryView _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw ArrowFormats.unknown(type);
    };
  }

  private long integer(int bits, boolean signed) {
    long value =
        switch (random.nextInt(8)) {
          case 0 -> 0;
          case 1 -> -1;
          case 2 -> Long.MIN_VALUE >> (64 - bits);
          case 3 -> Long.MAX_VALUE >> (64 - bits);
          case 4 -> random.nextInt(-100, 100);
          case 5 -> random.nextLong() >> random.nextInt(64);
          default -> random.nextLong();
        };
    return signed ? value << (64 - bits) >> (64 - bits) : value << (64 - bits) >>> (64 - bits);
  }

  private Object floatBits() {
    return switch (random.nextInt(4)) {
      case 0 -> (long) (int) FLOATS[random.nextInt(FLOATS.length)];
      case 1 -> (long) random.nextInt();
      default -> (long) Float.floatToRawIntBits(random.nextInt(-1000, 1000) / 100f);
    };
  }

  private Object doubleBits() {
    return switch (random.nextInt(5)) {
      case 0 -> FLOATS[random.nextInt(FLOATS.length)] << 32;
      case 1 -> random.nextLong();
      case 2 -> random.nextLong() | 0x7ff0_0000_0000_0000L;
      default -> Double.doubleToRawLongBits(random.nextInt(-1000, 1000) / 100d);
    };
  }

  private byte[] text() {
    int size = size();
    StringBuilder text = new StringBuilder();
    String common = CODE_POINTS[random.nextInt(CODE_POINTS.length)];
    boolean monotone = random.nextInt(3) == 0;
    while (text.length() < size) {
      text.append(monotone ? common : CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString().getBytes(UTF_8);
  }

  private byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    if (random.nextInt(4) == 0) {
      Arrays.fill(bytes, (byte) (random.nextBoolean() ? 0xff : 0));
      if (size > 0) {
        bytes[random.nextInt(size)] = (byte) random.nextInt();
      }
    } else {
      random.nextBytes(bytes);
    }
    return bytes;
  }

  /// Bytes of a string: often few, often around the 64 to which footers cut.
  private int size() {
    return switch (random.nextInt(16)) {
      case 0, 1 -> 0;
      case 2, 3 -> random.nextInt(60, 70);
      case 4 -> random.nextInt(300);
      case 5 -> random.nextInt(8) == 0 ? random.nextInt(20_000) : 1;
      default -> random.nextInt(1, 12);
    };
  }

  private Object within(long bound) {
    return switch (random.nextInt(6)) {
      case 0 -> 0L;
      case 1 -> bound - 1;
      default -> random.nextLong(bound);
    };
  }

  private Object decimal(int precision) {
    BigInteger largest = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
    BigInteger value =
        switch (random.nextInt(6)) {
          case 0 -> BigInteger.ZERO;
          case 1 -> largest;
          case 2 -> BigInteger.valueOf(random.nextInt(1000)).min(largest);
          default ->
              new BigInteger(1 + random.nextInt(128), Random.from(random))
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
