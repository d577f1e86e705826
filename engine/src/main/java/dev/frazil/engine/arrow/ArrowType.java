package dev.frazil.engine.arrow;

import org.jspecify.annotations.Nullable;

/// The Arrow types that Frazil imports. As text each is its name in Arrow with its parameters, such
/// as `large_utf8`, `timestamp[us, UTC]` or `decimal128(9, 2)`.
public sealed interface ArrowType {
  /// Units of time.
  enum TimeUnit {
    /// One second.
    SECOND("s", 0),
    /// 10^-3 seconds.
    MILLISECOND("ms", 3),
    /// 10^-6 seconds.
    MICROSECOND("us", 6),
    /// 10^-9 seconds.
    NANOSECOND("ns", 9);

    private final String symbol;
    private final int digits;
    private final long perSecond;

    TimeUnit(String symbol, int digits) {
      this.symbol = symbol;
      this.digits = digits;
      this.perSecond = Math.powExact(10L, digits);
    }

    /// The unit as it stands in the names of types.
    ///
    /// @return `s`, `ms`, `us` or `ns`
    public String symbol() {
      return symbol;
    }

    /// The digits behind the point of seconds that the unit has room for.
    ///
    /// @return 0, 3, 6 or 9
    public int digits() {
      return digits;
    }

    /// How many units are a second.
    ///
    /// @return 10 to the power of [#digits()]
    public long perSecond() {
      return perSecond;
    }

    /// How many nanoseconds are a unit.
    ///
    /// @return 1 for nanoseconds, 10^9 for seconds
    public long nanos() {
      return NANOSECOND.perSecond / perSecond;
    }

    /// How many units two parts are together, rounded down.
    ///
    /// @param seconds whole seconds, of either sign
    /// @param nanos nanoseconds on top, 0 or more
    /// @return the count
    /// @throws ArithmeticException if 64 bits do not hold it
    public long count(long seconds, long nanos) {
      // Towards zero, so that no step leaves the range where the sum is in it.
      long up = seconds < 0 ? 1 : 0;
      long whole = Math.multiplyExact(seconds + up, perSecond);
      return Math.addExact(whole, nanos / nanos() - up * perSecond);
    }
  }

  /// Units of calendar intervals (Schema.fbs, "IntervalUnit").
  enum IntervalUnit {
    /// Months, in 32 bits.
    YEAR_MONTH("year_month", Integer.BYTES),
    /// Days, then milliseconds, in 32 bits each.
    DAY_TIME("day_time", 2 * Integer.BYTES),
    /// Months and days in 32 bits each, then nanoseconds in 64.
    MONTH_DAY_NANO("month_day_nano", 2 * Long.BYTES);

    private final String symbol;
    private final int byteWidth;

    IntervalUnit(String symbol, int byteWidth) {
      this.symbol = symbol;
      this.byteWidth = byteWidth;
    }

    /// The unit as it stands in the names of types.
    ///
    /// @return `year_month`, `day_time` or `month_day_nano`
    public String symbol() {
      return symbol;
    }
  }

