package dev.frazil.encoders.internal.stats;

import dev.frazil.encoders.Bounds;

/// Bounds in PLAIN layout from numbers.
final class Plain {
  private Plain() {}

  static Bounds bounds(short min, short max) {
    return new Bounds(littleEndian(min, Short.BYTES), littleEndian(max, Short.BYTES));
  }

  static Bounds bounds(int min, int max) {
    return new Bounds(littleEndian(min, Integer.BYTES), littleEndian(max, Integer.BYTES));
  }

  static Bounds bounds(long min, long max) {
    return new Bounds(littleEndian(min, Long.BYTES), littleEndian(max, Long.BYTES));
  }

  private static byte[] littleEndian(long value, int bytes) {
    byte[] result = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      result[i] = (byte) (value >>> (i << 3));
    }
    return result;
  }
}
