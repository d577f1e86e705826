package dev.frazil.encoders;

/// The order in which a column's values are compared for its bounds, per `ColumnOrder` of the
/// Parquet format (`TypeDefinedOrder`).
public enum ValueOrder {
  /// Two's complement integers, and booleans with false first.
  SIGNED,
  /// Integers of unsigned logical types.
  UNSIGNED,
  /// FLOAT and DOUBLE by value. NaN never takes part in a bound, and a bound of zero is widened to
  /// `-0.0` as a minimum and to `+0.0` as a maximum.
  FLOATING_POINT,
  /// Unsigned bytes from the left; a proper prefix is smaller.
  LEXICOGRAPHIC,
  /// [#LEXICOGRAPHIC] over 16 bytes, for which the bounds by the signed order of `java.util.UUID`
  /// are kept as well.
  UUID,
  /// Big-endian two's complement of one fixed width: decimals.
  SIGNED_BIG_ENDIAN
}