  /// The width of a slot of the values buffer: of a value, of an offset for strings and lists, of a
  /// view for views.
  ///
  /// @return bits; 0 for a type whose slots lie in its children alone, or that has no values
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
      case Timestamp _, Duration _ -> Long.SIZE;
      case Interval(IntervalUnit unit) -> (long) unit.byteWidth * Byte.SIZE;
      case Decimal(int bitWidth, int _, int _) -> bitWidth;
      case Utf8View(), BinaryView() -> 2 * Long.SIZE;
      case List(boolean large) -> large ? Long.SIZE : Integer.SIZE;
      case ListView(boolean large) -> large ? Long.SIZE : Integer.SIZE;
      case Map _ -> Integer.SIZE;
      case Null(), Struct(), FixedSizeList _, RunEndEncoded _ -> 0;
    };
  }

  /// Whether slots lie in child columns: structs, lists of every layout, maps, and runs.
  ///
  /// @return true for a type whose columns have children
  default boolean nested() {
    return switch (this) {
      case Struct(), List _, ListView _, FixedSizeList _, Map _, RunEndEncoded _ -> true;
      case Null(),
          Bool(),
          Int _,
          FloatingPoint _,
          Utf8 _,
          Utf8View(),
          Binary _,
          BinaryView(),
          FixedSizeBinary _,
          Date _,
          Time _,
          Timestamp _,
          Duration _,
          Interval _,
          Decimal _ ->
          false;
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
      case Null _,
          Bool _,
          Int _,
          FloatingPoint _,
          Utf8View _,
          BinaryView _,
          FixedSizeBinary _,
          Date _,
          Time _,
          Timestamp _,
          Duration _,
          Interval _,
          Decimal _,
          Struct _,
          List _,
          ListView _,
          FixedSizeList _,
          Map _,
          RunEndEncoded _ ->
          this;
    };
  }

  /// Nothing but nulls, without any buffer.
  record Null() implements ArrowType {
    @Override
    public String toString() {
      return "null";
    }
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
  /// @param bitWidth 16, 32 or 64
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

  /// UTF-8 strings as views: 16 bytes a slot that hold the string, or its first bytes and where it
  /// lies in one of several data buffers.
  record Utf8View() implements ArrowType {
    @Override
    public String toString() {
      return "utf8_view";
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

  /// Byte strings as views, like [Utf8View].
  record BinaryView() implements ArrowType {
    @Override
    public String toString() {
      return "binary_view";
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

  /// 64-bit counts of a unit, of either sign.
  ///
  /// @param unit the unit
  record Duration(TimeUnit unit) implements ArrowType {
    @Override
    public String toString() {
      return "duration[" + unit.symbol() + "]";
    }
  }

  /// Calendar intervals: signed counts of months, days and parts of a day.
  ///
  /// @param unit which of them, and how they lie
  record Interval(IntervalUnit unit) implements ArrowType {
    @Override
    public String toString() {
      return "interval[" + unit.symbol() + "]";
    }
  }

  /// Decimals: little-endian two's complement of the unscaled value.
  ///
  /// @param bitWidth 32, 64, 128 or 256
  /// @param precision decimal digits, 1 or more
  /// @param scale digits behind the point
  record Decimal(int bitWidth, int precision, int scale) implements ArrowType {
    @Override
    public String toString() {
      return "decimal" + bitWidth + "(" + precision + ", " + scale + ")";
    }
  }

  /// Structs: the children are the members.
  record Struct() implements ArrowType {
    @Override
    public String toString() {
      return "struct";
    }
  }

  /// Lists: list, or large_list with 64-bit offsets. The one child holds the elements.
  ///
  /// @param large whether offsets have 64 bits
  record List(boolean large) implements ArrowType {
    @Override
    public String toString() {
      return large ? "large_list" : "list";
    }
  }

  /// Lists whose elements lie in any order, may overlap and may leave gaps: list_view, or
  /// large_list_view with 64-bit offsets and sizes. The one child holds the elements.
  ///
  /// @param large whether offsets and sizes have 64 bits
  record ListView(boolean large) implements ArrowType {
    @Override
    public String toString() {
      return large ? "large_list_view" : "list_view";
    }
  }

  /// Lists of one length. The one child holds the elements.
  ///
  /// @param size elements of a list, 0 or more
  record FixedSizeList(int size) implements ArrowType {
    @Override
    public String toString() {
      return "fixed_size_list(" + size + ")";
    }
  }

  /// Maps: lists of entries. The one child is a struct without nulls of two members, the key, which
  /// is never null, and the value.
  ///
  /// @param keysSorted whether the keys of each map are sorted
  record Map(boolean keysSorted) implements ArrowType {
    @Override
    public String toString() {
      return "map";
    }
  }

  /// Runs of equal values: the first child says behind which slot each run ends, the second holds
  /// the value of each run. A column of it has no nulls of its own.
  ///
  /// @param runEndBits bits of the first child's integers: 16, 32 or 64
  record RunEndEncoded(int runEndBits) implements ArrowType {
    @Override
    public String toString() {
      return "run_end_encoded";
    }
  }
}
