package dev.frazil.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/// A byte string that equals another one of the same content. Immutable.
public final class Bytes {
  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /// A byte string of these bytes.
  ///
  /// @param content the bytes, which are copied
  /// @return the byte string
  public static Bytes of(byte... content) {
    return new Bytes(content.clone());
  }

  /// The UTF-8 encoding of a text.
  ///
  /// @param text the text
  /// @return the byte string
  public static Bytes utf8(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /// The bytes.
  ///
  /// @return a copy
  public byte[] toArray() {
    return content.clone();
  }

  /// How many bytes there are.
  ///
  /// @return a count
  public int length() {
    return content.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  /// The bytes in hexadecimal digits behind `0x`, the first 80 of them.
  @Override
  public String toString() {
    return "0x" + HexFormat.of().formatHex(content, 0, Math.min(content.length, 80));
  }
}
