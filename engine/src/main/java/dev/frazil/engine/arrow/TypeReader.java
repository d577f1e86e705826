package dev.frazil.engine.arrow;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.Map;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;

/// Types from members of the union `Type` of Schema.fbs: what [TypeTable] writes, and the same of
/// other writers.
final class TypeReader {
  private TypeReader() {}

  /// The type of a field. The bits of run ends are those of the first child, which [NestedShape#of]
  /// looks at.
  ///
  /// @throws SchemaException for a type that Frazil does not import, or parameters that none has
  static ArrowType read(Field field, String path) {
    byte code = field.typeType();
    return switch (code) {
      case Type.Null -> new ArrowType.Null();
      case Type.Bool -> new ArrowType.Bool();
      case Type.Int -> integer((Int) field.type(new Int()), path);
      case Type.FloatingPoint -> real((FloatingPoint) field.type(new FloatingPoint()), path);
      case Type.Utf8, Type.LargeUtf8 -> new ArrowType.Utf8(code == Type.LargeUtf8);
      case Type.Utf8View -> new ArrowType.Utf8View();
      case Type.Binary, Type.LargeBinary -> new ArrowType.Binary(code == Type.LargeBinary);
      case Type.BinaryView -> new ArrowType.BinaryView();
      case Type.FixedSizeBinary -> {
        FixedSizeBinary bytes = (FixedSizeBinary) field.type(new FixedSizeBinary());
        yield new ArrowType.FixedSizeBinary(atLeast(1, bytes.byteWidth(), "a width", path));
      }
      case Type.Date -> date((Date) field.type(new Date()), path);
      case Type.Time -> time((Time) field.type(new Time()), path);
      case Type.Timestamp -> timestamp((Timestamp) field.type(new Timestamp()), path);
      case Type.Duration ->
          new ArrowType.Duration(unit(((Duration) field.type(new Duration())).unit(), path));
      case Type.Interval -> interval((Interval) field.type(new Interval()), path);
      case Type.Decimal -> decimal((Decimal) field.type(new Decimal()), path);
      case Type.Struct_ -> new ArrowType.Struct();
      case Type.List, Type.LargeList -> new ArrowType.List(code == Type.LargeList);
      case Type.ListView, Type.LargeListView -> new ArrowType.ListView(code == Type.LargeListView);
      case Type.FixedSizeList -> {
        FixedSizeList list = (FixedSizeList) field.type(new FixedSizeList());
        yield new ArrowType.FixedSizeList(atLeast(0, list.listSize(), "a size", path));
      }
      case Type.Map -> new ArrowType.Map(((Map) field.type(new Map())).keysSorted());
      case Type.RunEndEncoded -> new ArrowType.RunEndEncoded(Integer.SIZE);
      case Type.Union -> throw failure(path, "a type that Parquet can hold", "a union");
      default -> throw failure(path, "a type of Arrow's format", "number " + code);
    };
  }

  /// Integers, also those of dictionary indices.
  static ArrowType.Int integer(Int type, String path) {
    int bits = type.bitWidth();
    return switch (bits) {
      case Byte.SIZE, Short.SIZE, Integer.SIZE, Long.SIZE ->
          new ArrowType.Int(bits, type.isSigned());
      default -> throw failure(path, "integers of 8, 16, 32 or 64 bits", String.valueOf(bits));
    };
  }

  private static ArrowType real(FloatingPoint type, String path) {
    return new ArrowType.FloatingPoint(
        switch (type.precision()) {
          case Precision.HALF -> Short.SIZE;
          case Precision.SINGLE -> Float.SIZE;
          case Precision.DOUBLE -> Double.SIZE;
          default -> throw failure(path, "a precision", "number " + type.precision());
        });
  }

  private static ArrowType date(Date type, String path) {
    return new ArrowType.Date(
        switch (type.unit()) {
          case DateUnit.DAY -> false;
          case DateUnit.MILLISECOND -> true;
          default -> throw failure(path, "a unit of dates", "number " + type.unit());
        });
  }

  private static ArrowType time(Time type, String path) {
    ArrowType time = new ArrowType.Time(unit(type.unit(), path));
    if (type.bitWidth() != time.slotBits()) {
      throw failure(path, time.toString(), type.bitWidth() + " bits");
    }
    return time;
  }

  private static ArrowType timestamp(Timestamp type, String path) {
    String zone = type.timezone();
    return new ArrowType.Timestamp(
        unit(type.unit(), path), zone == null || zone.isEmpty() ? null : zone);
  }

  private static ArrowType interval(Interval type, String path) {
    return new ArrowType.Interval(
        switch (type.unit()) {
          case org.apache.arrow.flatbuf.IntervalUnit.YEAR_MONTH -> IntervalUnit.YEAR_MONTH;
          case org.apache.arrow.flatbuf.IntervalUnit.DAY_TIME -> IntervalUnit.DAY_TIME;
          case org.apache.arrow.flatbuf.IntervalUnit.MONTH_DAY_NANO -> IntervalUnit.MONTH_DAY_NANO;
          default -> throw failure(path, "a unit of intervals", "number " + type.unit());
        });
  }

  private static ArrowType decimal(Decimal type, String path) {
    int bits = type.bitWidth();
    int digits =
        switch (bits) {
          case 32 -> 9;
          case 64 -> 18;
          case 128 -> 38;
          case 256 -> 76;
          default -> throw failure(path, "decimals of 32 to 256 bits", String.valueOf(bits));
        };
    int precision = atLeast(1, type.precision(), "a precision", path);
    if (precision > digits) {
      throw failure(path, "at most %d digits in %d bits".formatted(digits, bits), precision + "");
    }
    return new ArrowType.Decimal(bits, precision, type.scale());
  }

  private static TimeUnit unit(short unit, String path) {
    return switch (unit) {
      case org.apache.arrow.flatbuf.TimeUnit.SECOND -> TimeUnit.SECOND;
      case org.apache.arrow.flatbuf.TimeUnit.MILLISECOND -> TimeUnit.MILLISECOND;
      case org.apache.arrow.flatbuf.TimeUnit.MICROSECOND -> TimeUnit.MICROSECOND;
      case org.apache.arrow.flatbuf.TimeUnit.NANOSECOND -> TimeUnit.NANOSECOND;
      default -> throw failure(path, "a unit of time", "number " + unit);
    };
  }

  private static int atLeast(int least, int number, String what, String path) {
    if (number < least) {
      throw failure(path, "%s of at least %d".formatted(what, least), String.valueOf(number));
    }
    return number;
  }

  static SchemaException failure(String path, String expected, String got) {
    return new SchemaException(
        "Arrow schema: %s: expected %s, got %s".formatted(path, expected, got));
  }
}
