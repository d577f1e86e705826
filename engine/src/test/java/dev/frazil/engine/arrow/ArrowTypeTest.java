package dev.frazil.engine.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import org.junit.jupiter.api.Test;

class ArrowTypeTest {
  @Test
  void typesAreNamedAsArrowNamesThem() {
    assertName("bool", new ArrowType.Bool());
    assertName("int8", new ArrowType.Int(8, true));
    assertName("uint64", new ArrowType.Int(64, false));
    assertName("float32", new ArrowType.FloatingPoint(32));
    assertName("utf8", new ArrowType.Utf8(false));
    assertName("large_utf8", new ArrowType.Utf8(true));
    assertName("binary", new ArrowType.Binary(false));
    assertName("large_binary", new ArrowType.Binary(true));
    assertName("fixed_size_binary(16)", new ArrowType.FixedSizeBinary(16));
    assertName("date32", new ArrowType.Date(false));
    assertName("date64", new ArrowType.Date(true));
    assertName("time32[ms]", new ArrowType.Time(TimeUnit.MILLISECOND));
    assertName("time64[ns]", new ArrowType.Time(TimeUnit.NANOSECOND));
    assertName("timestamp[s]", new ArrowType.Timestamp(TimeUnit.SECOND, null));
    assertName("timestamp[us, UTC]", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"));
    assertName("decimal128(38, 10)", new ArrowType.Decimal(128, 38, 10));
    assertName("decimal256(76, 0)", new ArrowType.Decimal(256, 76, 0));
    assertName("null", new ArrowType.Null());
    assertName("float16", new ArrowType.FloatingPoint(16));
    assertName("utf8_view", new ArrowType.Utf8View());
    assertName("binary_view", new ArrowType.BinaryView());
    assertName("duration[us]", new ArrowType.Duration(TimeUnit.MICROSECOND));
    assertName("interval[year_month]", new ArrowType.Interval(IntervalUnit.YEAR_MONTH));
    assertName("interval[month_day_nano]", new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO));
    assertName("struct", new ArrowType.Struct());
    assertName("list", new ArrowType.List(false));
    assertName("large_list", new ArrowType.List(true));
    assertName("list_view", new ArrowType.ListView(false));
    assertName("large_list_view", new ArrowType.ListView(true));
    assertName("fixed_size_list(3)", new ArrowType.FixedSizeList(3));
    assertName("map", new ArrowType.Map(true));
    assertName("run_end_encoded", new ArrowType.RunEndEncoded(16));
  }

  private static void assertName(String name, ArrowType type) {
    assertEquals(name, type.toString());
  }

  @Test
  void onlyOffsetsChangeTheirWidth() {
    assertEquals(new ArrowType.Utf8(true), new ArrowType.Utf8(false).withOffsets(true));
    assertEquals(new ArrowType.Binary(false), new ArrowType.Binary(true).withOffsets(false));
    ArrowType fixed = new ArrowType.FixedSizeBinary(8);
    assertEquals(fixed, fixed.withOffsets(true));
  }
}
