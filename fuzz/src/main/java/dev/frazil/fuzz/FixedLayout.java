package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Values of fixed width as the bytes of their slots: little-endian (Columnar.rst, "Fixed-size
/// Primitive Layout").
final class FixedLayout {
  private FixedLayout() {}

  /// Bytes of a slot.
  ///
  /// @param type a type of fixed width, bool not among them
  static int width(ArrowType type) {
    return switch (type) {
      case ArrowType.Int(int bits, boolean _) -> bits / 8;
      case ArrowType.FloatingPoint(int bits) -> bits / 8;
      case ArrowType.FixedSizeBinary(int width) -> width;
      case ArrowType.Date(boolean millis) -> millis ? 8 : 4;
      case ArrowType.Time(ArrowType.TimeUnit unit) -> ArrowFormats.coarse(unit) ? 4 : 8;
      case ArrowType.Timestamp _, ArrowType.Duration _ -> 8;
      case ArrowType.Interval(ArrowType.IntervalUnit unit) ->
          switch (unit) {
            case YEAR_MONTH -> 4;
            case DAY_TIME -> 8;
            case MONTH_DAY_NANO -> 16;
          };
      case ArrowType.Decimal(int bits, int _, int _) -> bits / 8;
      case ArrowType.Null _,
          ArrowType.Bool _,
          ArrowType.Utf8 _,
          ArrowType.Utf8View _,
          ArrowType.Binary _,
          ArrowType.BinaryView _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw new IllegalArgumentException("width of " + type);
    };
  }

  /// Writes a value into a slot.
  ///
  /// @param type the type
  /// @param value a value of it
  /// @param buffer the buffer, little-endian
  /// @param at first byte of the slot
  static void put(ArrowType type, Object value, ByteBuffer buffer, int at) {
    int width = width(type);
    switch (value) {
      case Long number -> putNumber(buffer, at, width, number);
      case BigInteger number -> putInteger(buffer, at, width, number);
      case BigDecimal number -> putInteger(buffer, at, width, number.unscaledValue());
      case Float number ->
          putNumber(
              buffer,
              at,
              width,
              width == 2 ? Float.floatToFloat16(number) : Float.floatToRawIntBits(number));
      case Double number -> buffer.putLong(at, Double.doubleToRawLongBits(number));
      case Bytes bytes -> buffer.put(at, bytes.toArray());
      case IntervalValue interval -> putInterval(buffer, at, width, interval);
      default -> throw new IllegalArgumentException("value of " + type + ": " + value);
    }
  }

  /// Writes an integer of any power of two of bytes.
  static void putNumber(ByteBuffer buffer, int at, int width, long number) {
    switch (width) {
      case 1 -> buffer.put(at, (byte) number);
      case 2 -> buffer.putShort(at, (short) number);
      case 4 -> buffer.putInt(at, (int) number);
      case 8 -> buffer.putLong(at, number);
      default -> throw new IllegalArgumentException("width: " + width);
    }
  }

  private static void putInteger(ByteBuffer buffer, int at, int width, BigInteger number) {
    for (int i = 0; i < width; i++) {
      buffer.put(at + i, number.shiftRight(8 * i).byteValue());
    }
  }

  private static void putInterval(ByteBuffer buffer, int at, int width, IntervalValue interval) {
    switch (width) {
      case 4 -> buffer.putInt(at, interval.months());
      case 8 -> {
        buffer.putInt(at, interval.days());
        buffer.putInt(at + 4, Math.toIntExact(interval.nanos() / 1_000_000));
      }
      default -> {
        buffer.putInt(at, interval.months());
        buffer.putInt(at + 4, interval.days());
        buffer.putLong(at + 8, interval.nanos());
      }
    }
  }

  /// A little-endian view of an array.
  static ByteBuffer view(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
