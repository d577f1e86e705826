package dev.frazil.encoders;

import java.util.Arrays;
import java.util.HexFormat;

/// The smallest and the largest value of a column, whole, in PLAIN layout without a length:
/// little-endian numbers, one byte (0 or 1) for a boolean, raw bytes for the rest. Immutable.
public final class Bounds {
  private final byte[] min;
  private final byte[] max;

  /// Takes ownership of both arrays.
  ///
  /// @param min the smallest value
  /// @param max the largest value
  public Bounds(byte[] min, byte[] max) {
    this.min = min;
    this.max = max;
  }

  /// The smallest value.
  ///
  /// @return a copy
  public byte[] min() {
    return min.clone();
  }

  /// The largest value.
  ///
  /// @return a copy
  public byte[] max() {
    return max.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bounds b && Arrays.equals(min, b.min) && Arrays.equals(max, b.max);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(min) + Arrays.hashCode(max);
  }

  @Override
  public String toString() {
    return "[" + HexFormat.of().formatHex(min) + ", " + HexFormat.of().formatHex(max) + "]";
  }
}
