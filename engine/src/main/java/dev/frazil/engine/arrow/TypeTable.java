package dev.frazil.engine.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import org.apache.arrow.flatbuf.Binary;
import org.apache.arrow.flatbuf.BinaryView;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.LargeBinary;
import org.apache.arrow.flatbuf.LargeList;
import org.apache.arrow.flatbuf.LargeListView;
import org.apache.arrow.flatbuf.LargeUtf8;
import org.apache.arrow.flatbuf.List;
import org.apache.arrow.flatbuf.ListView;
import org.apache.arrow.flatbuf.Map;
import org.apache.arrow.flatbuf.Null;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.RunEndEncoded;
import org.apache.arrow.flatbuf.Struct_;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;
import org.apache.arrow.flatbuf.Utf8View;
import org.jspecify.annotations.Nullable;

/// Types as members of the union `Type` of Schema.fbs.
final class TypeTable {
  private TypeTable() {}

  /// Which member of the union a type is.
  static byte code(ArrowType type) {
    return switch (type) {
      case ArrowType.Null() -> Type.Null;
      case ArrowType.Bool() -> Type.Bool;
      case ArrowType.Int _ -> Type.Int;
      case ArrowType.FloatingPoint _ -> Type.FloatingPoint;
      case ArrowType.Utf8(boolean large) -> large ? Type.LargeUtf8 : Type.Utf8;
      case ArrowType.Utf8View() -> Type.Utf8View;
      case ArrowType.Binary(boolean large) -> large ? Type.LargeBinary : Type.Binary;
      case ArrowType.BinaryView() -> Type.BinaryView;
      case ArrowType.FixedSizeBinary _ -> Type.FixedSizeBinary;
      case ArrowType.Date _ -> Type.Date;
      case ArrowType.Time _ -> Type.Time;
      case ArrowType.Timestamp _ -> Type.Timestamp;
      case ArrowType.Duration _ -> Type.Duration;
      case ArrowType.Interval _ -> Type.Interval;
      case ArrowType.Decimal _ -> Type.Decimal;
      case ArrowType.Struct() -> Type.Struct_;
      case ArrowType.List(boolean large) -> large ? Type.LargeList : Type.List;
      case ArrowType.ListView(boolean large) -> large ? Type.LargeListView : Type.ListView;
      case ArrowType.FixedSizeList _ -> Type.FixedSizeList;
      case ArrowType.Map _ -> Type.Map;
      case ArrowType.RunEndEncoded _ -> Type.RunEndEncoded;
    };
  }

  /// Writes the table of a type.
  ///
  /// @return its offset
  static int write(FlatBufferBuilder builder, ArrowType type) {
    return switch (type) {
      case ArrowType.Int(int bits, boolean signed) -> Int.createInt(builder, bits, signed);
      case ArrowType.FloatingPoint(int bits) ->
          FloatingPoint.createFloatingPoint(builder, precision(bits));
      case ArrowType.FixedSizeBinary(int width) ->
          FixedSizeBinary.createFixedSizeBinary(builder, width);
      case ArrowType.Date(boolean millis) ->
          Date.createDate(builder, millis ? DateUnit.MILLISECOND : DateUnit.DAY);
      case ArrowType.Time time ->
          Time.createTime(builder, unit(time.unit()), (int) time.slotBits());
      case ArrowType.Timestamp(ArrowType.TimeUnit unit, String zone) ->
          timestamp(builder, unit, zone);
      case ArrowType.Duration(ArrowType.TimeUnit unit) ->
          Duration.createDuration(builder, unit(unit));
      case ArrowType.Interval(ArrowType.IntervalUnit unit) ->
          Interval.createInterval(builder, unit(unit));
      case ArrowType.Decimal(int bits, int precision, int scale) ->
          Decimal.createDecimal(builder, precision, scale, bits);
      case ArrowType.FixedSizeList(int size) -> FixedSizeList.createFixedSizeList(builder, size);
      case ArrowType.Map(boolean keysSorted) -> Map.createMap(builder, keysSorted);
      case ArrowType.Utf8(boolean large) -> text(builder, large);
      case ArrowType.Binary(boolean large) -> bytes(builder, large);
      case ArrowType.List(boolean large) -> list(builder, large);
      case ArrowType.ListView(boolean large) -> listView(builder, large);
      case ArrowType.Null() -> nulls(builder);
      case ArrowType.Bool() -> bools(builder);
      case ArrowType.Utf8View() -> utf8Views(builder);
      case ArrowType.BinaryView() -> binaryViews(builder);
      case ArrowType.Struct() -> structs(builder);
      case ArrowType.RunEndEncoded _ -> runEndEncodeds(builder);
    };
  }

