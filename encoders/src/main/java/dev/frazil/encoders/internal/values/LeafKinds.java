package dev.frazil.encoders.internal.values;

import dev.frazil.encoders.LeafValues;

/// The kind of values that a physical type is written from.
final class LeafKinds {
  private LeafKinds() {}

  static LeafValues.FixedWidth fixedWidth(LeafValues values, int width) {
    if (values instanceof LeafValues.FixedWidth fixed && fixed.width() == width) {
      return fixed;
    }
    throw mismatch("values of " + width + " bytes", values);
  }

  static LeafValues.Bits bits(LeafValues values) {
    if (values instanceof LeafValues.Bits bits) {
      return bits;
    }
    throw mismatch("bits", values);
  }

  static LeafValues.Binary binary(LeafValues values) {
    if (values instanceof LeafValues.Binary binary) {
      return binary;
    }
    throw mismatch("byte strings", values);
  }

  private static IllegalArgumentException mismatch(String expected, LeafValues found) {
    return new IllegalArgumentException("leaf values: expected " + expected + ", got " + found);
  }
}
