package dev.frazil.engine.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
