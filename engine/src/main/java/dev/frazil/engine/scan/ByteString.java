package dev.frazil.engine.scan;

import java.util.Arrays;
import java.util.HexFormat;

/// Bytes in unsigned order from the left, where a proper prefix is smaller. Immutable.
final class ByteString implements Comparable<ByteString> {
  private final byte[] bytes;

  /// Takes ownership of the bytes.
  ByteString(byte[] bytes) {
    this.bytes = bytes;
  }

  int length() {
    return bytes.length;
  }

  /// A copy of the bytes.
  byte[] toArray() {
    return bytes.clone();
  }

  /// The smallest string above this one.
  ByteString next() {
    return new ByteString(Arrays.copyOf(bytes, bytes.length + 1));
  }

  /// Whether the other one is [#next()].
  boolean isFollowedBy(ByteString other) {
    return other.bytes.length == bytes.length + 1
        && other.bytes[bytes.length] == 0
        && Arrays.mismatch(bytes, other.bytes) == bytes.length;
  }

  @Override
  public int compareTo(ByteString other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByteString that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
