package dev.frazil.engine.arrow;

import static dev.frazil.engine.arrow.CastTrial.batch;
import static dev.frazil.engine.arrow.CastTrial.expect;
import static dev.frazil.engine.arrow.CastTrial.fail;
import static dev.frazil.engine.arrow.CastTrial.longs;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Sources come from raw C structs, sound and sliced; expected values are arithmetic done here.
class ColumnCastTest {
  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final ArrowType INT64 = new ArrowType.Int(64, true);
  private static final BigInteger TEN_38 = BigInteger.TEN.pow(38);

  @Test
  void theSameTypeKeepsTheBuffersUnderTheNewField() throws IOException {
    ArrowField to = new ArrowField("renamed", INT32, false);
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(batch(CDataColumn.ints("a", 1, 2)));
        RecordBatch batch = requireNonNull(source.next());
        ColumnCast cast = ColumnCast.of(source.schema().fields().getFirst(), to)) {
      ArrowColumn column = batch.columns().getFirst();
      ArrowColumn result = cast.apply(column);
      assertSame(to, result.field());
      assertEquals(column.values(), result.values());
    }
  }

  @Test
  void integersWidenWithTheirSign() throws IOException {
    expect(longs(-128, null, 127), integers("c", 1, -128, null, 127), INT32);
    expect(longs(0, null, 255), integers("C", 1, 0, null, 255), INT32);
    expect(longs(-32768, null, 32767), integers("s", 2, -32768, null, 32767), INT32);
    expect(longs(0, null, 65535), integers("S", 2, 0, null, 65535), INT32);
    expect(longs(-128, null, 127), integers("c", 1, -128, null, 127), INT64);
    expect(longs(0, null, 255), integers("C", 1, 0, null, 255), INT64);
    expect(longs(-32768, null, 32767), integers("s", 2, -32768, null, 32767), INT64);
    expect(longs(0, null, 65535), integers("S", 2, 0, null, 65535), INT64);
    expect(
        longs(Integer.MIN_VALUE, null, Integer.MAX_VALUE),
        integers("i", 4, Integer.MIN_VALUE, null, Integer.MAX_VALUE),
        INT64);
    expect(longs(0, null, 0xFFFF_FFFFL), integers("I", 4, 0, null, 0xFFFF_FFFFL), INT64);
    expect(longs(-1L), integers("L", 8, -1L), new ArrowType.Int(64, false));
  }

  @Test
  void integersNeverNarrowOrChangeTheirSign() {
    refuse("l", INT32);
    refuse("I", INT32);
    refuse("L", INT64);
    refuse("i", new ArrowType.Int(64, false));
    refuse("i", new ArrowType.FloatingPoint(64));
    refuse("i", new ArrowType.Bool());
    refuse("g", new ArrowType.FloatingPoint(32));
    refuse("tdD", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null));
    refuse("tsu:", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"));
    refuse("tsu:UTC", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null));
    refuse("tsu:", new ArrowType.Date(false));
    refuse("ttu", new ArrowType.Time(TimeUnit.SECOND));
    refuse("z", new ArrowType.Utf8(false));
    refuse("u", new ArrowType.FixedSizeBinary(2));
    refuse("z", new ArrowType.FixedSizeBinary(2));
    refuse("w:4", new ArrowType.FixedSizeBinary(5));
    refuse("d:9,2", new ArrowType.Decimal(128, 9, 3));
    refuse("d:9,2", new ArrowType.Decimal(32, 10, 2));
    refuse("d:20,0", new ArrowType.FixedSizeBinary(8));
    refuse("d:20,0", new ArrowType.FixedSizeBinary(17));
  }

  @Test
  void aRefusalNamesColumnAndTypes() {
    SchemaException refusal =
        assertThrows(
            SchemaException.class,
            () ->
                ColumnCast.of(
                    new ArrowField("in", INT64, true), new ArrowField("out", INT32, true)));
    assertEquals(
        "cast: out: expected a type that becomes int32 without loss, got int64",
        refusal.getMessage());
  }

  @Test
  void floatsBecomeDoublesOfTheSameValue() throws IOException {
    expect(
        Arrays.asList(0.1f + 0.0, null, -0.0, Double.POSITIVE_INFINITY, (double) Float.MIN_VALUE),
        CDataColumn.floats("x", 0.1f, null, -0.0f, Float.POSITIVE_INFINITY, Float.MIN_VALUE),
        new ArrowType.FloatingPoint(64));
  }

  @Test
  void datesInMillisecondsBecomeDays() throws IOException {
    long day = 86_400_000;
    expect(
        longs(-1, null, 0, Integer.MAX_VALUE, Integer.MIN_VALUE),
        integers("tdm", 8, -day, null, 0, Integer.MAX_VALUE * day, Integer.MIN_VALUE * day),
        new ArrowType.Date(false));
    fail(
        "row 1: expected a multiple of 86400000, got -1",
        integers("tdm", 8, day, -1),
        new ArrowType.Date(false));
    fail(
        "row 2: expected -185542587187200000 to 185542587100800000, got 185542587187200000",
        integers("tdm", 8, null, day, (Integer.MAX_VALUE + 1L) * day),
        new ArrowType.Date(false));
  }

  @Test
  void timesOfDayChangeTheirUnitExactly() throws IOException {
    ArrowType millis = new ArrowType.Time(TimeUnit.MILLISECOND);
    ArrowType micros = new ArrowType.Time(TimeUnit.MICROSECOND);
    ArrowType nanos = new ArrowType.Time(TimeUnit.NANOSECOND);
    expect(longs(0, null, 86_399_000), integers("tts", 4, 0, null, 86_399), millis);
    expect(longs(86_399_000_000L, null), integers("tts", 4, 86_399, null), micros);
    expect(longs(1_000_000_000, null), integers("tts", 4, 1, null), nanos);
    expect(longs(5_000, null), integers("ttm", 4, 5, null), micros);
    expect(longs(5_000_000, null), integers("ttm", 4, 5, null), nanos);
    expect(longs(5, null), integers("ttu", 8, 5_000, null), millis);
    expect(longs(5_000, null), integers("ttu", 8, 5, null), nanos);
    expect(longs(86_399_999_999L), integers("ttu", 8, 86_399_999_999L), micros);
    expect(longs(7, null), integers("ttn", 8, 7_000, null), micros);
    expect(longs(7, null), integers("ttn", 8, 7_000_000, null), millis);
    fail("row 1: expected a multiple of 1000, got 7001", integers("ttn", 8, 0, 7_001), micros);
    fail("row 0: expected 0 to 86399, got 86400", integers("tts", 4, 86_400), millis);
    fail("row 0: expected 0 to 86399999999, got -1", integers("ttu", 8, -1), micros);
  }

  @Test
  void timestampsChangeTheirUnitExactlyOrFail() throws IOException {
    ArrowType millis = new ArrowType.Timestamp(TimeUnit.MILLISECOND, null);
    ArrowType micros = new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
    ArrowType utcNanos = new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC");
    expect(longs(-5_000, null), integers("tss:", 8, -5, null), millis);
    expect(longs(-5_000_000, null), integers("tss:", 8, -5, null), micros);
    expect(longs(-5_000, null), integers("tsm:", 8, -5, null), micros);
    expect(longs(-5, null), integers("tsn:", 8, -5_000, null), micros);
    expect(
        longs(9_223_372_036_854_775_000L, -9_223_372_036_854_775_000L),
        integers("tsu:Europe/Paris", 8, 9_223_372_036_854_775L, -9_223_372_036_854_775L),
        utcNanos);
    fail(
        "row 0: expected -9223372036854775 to 9223372036854775, got 9223372036854776",
        integers("tsu:+01:00", 8, 9_223_372_036_854_776L),
        utcNanos);
    fail("row 1: expected a multiple of 1000, got -1", integers("tsn:", 8, 0, -1), micros);
    fail(
        "row 1: expected -9223372036854775 to 9223372036854775, got " + Long.MIN_VALUE,
        integers("tss:", 8, null, Long.MIN_VALUE),
        millis);
  }

  @Test
  void textIsBytesAndKeepsTheWidthOfItsOffsets() throws IOException {
    expect(
        Arrays.asList("a", null, "é"),
        CDataColumn.strings("x", "a", null, "é"),
        new ArrowType.Utf8(true));
    expect(
        List.of(List.of((byte) 'h', (byte) 'i')),
        CDataColumn.binary("x", "U", "hi".getBytes(UTF_8)),
        new ArrowType.Binary(false));
    expect(
        Arrays.asList(List.of((byte) 1, (byte) 2), null, List.of((byte) 3, (byte) 4)),
        CDataColumn.fixed("x", 2, new byte[] {1, 2}, null, new byte[] {3, 4}),
        new ArrowType.Binary(false));
  }

  @Test
  void decimalsChangeTheirWidth() throws IOException {
    for (int from : new int[] {4, 8, 16}) {
      CDataColumn source =
          CDataColumn.decimals("x", from, 9, 2, big("999999999"), null, big("-999999999"));
      List<@Nullable Object> values = Arrays.asList(big("999999999"), null, big("-999999999"));
      for (int to : new int[] {32, 64, 128}) {
        expect(values, source, new ArrowType.Decimal(to, 9, 2));
      }
    }
  }

  @Test
  void decimalsBecomeBigEndianBytesOfEveryWidth() throws IOException {
    for (int precision = 1; precision <= 38; precision++) {
      BigInteger bound = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
      int least = bound.bitLength() / 8 + 1;
      for (int width = least; width <= 16; width++) {
        expect(
            Arrays.asList(
                bytes(bound, width), null, bytes(bound.negate(), width), bytes(big("-1"), width)),
            CDataColumn.decimals("x", 16, precision, 0, bound, null, bound.negate(), big("-1")),
            new ArrowType.FixedSizeBinary(width));
      }
    }
    expect(
        Arrays.asList(bytes(big("-5"), 9), null),
        CDataColumn.decimals("x", 4, 5, 0, big("-5"), null),
        new ArrowType.FixedSizeBinary(9));
    expect(
        Arrays.asList(bytes(big("-5"), 3), null),
        CDataColumn.decimals("x", 8, 5, 0, big("-5"), null),
        new ArrowType.FixedSizeBinary(3));
  }

  @Test
  void aDecimalWithTooManyDigitsIsAnErrorEvenAtTheSamePrecision() throws IOException {
    fail(
        "row 1: expected an unscaled value of at most 999, got 1000",
        CDataColumn.decimals("x", 16, 3, 0, big("999"), big("1000")),
        new ArrowType.Decimal(128, 3, 0));
    fail(
        "row 0: expected an unscaled value of at most 99, got -100",
        CDataColumn.decimals("x", 8, 3, 0, big("-100")),
        new ArrowType.Decimal(32, 2, 0));
    BigInteger least = BigInteger.TWO.pow(127).negate();
    for (BigInteger beyond : List.of(TEN_38, TEN_38.negate(), least, least.not())) {
      fail(
          "row 0: expected an unscaled value of at most "
              + TEN_38.subtract(BigInteger.ONE)
              + ", got "
              + beyond,
          CDataColumn.decimals("x", 16, 38, 0, beyond),
          new ArrowType.FixedSizeBinary(16));
    }
    fail(
        "row 0: expected an unscaled value of at most 9, got 18446744073709551616",
        CDataColumn.decimals("x", 16, 1, 0, BigInteger.TWO.pow(64)),
        new ArrowType.Decimal(32, 1, 0));
  }

  private static void refuse(String format, ArrowType to) {
    ArrowField from = new ArrowField("x", ArrowFormat.parse(format, "x"), true);
    assertThrows(
        SchemaException.class,
        () -> ColumnCast.of(from, new ArrowField("x", to, true)).close(),
        format);
  }

  private static CDataColumn integers(String format, int width, @Nullable Number... values) {
    return CDataColumn.integers("x", format, width, values);
  }

  private static BigInteger big(String digits) {
    return new BigInteger(digits);
  }

  private static List<Byte> bytes(BigInteger value, int width) {
    List<Byte> bytes = new ArrayList<>();
    for (int i = width - 1; i >= 0; i--) {
      bytes.add(value.shiftRight(8 * i).byteValue());
    }
    return bytes;
  }
}
