package dev.frazil.engine.arrow;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// How values of one type become values of another, dictionaries aside.
sealed interface Conversion {
  /// The buffers stay as they are.
  record Same() implements Conversion {}

  /// Integers to wider ones.
  ///
  /// @param fromBytes bytes of a source value: 1, 2 or 4
  /// @param toBytes bytes of a result: 4 or 8
  /// @param mask keeps the bits of the sign-extended source that count
  record Widen(int fromBytes, int toBytes, long mask) implements Conversion {}

  /// float32 to float64.
  record WidenFloat() implements Conversion {}

  /// Integers of one unit to another. Where `multiplier` and `divisor` are both 1 the values are
  /// only checked.
  ///
  /// @param fromBytes bytes of a source value: 4 or 8
  /// @param toBytes bytes of a result: 4 or 8
  /// @param low the least source value that fits
  /// @param high the greatest source value that fits
  /// @param multiplier what a source value is multiplied by
  /// @param divisor what a source value is divided by
  /// @param floor whether a remainder is dropped, rounding down, rather than an error
  record Rescale(
      int fromBytes, int toBytes, long low, long high, long multiplier, long divisor, boolean floor)
      implements Conversion {
    /// The same with remainders dropped.
    Rescale floored() {
      return new Rescale(fromBytes, toBytes, low, high, multiplier, divisor, true);
    }
  }

  /// Unsigned integers to signed ones of the same width.
  ///
  /// @param bytes bytes of a value: 4 or 8
  record DropUnsigned(int bytes) implements Conversion {}

  /// float16 to wider ones.
  ///
  /// @param toBytes bytes of a result: 4 or 8
  record WidenFloat16(int toBytes) implements Conversion {}

  /// Bytes to bits: 0 to false, all else to true.
  record PackBits() implements Conversion {}

  /// Byte strings, all of one length, to fixed_size_binary.
  ///
  /// @param width bytes of a value
  record DropOffsets(int width) implements Conversion {}

  /// Text to the 16 bytes of a UUID.
  record ParseUuid() implements Conversion {}

  /// Decimals of one width to another, or to bytes in big-endian order.
  ///
  /// @param fromBytes bytes of a source value: 4, 8, 16 or 32
  /// @param toBytes bytes of a result: 4, 8 or 16, or 32 from as many, or 1 to 32 in big-endian
  ///   order; more than 16 only from 32
  /// @param bigEndian whether results are big-endian
  /// @param bound the greatest unscaled value that fits; its negative is the least
  record RewriteDecimal(int fromBytes, int toBytes, boolean bigEndian, BigInteger bound)
      implements Conversion {}

  /// fixed_size_binary to large_binary.
  ///
  /// @param width bytes of a value
  record AddOffsets(int width) implements Conversion {}

  /// Views of strings to large_utf8 or large_binary.
  record Unview() implements Conversion {}

  /// Intervals to those of Parquet, of 12 bytes.
  ///
  /// @param unit the unit of the source
  record RewriteInterval(IntervalUnit unit) implements Conversion {}

  /// The conversion between the types of two fields.
  ///
  /// @param path what to call the column in messages
  /// @throws SchemaException if there is none that the options allow
  static Conversion between(ArrowField from, ArrowField to, CastOptions options, String path) {
    Conversion conversion = plan(from.type(), to.type());
    if (conversion == null) {
      conversion = onRequest(from, to, options);
    }
    if (conversion == null) {
      throw refusal(from, to, path);
    }
    boolean floors = options.truncateTime() && !(from.type() instanceof ArrowType.Date);
    return floors && conversion instanceof Rescale rescale ? rescale.floored() : conversion;
  }

  /// What the extension of the source or the options allow.
  private static @Nullable Conversion onRequest(
      ArrowField from, ArrowField to, CastOptions options) {
    return switch (to.type()) {
      case ArrowType.Bool _ -> from.bool8() ? new PackBits() : null;
      case ArrowType.Int(int bits, boolean signed) ->
          options.narrowUnsigned()
                  && signed
                  && bits >= 32
                  && from.type().equals(new ArrowType.Int(bits, false))
              ? new DropUnsigned(bits / Byte.SIZE)
              : null;
      case ArrowType.FloatingPoint(int bits) ->
          options.widenFloat16() && from.type().equals(new ArrowType.FloatingPoint(16))
              ? new WidenFloat16(bits / Byte.SIZE)
              : null;
      case ArrowType.FixedSizeBinary(int width) -> fixed(from, to, width, options);
      default -> null;
    };
  }

  private static @Nullable Conversion fixed(
      ArrowField from, ArrowField to, int width, CastOptions options) {
    boolean text =
        from.type() instanceof ArrowType.Utf8 || from.type() instanceof ArrowType.Utf8View;
    if (text) {
      return options.parseUuid() && to.uuid() ? new ParseUuid() : null;
    }
    boolean bytes =
        from.type() instanceof ArrowType.Binary || from.type() instanceof ArrowType.BinaryView;
    return options.dropOffsets() && bytes && !to.uuid() ? new DropOffsets(width) : null;
  }

  /// The error that there is no such conversion.
  static SchemaException refusal(ArrowField from, ArrowField to, String path) {
    return new SchemaException(
        "cast: %s: expected a type that becomes %s without loss, got %s"
            .formatted(path, describe(to), describe(from)));
  }

  private static String describe(ArrowField field) {
    return field.indexType() == null
        ? field.type().toString()
        : field.type() + " with dictionary indices of " + field.indexType();
  }

