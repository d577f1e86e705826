package dev.frazil.engine.arrow;

import static java.util.Arrays.asList;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.ArrowImportException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Values of slots as Java objects, type by type, and of random nested columns against the plain
/// decoder of the tests.
class SlotValuesTest {
  @Test
  void integersKeepTheirWidthAndUnsignedOnesTheirValue() throws IOException {
    assertValues(asList((byte) -1, null), CDataColumn.integers("x", "c", 1, -1, null));
    assertValues(asList((short) 255, null), CDataColumn.integers("x", "C", 1, -1, null));
    assertValues(asList((short) -1, null), CDataColumn.integers("x", "s", 2, -1, null));
    assertValues(asList(65_535, null), CDataColumn.integers("x", "S", 2, -1, null));
    assertValues(asList(-1, null), CDataColumn.ints("x", -1, null));
    assertValues(asList(4_294_967_295L, null), CDataColumn.integers("x", "I", 4, -1, null));
    assertValues(asList(Long.MIN_VALUE, null), CDataColumn.longs("x", Long.MIN_VALUE, null));
    BigInteger most = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    assertValues(asList(most, null), CDataColumn.integers("x", "L", 8, -1, null));
  }

  @Test
  void numbersAndTextAreWhatTheyAre() throws IOException {
    assertValues(asList(true, null, false), CDataColumn.bools("x", true, null, false));
    CDataColumn bool8 = CDataColumn.integers("x", "c", 1, 2, 0, null);
    bool8.metadata(ArrowField.EXTENSION_NAME, ArrowField.BOOL8_EXTENSION);
    assertValues(asList(true, false, null), bool8);
    assertValues(asList(1f, -0f), CDataColumn.integers("x", "e", 2, 0x3C00, 0x8000));
    assertValues(asList(Float.MIN_VALUE, null), CDataColumn.floats("x", Float.MIN_VALUE, null));
    assertValues(asList(Double.NaN, null), CDataColumn.doubles("x", Double.NaN, null));
    for (int width : new int[] {4, 8, 16, 32}) {
      CDataColumn decimals = CDataColumn.decimals("x", width, 9, 2, BigInteger.valueOf(-50), null);
      assertValues(asList(new BigDecimal("-0.50"), null), decimals);
    }
    assertValues(asList("é", "", null), CDataColumn.strings("x", "é", "", null));
    byte[] bytes = "é".getBytes(StandardCharsets.UTF_8);
    assertValues(asList("é", null), CDataColumn.binary("x", "U", bytes, null));
    String text = "more than twelve bytes";
    assertValues(asList("short", text, null), CDataNested.views("x", "vu", "short", text, null));
    assertValues(asList(null, null), CDataNested.nulls("x", 2));
  }

  @Test
  void bytesAreCopiedAndUuidsHaveTheirOwnType() throws IOException {
    byte[] bytes = HexFormat.of().parseHex("f47ac10b58cc4372a5670e02b2c3d479");
    assertArrayEquals(bytes, (byte[]) values(CDataColumn.binary("x", "z", bytes)).getFirst());
    assertArrayEquals(bytes, (byte[]) values(CDataColumn.fixed("x", 16, bytes)).getFirst());
    assertArrayEquals(
        new byte[] {'b'}, (byte[]) values(CDataNested.views("x", "vz", "b")).getFirst());
    CDataColumn uuid =
        CDataColumn.fixed("x", 16, bytes, null)
            .metadata(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION);
    assertValues(asList(UUID.fromString("f47ac10b-58cc-4372-a567-0e02b2c3d479"), null), uuid);
  }

  @Test
  void datesAndTimesAreThoseOfJava() throws IOException {
    assertValues(asList(LocalDate.EPOCH.minusDays(1), null), integers("tdD", 4, -1, null));
    assertValues(List.of(LocalDate.EPOCH.minusDays(1)), integers("tdm", 8, -1));
    assertValues(List.of(LocalTime.of(0, 0, 59)), integers("tts", 4, 59));
    assertValues(List.of(LocalTime.ofNanoOfDay(1_000_000)), integers("ttm", 4, 1));
    assertValues(List.of(LocalTime.ofNanoOfDay(1_000)), integers("ttu", 8, 1));
    assertValues(List.of(LocalTime.MAX), integers("ttn", 8, 86_399_999_999_999L));
    assertValues(List.of(LocalDateTime.of(1969, 12, 31, 23, 59, 59)), integers("tss:", 8, -1));
    Instant instant = Instant.ofEpochSecond(-1, 999_999_999);
    assertValues(asList(instant, null), integers("tsn:Europe/Rome", 8, -1, null));
    assertValues(List.of(Instant.ofEpochMilli(-1)), integers("tsm:UTC", 8, -1));
    assertValues(List.of(Instant.EPOCH.plusNanos(1_000)), integers("tsu:UTC", 8, 1));
    assertValues(List.of(Duration.ofNanos(-1)), integers("tDn", 8, -1));
    assertValues(List.of(Duration.ofSeconds(Long.MIN_VALUE)), integers("tDs", 8, Long.MIN_VALUE));
    assertRefused("x: slot 1: expected a value of time32[s]", integers("tts", 4, 0, 86_400));
    assertRefused("expected a value of time64[us]", integers("ttu", 8, Long.MAX_VALUE));
    assertRefused("expected a value of timestamp[s]", integers("tss:", 8, Long.MAX_VALUE));
    assertRefused("expected a value of timestamp[s, UTC]", integers("tss:UTC", 8, Long.MAX_VALUE));
    // An instant that has no date in any zone.
    long last = Instant.MAX.getEpochSecond();
    assertRefused("expected a value of timestamp[s, UTC]", integers("tss:UTC", 8, last));
  }

