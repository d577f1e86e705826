package dev.frazil.engine.arrow;

import static dev.frazil.engine.arrow.CDataColumn.int32s;
import static dev.frazil.engine.arrow.CDataColumn.int64s;
import static java.util.Arrays.asList;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.WriteException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Casts to the layouts that Parquet stores: views, runs, intervals, float16, wide decimals; and
/// casts of columns below other columns.
class StorageCastTest {
  private static final ArrowType INTERVAL = new ArrowType.FixedSizeBinary(12);

  @Test
  void viewsBecomeStringsAndBytes() throws IOException {
    String text = "a text of more than twelve bytes";
    CDataColumn views = CDataNested.views("x", "vu", "", null, "short", text, "é" + text, text);
    List<@Nullable String> values = asList("", null, "short", text, "é" + text, text);
    CastTrial.expect(values, views, new ArrowType.Utf8(false));
    CDataColumn bytes = CDataNested.views("x", "vz", text, null);
    CastTrial.expect(asList(boxed(text), null), bytes, new ArrowType.Binary(false));
  }

  @Test
  void runsBecomeTheirValues() throws IOException {
    CDataColumn runs =
        CDataNested.runs("x", new int[] {2, 3, 5}, CDataColumn.strings("v", "a", null, "c"));
    CastTrial.expect(asList("a", "a", null, "c", "c"), runs, new ArrowType.Utf8(false));
    CDataColumn days =
        CDataNested.runs(
            "x", new int[] {1, 3}, CDataColumn.integers("v", "tdm", 8, 86_400_000L, 0));
    CastTrial.expect(List.of(1L, 0L, 0L), days, new ArrowType.Date(false));
    CDataColumn wrong =
        CDataNested.runs("x", new int[] {2, 3}, CDataColumn.integers("v", "tdm", 8, 0, 1));
    CastTrial.fail(
        "row 2: expected a multiple of 86400000, got 1", wrong, new ArrowType.Date(false));
    CDataColumn dictionary =
        CDataColumn.ints("v", 1, 0).dictionary(CDataColumn.strings("d", "x", "y"));
    CastTrial.expect(
        List.of("y", "x", "x"),
        CDataNested.runs("x", new int[] {1, 3}, dictionary),
        new ArrowType.Utf8(false));
  }

  @Test
  void intervalsAreMonthsDaysAndMilliseconds() throws IOException {
    CDataColumn months = CDataColumn.of("x", "tiM", 2, null, int32s(14, Integer.MAX_VALUE));
    CastTrial.expect(
        List.of(interval(14, 0, 0), interval(Integer.MAX_VALUE, 0, 0)), months, INTERVAL);
    CDataColumn days = CDataColumn.of("x", "tiD", 2, null, int32s(3, 5, 0, Integer.MAX_VALUE));
    CastTrial.expect(List.of(interval(0, 3, 5), interval(0, 0, Integer.MAX_VALUE)), days, INTERVAL);
    CastTrial.expect(
        asList(interval(1, 2, 3), null, interval(0, 0, -1)),
        nanos("v.v", 1, 2, 3_000_000, -1, -1, -1, 0, 0, 0xFFFF_FFFFL * 1_000_000),
        INTERVAL);
  }

  @Test
  void anIntervalThatParquetCannotHoldIsNamed() {
    CastTrial.fail(
        "row 1: expected 0 or more months, got -1",
        CDataColumn.of("x", "tiM", 2, null, int32s(0, -1)),
        INTERVAL);
    CastTrial.fail(
        "row 0: expected 0 or more days, got -2",
        CDataColumn.of("x", "tiD", 1, null, int32s(-2, 0)),
        INTERVAL);
    CastTrial.fail(
        "row 0: expected 0 or more milliseconds, got -2147483648",
        CDataColumn.of("x", "tiD", 1, null, int32s(0, Integer.MIN_VALUE)),
        INTERVAL);
    CastTrial.fail("row 0: expected 0 or more months, got -3", nanos("v", -3, 0, 0), INTERVAL);
    CastTrial.fail("row 0: expected 0 or more days, got -4", nanos("v", 0, -4, 0), INTERVAL);
    String millis = "expected whole milliseconds from 0 to 4294967295, got ";
    CastTrial.fail(
        "row 0: " + millis + "-1000000 nanoseconds", nanos("v", 0, 0, -1_000_000), INTERVAL);
    CastTrial.fail(
        "row 1: " + millis + "1500000 nanoseconds",
        nanos("vv", 0, 0, 0, 0, 0, 1_500_000),
        INTERVAL);
    long tooMany = 0x1_0000_0000L * 1_000_000;
    CastTrial.fail(
        "row 0: " + millis + tooMany + " nanoseconds", nanos("v", 0, 0, tooMany), INTERVAL);
  }

  @Test
  void halfFloatsAndDurationsStayAsTheyAre() throws IOException {
    CastTrial.expect(
        asList(List.of((byte) 0x01, (byte) 0x7E), null),
        CDataColumn.integers("x", "e", 2, 0x7E01, null),
        new ArrowType.FixedSizeBinary(2));
    CastTrial.expect(
        asList(-5L, null),
        CDataColumn.integers("x", "tDu", 8, -5, null),
        new ArrowType.Int(64, true));
  }

