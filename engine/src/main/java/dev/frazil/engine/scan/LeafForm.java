package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;

/// How the values of a leaf become those of an Arrow column.
sealed interface LeafForm {
  /// Nothing but nulls.
  record Nothing() implements LeafForm {}

  /// BOOLEAN to bits.
  record Bits() implements LeafForm {}

  /// INT32 to integers of as many bytes or fewer.
  ///
  /// @param bytes 1, 2 or 4
  record Ints(int bytes) implements LeafForm {}

  /// INT32, multiplied, to 64 bits.
  ///
  /// @param multiplier what each is multiplied by
  record WideInts(long multiplier) implements LeafForm {}

  /// INT32 divided by a number that divides each.
  ///
  /// @param divisor the number
  record DividedInts(int divisor) implements LeafForm {}

  /// INT64 as it is.
  record Longs() implements LeafForm {}

  /// INT64 divided by a number that divides each.
  ///
  /// @param divisor the number
  record DividedLongs(long divisor) implements LeafForm {}

  /// FLOAT.
  record Floats() implements LeafForm {}

  /// DOUBLE.
  record Doubles() implements LeafForm {}

  /// BYTE_ARRAY to strings.
  ///
  /// @param large whether offsets have 64 bits
  /// @param text whether the bytes must be UTF-8
  record Strings(boolean large, boolean text) implements LeafForm {}

  /// FIXED_LEN_BYTE_ARRAY as it is.
  ///
  /// @param width bytes of a value
  record Fixed(int width) implements LeafForm {}

  /// Unscaled values of INT32 to decimals.
  ///
  /// @param bytes bytes of a result: 4, 8, 16 or 32
  record IntDecimals(int bytes) implements LeafForm {}

  /// Unscaled values of INT64 to decimals.
  ///
  /// @param bytes bytes of a result: 4, 8, 16 or 32
  record LongDecimals(int bytes) implements LeafForm {}

  /// Unscaled values in big-endian bytes to decimals.
  ///
  /// @param bytes bytes of a result: 4, 8, 16 or 32
  record ByteDecimals(int bytes) implements LeafForm {}

  /// INT96: the nanoseconds of a day and its Julian number, to counts since the epoch.
  ///
  /// @param unit the unit of the counts
  record JulianTimestamps(TimeUnit unit) implements LeafForm {}

  /// INTERVAL of 12 bytes.
  ///
  /// @param unit the unit of the result
  record Intervals(IntervalUnit unit) implements LeafForm {}
}
