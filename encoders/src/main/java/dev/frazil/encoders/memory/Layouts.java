package dev.frazil.encoders.memory;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Layouts of numbers in Arrow and Parquet memory: little-endian at any address.
public final class Layouts {
  /// One byte.
  public static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  /// Two bytes.
  public static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Four bytes.
  public static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Eight bytes.
  public static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Eight bytes of an IEEE 754 number.
  public static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Layouts() {}
}