  @Test
  void wideDecimalsOfEveryPrecisionTakeTheFewestBytes() throws IOException {
    for (int precision = 1; precision <= 76; precision++) {
      BigInteger most = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
      BigInteger[] values = {most, most.negate(), BigInteger.ZERO, BigInteger.ONE.negate()};
      CDataColumn column = CDataColumn.decimals("x", 32, precision, 0, values);
      int width = most.bitLength() / 8 + 1;
      List<List<Byte>> stored =
          Arrays.stream(values).map(value -> bigEndian(value, width)).toList();
      CastTrial.expect(stored, column, new ArrowType.FixedSizeBinary(width));
      if (precision <= 18) {
        ArrowType narrow = new ArrowType.Decimal(precision <= 9 ? 32 : 64, precision, 0);
        CastTrial.expect(List.of(values), column, narrow);
      }
      BigInteger over = BigInteger.TEN.pow(precision);
      for (BigInteger value : List.of(over, over.negate())) {
        CastTrial.fail(
            "row 2: expected an unscaled value of at most %s, got %s".formatted(most, value),
            CDataColumn.decimals("x", 32, precision, 0, BigInteger.ONE, null, value),
            new ArrowType.FixedSizeBinary(width));
      }
    }
    BigInteger huge = BigInteger.TWO.pow(200);
    CastTrial.fail(
        "row 0: expected an unscaled value of at most 99, got " + huge,
        CDataColumn.decimals("x", 32, 2, 0, huge),
        new ArrowType.Decimal(32, 2, 0));
  }

  @Test
  void whatNoRowReachesDoesNotFail() throws IOException {
    CDataColumn times = CDataColumn.integers("t", "ttu", 8, 1, Long.MAX_VALUE, 3);
    CDataColumn struct = CDataNested.struct("s", "v.v", times);
    List<@Nullable Object> stored =
        below(struct, new ArrowType.Time(ArrowType.TimeUnit.MICROSECOND));
    assertEquals(List.of(1L, 3L), List.of(stored.get(0), stored.get(2)));
    WriteException failure =
        assertThrows(
            WriteException.class,
            () ->
                below(
                    CDataNested.struct("s", "vv.", times),
                    new ArrowType.Time(ArrowType.TimeUnit.MICROSECOND)));
    assertEquals(
        "cast of time64[us] to time64[us]: s.t: row 1: expected 0 to 86399999999, got "
            + Long.MAX_VALUE,
        failure.getMessage());
    CDataColumn interval =
        CDataNested.fixedSizeList("l", ".v", 1, CDataColumn.of("t", "tiM", 2, null, int32s(-1, 5)));
    assertEquals(interval(5, 0, 0), below(interval, INTERVAL).get(1));
    CDataColumn views = CDataNested.views("t", "vu", "a", "a text of more than twelve bytes");
    System.arraycopy(int32s(77), 0, requireNonNull(views.buffers.get(1)), 16, 4);
    assertEquals(
        "a", below(CDataNested.struct("s", "v.", views), new ArrowType.Utf8(true)).getFirst());
  }

  @Test
  void onlyTheSlotsFromTheFirstReachedOneAreConverted() throws IOException {
    BigInteger big = BigInteger.TEN.pow(9);
    CDataColumn element =
        CDataColumn.decimals("t", 16, 9, 0, big, big, BigInteger.ONE, null, BigInteger.TWO, big);
    CDataColumn list = CDataNested.list("l", "vvv", new int[] {0, 2, 4, 5}, element).slice(1, 2);
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CastTrial.batch(list));
        RecordBatch batch = requireNonNull(source.next())) {
      ArrowColumn lists = batch.columns().getFirst();
      ArrowColumn elements = lists.children().getFirst();
      ReachedSlots reached = ReachedSlots.all().below(lists);
      assertEquals(2, reached.first());
      ArrowField to = new ArrowField("t", new ArrowType.Decimal(32, 9, 0), true);
      try (ColumnCast cast = ColumnCast.of(elements.field(), to)) {
        ArrowColumn stored = cast.apply(elements, reached, "l.element");
        assertEquals(5, stored.length());
        assertEquals(1, stored.nullCount());
        List<@Nullable Object> values = ColumnValues.of(stored, 2);
        assertEquals(asList(BigInteger.ONE, null, BigInteger.TWO), values);
      }
    }
  }

  private static CDataColumn nanos(String validity, long... monthsDaysNanos) {
    long[] words = new long[validity.length() * 2];
    for (int i = 0; i < validity.length(); i++) {
      words[2 * i] = (monthsDaysNanos[3 * i] & 0xFFFF_FFFFL) | (monthsDaysNanos[3 * i + 1] << 32);
      words[2 * i + 1] = monthsDaysNanos[3 * i + 2];
    }
    return CDataColumn.of("x", "tin", validity.length(), CDataNested.bits(validity), int64s(words))
        .nullCount(-1);
  }

  private static List<Byte> interval(int months, int days, int millis) {
    List<Byte> bytes = new ArrayList<>();
    for (byte b : int32s(months, days, millis)) {
      bytes.add(b);
    }
    return bytes;
  }

  private static List<Byte> boxed(String text) {
    List<Byte> bytes = new ArrayList<>();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      bytes.add(b);
    }
    return bytes;
  }

  private static List<Byte> bigEndian(BigInteger value, int width) {
    List<Byte> bytes = new ArrayList<>();
    for (int i = width - 1; i >= 0; i--) {
      bytes.add(value.shiftRight(8 * i).byteValue());
    }
    return bytes;
  }

  /// The first child of a column, cast.
  private static List<@Nullable Object> below(CDataColumn data, ArrowType type) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CastTrial.batch(data));
        RecordBatch batch = requireNonNull(source.next())) {
      ArrowColumn parent = batch.columns().getFirst();
      ArrowColumn child = parent.children().getFirst();
      ArrowField field = child.field();
      try (ColumnCast cast = ColumnCast.of(field, new ArrowField("x", type, true))) {
        String path = parent.field().name() + "." + field.name();
        return ColumnValues.of(cast.apply(child, ReachedSlots.all().below(parent), path));
      }
    }
  }
}
