package dev.frazil.engine.iceberg;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/// Geometries in ISO well-known binary, of both byte orders, with Z and M or without.
final class RandomGeometries {
  private static final int POINT = 1;
  private static final int LINE_STRING = 2;
  private static final int POLYGON = 3;
  private static final int MULTI_POINT = 4;
  private static final int COLLECTION = 7;
  private static final int MAX_BYTES = 4096;

  private RandomGeometries() {}

  static ByteBuffer geometry(Random random) {
    ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES);
    int dimensions = random.nextInt(4);
    write(bytes, random, 1 + random.nextInt(COLLECTION), dimensions, 0);
    return bytes.flip();
  }

  private static void write(ByteBuffer bytes, Random random, int type, int dimensions, int depth) {
    boolean little = random.nextBoolean();
    bytes.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    bytes.put((byte) (little ? 1 : 0)).putInt(dimensions * 1000 + type);
    switch (type) {
      case POINT -> coordinate(bytes, random, dimensions, random.nextInt(6) == 0);
      case LINE_STRING -> {
        int points = random.nextInt(4);
        bytes.putInt(points);
        for (int i = 0; i < points; i++) {
          coordinate(bytes, random, dimensions, false);
        }
      }
      case POLYGON -> polygon(bytes, random, dimensions);
      default -> {
        int members = depth > 1 ? 0 : random.nextInt(3);
        ByteOrder order = bytes.order();
        bytes.putInt(members);
        for (int i = 0; i < members; i++) {
          int member =
              type == COLLECTION ? 1 + random.nextInt(COLLECTION) : type - MULTI_POINT + POINT;
          write(bytes, random, member, dimensions, depth + 1);
        }
        bytes.order(order);
      }
    }
  }

  /// A ring that ends where it began, or none.
  private static void polygon(ByteBuffer bytes, Random random, int dimensions) {
    int rings = random.nextInt(2);
    bytes.putInt(rings);
    if (rings > 0) {
      bytes.putInt(4);
      int first = bytes.position();
      coordinate(bytes, random, dimensions, false);
      int length = bytes.position() - first;
      coordinate(bytes, random, dimensions, false);
      coordinate(bytes, random, dimensions, false);
      byte[] last = new byte[length];
      bytes.get(first, last);
      bytes.put(last);
    }
  }

  /// An empty point has NaN for every ordinate.
  private static void coordinate(ByteBuffer bytes, Random random, int dimensions, boolean empty) {
    int ordinates = 2 + (dimensions == 0 ? 0 : dimensions == 3 ? 2 : 1);
    for (int i = 0; i < ordinates; i++) {
      double value =
          switch (random.nextInt(30)) {
            case 0 -> Double.POSITIVE_INFINITY;
            case 1, 2 -> 0.0;
            case 3, 4 -> -0.0;
            default -> 90 * random.nextGaussian();
          };
      bytes.putDouble(empty ? Double.NaN : value);
    }
  }
}
