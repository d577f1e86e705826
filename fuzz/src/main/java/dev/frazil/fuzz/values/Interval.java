package dev.frazil.fuzz.values;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A value of Parquet's INTERVAL: three unsigned 32-bit counts that do not convert into each other.
///
/// @param months 0 to 2^32 - 1
/// @param days 0 to 2^32 - 1
/// @param millis 0 to 2^32 - 1
public record Interval(long months, long days, long millis) {
  /// The interval of 12 bytes (LogicalTypes.md, INTERVAL).
  ///
  /// @param bytes three little-endian counts
  /// @return the interval
  public static Interval of(byte[] bytes) {
    ByteBuffer counts = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return new Interval(
        Integer.toUnsignedLong(counts.getInt(0)),
        Integer.toUnsignedLong(counts.getInt(4)),
        Integer.toUnsignedLong(counts.getInt(8)));
  }

  /// The 12 bytes in a file.
  ///
  /// @return three little-endian counts
  public byte[] toArray() {
    return ByteBuffer.allocate(12)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) months)
        .putInt((int) days)
        .putInt((int) millis)
        .array();
  }
}
