package dev.frazil.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Random strings: text, bytes, and bytes with a meaning.
final class RandomStrings {
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
  private static final String[] JSON = {
    "{}", "null", "[1, 2]", "{\"a\": \"é\"}", "\"text\"", "-1e9"
  };

  /// Variant values over empty metadata (VariantEncoding.md): null, true, false, an int8, a short
  /// string and an empty object.
  private static final byte[][] VARIANTS = {
    {0x00}, {0x04}, {0x08}, {0x0c, 42}, {0x0d, 'a', 'b', 'c'}, {0x02, 0x00, 0x00}
  };

  private final RandomGenerator random;

  RandomStrings(RandomGenerator random) {
    this.random = random;
  }

  Object text() {
    int size = size();
    StringBuilder text = new StringBuilder();
    String common = CODE_POINTS[random.nextInt(CODE_POINTS.length)];
    boolean monotone = random.nextInt(3) == 0;
    while (text.length() < size) {
      text.append(monotone ? common : CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  Object json() {
    return JSON[random.nextInt(JSON.length)];
  }

  Object bytes() {
    return bytes(size());
  }

  Object bytes(int size) {
    byte[] bytes = new byte[size];
    if (random.nextInt(4) == 0) {
      Arrays.fill(bytes, (byte) (random.nextBoolean() ? 0xff : 0));
      if (size > 0) {
        bytes[random.nextInt(size)] = (byte) random.nextInt();
      }
    } else {
      random.nextBytes(bytes);
    }
    return Bytes.of(bytes);
  }

  Object variantMetadata() {
    return Bytes.of((byte) 0x01, (byte) 0x00, (byte) 0x00);
  }

  Object variant() {
    return Bytes.of(VARIANTS[random.nextInt(VARIANTS.length)]);
  }

  /// A point or a line of well-known binary, in two to four dimensions, of either byte order.
  Object geometry() {
    boolean line = random.nextBoolean();
    int dimensions = random.nextInt(4);
    int coordinates = dimensions == 0 ? 2 : dimensions == 3 ? 4 : 3;
    int points = line ? random.nextInt(4) : 1;
    boolean little = random.nextBoolean();
    byte[] geometry = new byte[5 + (line ? 4 : 0) + points * coordinates * 8];
    ByteBuffer bytes =
        ByteBuffer.wrap(geometry).order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    bytes.put((byte) (little ? 1 : 0)).putInt(dimensions * 1000 + (line ? 2 : 1));
    if (line) {
      bytes.putInt(points);
    }
    for (int i = 0; i < points * coordinates; i++) {
      bytes.putDouble(random.nextInt(20) == 0 ? Double.NaN : random.nextInt(-1800, 1800) / 10d);
    }
    return Bytes.of(geometry);
  }

  /// Bytes of a string: often few, often around the 12 that views hold and the 64 to which footers
  /// cut.
  private int size() {
    return switch (random.nextInt(16)) {
      case 0, 1 -> 0;
      case 2, 3 -> random.nextInt(60, 70);
      case 4 -> random.nextInt(300);
      case 5 -> random.nextInt(8) == 0 ? random.nextInt(20_000) : 1;
      default -> random.nextInt(1, 15);
    };
  }
}