  @Test
  void intervalsOfEveryUnitAreCounts() throws IOException {
    assertValues(List.of(new CalendarInterval(-14, 0, 0)), integers("tiM", 4, -14));
    CDataColumn dayTime =
        CDataColumn.of("x", "tiD", 1, null, CDataColumn.int32s(3, Integer.MIN_VALUE));
    long nanos = Integer.MIN_VALUE * 1_000_000L;
    assertValues(List.of(new CalendarInterval(0, 3, nanos)), dayTime);
    CDataColumn all = CDataColumn.of("x", "tin", 1, null, CDataColumn.int32s(1, -2, -1, -1));
    assertValues(List.of(new CalendarInterval(1, -2, -1)), all);
    assertEquals("P0D", new CalendarInterval(0, 0, 0).toString());
    assertEquals("P14M-3DT1.5S", new CalendarInterval(14, -3, 1_500_000_000).toString());
    assertEquals("PT-0.000000001S", new CalendarInterval(0, 0, -1).toString());
  }

  @Test
  void membersOfStructsKeepTheirOrder() throws IOException {
    CDataColumn struct =
        CDataNested.struct(
            "x", "v.", CDataColumn.ints("b", null, 1), CDataColumn.strings("a", "t", "u"));
    Object value = values(struct).getFirst();
    assertEquals("{b=null, a=t}", String.valueOf(value));
    CDataColumn map =
        CDataNested.map(
            "x",
            "vv",
            new int[] {0, 2, 2},
            CDataColumn.strings("key", "k", "k"),
            CDataColumn.ints("value", 1, null));
    assertEquals("[[k=1, k=null], []]", values(map).toString());
  }

  @Test
  void randomNestedColumnsHaveTheValuesOfThePlainDecoder() throws IOException {
    for (long seed = 0; seed < 300; seed++) {
      CDataColumn column = new RandomColumns(new Random(seed)).column("x", 12, 3);
      assertEquals(plain(column), normalized(values(column)), "seed " + seed);
    }
  }

  private static CDataColumn integers(String format, int width, @Nullable Number... values) {
    return CDataColumn.integers("x", format, width, values);
  }

  private static void assertValues(List<?> expected, CDataColumn column) throws IOException {
    assertEquals(expected, values(column), column.format);
  }

  private static void assertRefused(String message, CDataColumn column) {
    String actual = assertThrows(ArrowImportException.class, () -> values(column)).getMessage();
    assertEquals(
        message,
        Objects.requireNonNull(actual)
            .substring(actual.indexOf(message))
            .substring(0, message.length()));
  }

  private static List<@Nullable Object> values(CDataColumn column) throws IOException {
    List<@Nullable Object> values = new ArrayList<>();
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(column.length, column));
        RecordBatch batch = requireNonNull(source.next())) {
      for (int slot = 0; slot < batch.rowCount(); slot++) {
        values.add(SlotValues.value(batch.columns().getFirst(), slot));
      }
    }
    return values;
  }

  private static List<@Nullable Object> plain(CDataColumn column) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(column.length, column));
        RecordBatch batch = requireNonNull(source.next())) {
      return ColumnValues.of(batch.columns().getFirst());
    }
  }

  /// Values in the form of the plain decoder.
  private static List<@Nullable Object> normalized(Iterable<?> values) {
    List<@Nullable Object> normalized = new ArrayList<>();
    for (Object value : values) {
      normalized.add(
          switch (value) {
            case List<?> list -> normalized(list);
            case Map<?, ?> struct -> normalized(struct.values());
            case Map.Entry<?, ?> entry -> normalized(asList(entry.getKey(), entry.getValue()));
            case Short number -> number.longValue();
            case Integer number -> number.longValue();
            case null, default -> value;
          });
    }
    return normalized;
  }
}