  private static int nulls(FlatBufferBuilder builder) {
    Null.startNull(builder);
    return Null.endNull(builder);
  }

  private static int bools(FlatBufferBuilder builder) {
    Bool.startBool(builder);
    return Bool.endBool(builder);
  }

  private static int utf8Views(FlatBufferBuilder builder) {
    Utf8View.startUtf8View(builder);
    return Utf8View.endUtf8View(builder);
  }

  private static int binaryViews(FlatBufferBuilder builder) {
    BinaryView.startBinaryView(builder);
    return BinaryView.endBinaryView(builder);
  }

  private static int structs(FlatBufferBuilder builder) {
    Struct_.startStruct_(builder);
    return Struct_.endStruct_(builder);
  }

  private static int runEndEncodeds(FlatBufferBuilder builder) {
    RunEndEncoded.startRunEndEncoded(builder);
    return RunEndEncoded.endRunEndEncoded(builder);
  }

  private static int text(FlatBufferBuilder builder, boolean large) {
    if (large) {
      LargeUtf8.startLargeUtf8(builder);
      return LargeUtf8.endLargeUtf8(builder);
    }
    Utf8.startUtf8(builder);
    return Utf8.endUtf8(builder);
  }

  private static int bytes(FlatBufferBuilder builder, boolean large) {
    if (large) {
      LargeBinary.startLargeBinary(builder);
      return LargeBinary.endLargeBinary(builder);
    }
    Binary.startBinary(builder);
    return Binary.endBinary(builder);
  }

  private static int list(FlatBufferBuilder builder, boolean large) {
    if (large) {
      LargeList.startLargeList(builder);
      return LargeList.endLargeList(builder);
    }
    List.startList(builder);
    return List.endList(builder);
  }

  private static int listView(FlatBufferBuilder builder, boolean large) {
    if (large) {
      LargeListView.startLargeListView(builder);
      return LargeListView.endLargeListView(builder);
    }
    ListView.startListView(builder);
    return ListView.endListView(builder);
  }

  private static int timestamp(
      FlatBufferBuilder builder, ArrowType.TimeUnit unit, @Nullable String zone) {
    int name = zone == null ? 0 : builder.createString(zone);
    Timestamp.startTimestamp(builder);
    Timestamp.addUnit(builder, unit(unit));
    if (zone != null) {
      Timestamp.addTimezone(builder, name);
    }
    return Timestamp.endTimestamp(builder);
  }

  private static short precision(int bits) {
    return switch (bits) {
      case 16 -> Precision.HALF;
      case 32 -> Precision.SINGLE;
      default -> Precision.DOUBLE;
    };
  }

  private static short unit(ArrowType.TimeUnit unit) {
    return switch (unit) {
      case SECOND -> TimeUnit.SECOND;
      case MILLISECOND -> TimeUnit.MILLISECOND;
      case MICROSECOND -> TimeUnit.MICROSECOND;
      case NANOSECOND -> TimeUnit.NANOSECOND;
    };
  }

  private static short unit(ArrowType.IntervalUnit unit) {
    return switch (unit) {
      case YEAR_MONTH -> IntervalUnit.YEAR_MONTH;
      case DAY_TIME -> IntervalUnit.DAY_TIME;
      case MONTH_DAY_NANO -> IntervalUnit.MONTH_DAY_NANO;
    };
  }
}
