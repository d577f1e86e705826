package dev.frazil.encoders;

/// The order in which a column's values are compared for its bounds, per `ColumnOrder` of the
/// Parquet format (`TypeDefinedOrder`).
public enum ValueOrder {
  /// Two's complement integers, and booleans with false first.
  SIGNED,
  /// Integers of unsigned logical types.
  UNSIGNED,
  /// FLOAT, DOUBLE and FLOAT16 (FIXED_LEN_BYTE_ARRAY of 2) by value. NaN never takes part in a
  /// bound, and a bound of zero is widened to `-0.0` as a minimum and to `+0.0` as a maximum.
  FLOATING_POINT,
  /// Unsigned bytes from the left; a proper prefix is smaller.
  LEXICOGRAPHIC,
  /// [#LEXICOGRAPHIC] over BYTE_ARRAY values that are valid UTF-8, as shortened bounds of them are.
  UTF8,
  /// [#LEXICOGRAPHIC] over 16 bytes, for which the bounds by the signed order of `java.util.UUID`
  /// are kept as well.
  UUID,
  /// Big-endian two's complement of one fixed width: decimals.
  SIGNED_BIG_ENDIAN,
  /// FLOAT, DOUBLE and FLOAT16 by the total order of IEEE 754 (`IEEE754TotalOrder`): zeros are told
  /// apart, and NaNs are the bounds only where there is nothing else.
  IEEE_754_TOTAL_ORDER,
  /// BYTE_ARRAY of well-known binary geometries: no bounds, but a box around all of them.
  GEOSPATIAL,
  /// No order: there are no bounds.
  UNDEFINED;

  /// Whether values can be NaN.
  ///
  /// @return true for the orders of floating-point numbers
  public boolean floating() {
    return this == FLOATING_POINT || this == IEEE_754_TOTAL_ORDER;
  }

  /// Whether a column can have bounds.
  ///
  /// @return false where there is no order
  public boolean bounded() {
    return this != UNDEFINED && this != GEOSPATIAL;
  }
}
