package dev.frazil.encoders;

import org.jspecify.annotations.Nullable;

/// DRAFT SIGNATURES (the lead is writing the body). Cuts bounds so that they still hold: a shorter
/// lower bound, a shorter and then incremented upper one.
public final class BoundTruncation {
  private BoundTruncation() {}

  /// Length of the first `codePoints` code points of valid UTF-8 in bytes, or value.length if it
  /// has fewer.
  public static int utf8Cut(byte[] value, int codePoints) {
    throw new UnsupportedOperationException();
  }

  /// Largest code point boundary of valid UTF-8 that is at most `bytes`.
  public static int utf8Boundary(byte[] value, int bytes) {
    throw new UnsupportedOperationException();
  }

  /// The first `length` bytes (the value itself when it is not longer).
  public static byte[] lower(byte[] value, int length) {
    throw new UnsupportedOperationException();
  }

  /// As `lower`, the last code point that can be incremented incremented and the rest dropped; null
  /// when there is none. Not longer than `length`: value itself.
  public static byte @Nullable [] upperUtf8(byte[] value, int length) {
    throw new UnsupportedOperationException();
  }

  /// As `lower`, the last byte that is not 0xff incremented and the rest dropped; null when there
  /// is none.
  public static byte @Nullable [] upper(byte[] value, int length) {
    throw new UnsupportedOperationException();
  }
}