  private static @Nullable Conversion plan(ArrowType from, ArrowType to) {
    return switch (from) {
      case ArrowType.Int source ->
          to instanceof ArrowType.Int target ? integers(source, target) : null;
      case ArrowType.FloatingPoint(int bits) -> floats(bits, to);
      case ArrowType.Null _, ArrowType.Bool _ -> same(from, to);
      case ArrowType.Utf8View _ ->
          to instanceof ArrowType.Utf8 || to instanceof ArrowType.Binary
              ? new Unview()
              : same(from, to);
      case ArrowType.BinaryView _ -> to instanceof ArrowType.Binary ? new Unview() : same(from, to);
      case ArrowType.Duration _ ->
          to.equals(new ArrowType.Int(64, true)) ? new Same() : same(from, to);
      case ArrowType.Interval(IntervalUnit unit) ->
          to.equals(new ArrowType.FixedSizeBinary(Intervals.WIDTH))
              ? new RewriteInterval(unit)
              : same(from, to);
      case ArrowType.Utf8 _ ->
          to instanceof ArrowType.Utf8 || to instanceof ArrowType.Binary ? new Same() : null;
      case ArrowType.Binary _ -> to instanceof ArrowType.Binary ? new Same() : null;
      case ArrowType.FixedSizeBinary(int width) ->
          to instanceof ArrowType.Binary ? new AddOffsets(width) : same(from, to);
      case ArrowType.Date(boolean millis) ->
          millis && to.equals(new ArrowType.Date(false)) ? days() : same(from, to);
      case ArrowType.Time(TimeUnit unit) ->
          to instanceof ArrowType.Time(TimeUnit target) ? times(unit, target) : null;
      case ArrowType.Timestamp source ->
          to instanceof ArrowType.Timestamp target ? timestamps(source, target) : null;
      case ArrowType.Decimal source -> decimals(source, to);
      case ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          null;
    };
  }

  private static @Nullable Conversion same(ArrowType from, ArrowType to) {
    return from.equals(to) ? new Same() : null;
  }

  /// What Parquet stores of float16 is its two bytes.
  private static @Nullable Conversion floats(int bits, ArrowType to) {
    if (bits == 32 && to.equals(new ArrowType.FloatingPoint(64))) {
      return new WidenFloat();
    }
    boolean stored = bits == 16 && to.equals(new ArrowType.FixedSizeBinary(Short.BYTES));
    return stored ? new Same() : same(new ArrowType.FloatingPoint(bits), to);
  }

  private static @Nullable Conversion integers(ArrowType.Int from, ArrowType.Int to) {
    if (from.equals(to)) {
      return new Same();
    }
    if (to.bitWidth() <= from.bitWidth() || (from.signed() && !to.signed())) {
      return null;
    }
    long mask = from.signed() ? -1L : (1L << from.bitWidth()) - 1;
    return new Widen(from.bitWidth() / Byte.SIZE, to.bitWidth() / Byte.SIZE, mask);
  }

  private static Conversion days() {
    long day = 86_400_000;
    return new Rescale(
        Long.BYTES, Integer.BYTES, Integer.MIN_VALUE * day, Integer.MAX_VALUE * day, 1, day, false);
  }

  /// Times of day stay below 24 hours, also where the unit stays: Parquet and Iceberg know no
  /// others.
  private static @Nullable Conversion times(TimeUnit from, TimeUnit to) {
    if (to == TimeUnit.SECOND && from != TimeUnit.SECOND) {
      return null;
    }
    return new Rescale(
        timeBytes(from),
        timeBytes(to),
        0,
        86_400 * from.perSecond() - 1,
        Math.max(1, to.perSecond() / from.perSecond()),
        Math.max(1, from.perSecond() / to.perSecond()),
        false);
  }

  private static int timeBytes(TimeUnit unit) {
    return (int) new ArrowType.Time(unit).slotBits() / Byte.SIZE;
  }

  private static @Nullable Conversion timestamps(ArrowType.Timestamp from, ArrowType.Timestamp to) {
    if ((from.zone() == null) != (to.zone() == null)) {
      return null;
    }
    if (from.unit() == to.unit()) {
      return new Same();
    }
    long multiplier = Math.max(1, to.unit().perSecond() / from.unit().perSecond());
    long divisor = Math.max(1, from.unit().perSecond() / to.unit().perSecond());
    return new Rescale(
        Long.BYTES,
        Long.BYTES,
        Long.MIN_VALUE / multiplier,
        Long.MAX_VALUE / multiplier,
        multiplier,
        divisor,
        false);
  }

  private static @Nullable Conversion decimals(ArrowType.Decimal from, ArrowType to) {
    int fromBytes = from.bitWidth() / Byte.SIZE;
    if (to instanceof ArrowType.FixedSizeBinary(int width)) {
      BigInteger bound = bound(from.precision());
      boolean reaches = width <= 16 || (width <= 32 && fromBytes == WideDecimals.WIDTH);
      boolean fits = reaches && bound.bitLength() < width * Byte.SIZE;
      return fits ? new RewriteDecimal(fromBytes, width, true, bound) : null;
    }
    if (to instanceof ArrowType.Decimal(int bits, int precision, int scale)
        && scale == from.scale()
        && (bits < 256 || from.bitWidth() == 256)
        && bound(precision).bitLength() < bits) {
      return new RewriteDecimal(fromBytes, bits / Byte.SIZE, false, bound(precision));
    }
    return null;
  }

  private static BigInteger bound(int precision) {
    return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
  }
}
