package dev.frazil.engine.arrow;

import org.jspecify.annotations.Nullable;

/// The Arrow types that Frazil imports. As text each is its name in Arrow with its parameters, such
/// as `large_utf8`, `timestamp[us, UTC]` or `decimal128(9, 2)`.
public sealed interface ArrowType {
  /// Units of time.
  enum TimeUnit {
    /// One second.
    SECOND("s"),
    /// 10^-3 seconds.
    MILLISECOND("ms"),
    /// 10^-6 seconds.
    MICROSECOND("us"),
    /// 10^-9 seconds.
    NANOSECOND("ns");

    private final String symbol;

    TimeUnit(String symbol) {
      this.symbol = symbol;
    }

    /// The unit as it stands in the names of types.
    ///
    /// @return `s`, `ms`, `us` or `ns`
    public String symbol() {
      return symbol;
    }
  }

  /// The width of a slot of the values buffer: of a value, or of an offset for strings.
  ///
  /// @return bits, 1 or more
  default long slotBits() {
    return switch (this) {
      case Bool() -> 1;
      case Int(int bitWidth, boolean _) -> bitWidth;
      case FloatingPoint(int bitWidth) -> bitWidth;
      case Utf8(boolean large) -> large ? Long.SIZE : Integer.SIZE;
      case Binary(boolean large) -> large ? Long.SIZE : Integer.SIZE;
      case FixedSizeBinary(int byteWidth) -> (long) byteWidth * Byte.SIZE;
      case Date(boolean millis) -> millis ? Long.SIZE : Integer.SIZE;
      case Time(TimeUnit unit) ->
          unit.compareTo(TimeUnit.MILLISECOND) <= 0 ? Integer.SIZE : Long.SIZE;
      case Timestamp _ -> Long.SIZE;
      case Decimal(int bitWidth, int _, int _) -> bitWidth;
    };
  }

  /// Whether values are strings: offsets in the values buffer, bytes in the data buffer.
  ///
  /// @return true for utf8, binary and their large forms
  default boolean hasOffsets() {
    return this instanceof Utf8 || this instanceof Binary;
  }

  /// The same type with offsets of the other width, or of the same.
  ///
  /// @param large whether offsets have 64 bits
  /// @return utf8 or binary with such offsets; a type without offsets as it is
  default ArrowType withOffsets(boolean large) {
    return switch (this) {
      case Utf8 _ -> new Utf8(large);
      case Binary _ -> new Binary(large);
      case Bool _,
          Int _,
          FloatingPoint _,
          FixedSizeBinary _,
          Date _,
          Time _,
          Timestamp _,
          Decimal _ ->
          this;
    };
  }

  /// A bit a value.
  record Bool() implements ArrowType {
    @Override
    public String toString() {
      return "bool";
    }
  }

  /// Integers.
  ///
  /// @param bitWidth 8, 16, 32 or 64
  /// @param signed whether two's complement
  record Int(int bitWidth, boolean signed) implements ArrowType {
    @Override
    public String toString() {
      return (signed ? "int" : "uint") + bitWidth;
    }
  }

  /// IEEE 754 numbers.
  ///
  /// @param bitWidth 32 or 64
  record FloatingPoint(int bitWidth) implements ArrowType {
    @Override
    public String toString() {
      return "float" + bitWidth;
    }
  }

  /// UTF-8 strings: utf8, or large_utf8 with 64-bit offsets.
  ///
  /// @param large whether offsets have 64 bits
  record Utf8(boolean large) implements ArrowType {
    @Override
    public String toString() {
      return large ? "large_utf8" : "utf8";
    }
  }

  /// Byte strings: binary, or large_binary with 64-bit offsets.
  ///
  /// @param large whether offsets have 64 bits
  record Binary(boolean large) implements ArrowType {
    @Override
    public String toString() {
      return large ? "large_binary" : "binary";
    }
  }

  /// Byte strings of one width.
  ///
  /// @param byteWidth bytes of a value, 1 or more
  record FixedSizeBinary(int byteWidth) implements ArrowType {
    @Override
    public String toString() {
      return "fixed_size_binary(" + byteWidth + ")";
    }
  }

  /// Days since the epoch: date32 counts days in 32 bits, date64 milliseconds in 64.
  ///
  /// @param millis whether it is date64
  record Date(boolean millis) implements ArrowType {
    @Override
    public String toString() {
      return millis ? "date64" : "date32";
    }
  }

  /// Time of day: time32 for seconds and milliseconds, time64 for the finer units.
  ///
  /// @param unit the unit
  record Time(TimeUnit unit) implements ArrowType {
    @Override
    public String toString() {
      return "time" + slotBits() + "[" + unit.symbol() + "]";
    }
  }

  /// 64-bit counts of a unit since the epoch; with a zone an instant, without one a wall-clock
  /// time.
  ///
  /// @param unit the unit
  /// @param zone the zone's name, or null for none
  record Timestamp(TimeUnit unit, @Nullable String zone) implements ArrowType {
    @Override
    public String toString() {
      return "timestamp[" + unit.symbol() + (zone == null ? "" : ", " + zone) + "]";
    }
  }

  /// Decimals: little-endian two's complement of the unscaled value.
  ///
  /// @param bitWidth 32, 64 or 128
  /// @param precision decimal digits, 1 or more
  /// @param scale digits behind the point
  record Decimal(int bitWidth, int precision, int scale) implements ArrowType {
    @Override
    public String toString() {
      return "decimal" + bitWidth + "(" + precision + ", " + scale + ")";
    }
  }
}
