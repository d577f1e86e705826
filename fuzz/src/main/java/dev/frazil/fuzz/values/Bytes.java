package dev.frazil.fuzz.values;

import java.util.Arrays;
import java.util.HexFormat;

/// A byte string that is equal to another one of the same bytes. Immutable.
public final class Bytes {
  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /// A byte string.
  ///
  /// @param bytes its bytes; copied
  /// @return the byte string
  public static Bytes of(byte... bytes) {
    return new Bytes(bytes.clone());
  }

  /// The bytes.
  ///
  /// @return a copy
  public byte[] toArray() {
    return bytes.clone();
  }

  /// The number of bytes.
  ///
  /// @return 0 or more
  public int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
