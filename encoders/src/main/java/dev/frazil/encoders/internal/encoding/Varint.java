package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.BYTE;

import java.lang.foreign.MemorySegment;

/// Unsigned variable-length integers (ULEB128), as the RLE hybrid and Thrift's compact protocol
/// have them.
public final class Varint {
  private Varint() {}

  /// Writes a value at a position; returns the position behind it, at most ten bytes on.
  public static long put(MemorySegment target, long at, long value) {
    while ((value & ~0x7fL) != 0) {
      target.set(BYTE, at++, (byte) (value | 0x80));
      value >>>= 7;
    }
    target.set(BYTE, at, (byte) value);
    return at + 1;
  }

  /// Bytes of a value.
  public static int size(long value) {
    return (63 - Long.numberOfLeadingZeros(value | 1)) / 7 + 1;
  }
}
