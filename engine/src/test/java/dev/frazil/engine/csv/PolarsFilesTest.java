package dev.frazil.engine.csv;

import static dev.frazil.engine.csv.CsvDocuments.field;
import static java.util.Arrays.asList;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Files that polars wrote: their values, and that the same values are written as the same bytes.
class PolarsFilesTest {
  private static final ArrowType TEXT = new ArrowType.Utf8(false);

  @Test
  void everyTypeIsReadAndWrittenBack() throws IOException {
    ArrowSchema schema =
        new ArrowSchema(
            List.of(
                field("bool", new ArrowType.Bool()),
                field("int8", new ArrowType.Int(8, true)),
                field("int16", new ArrowType.Int(16, true)),
                field("int32", new ArrowType.Int(32, true)),
                field("int64", new ArrowType.Int(64, true)),
                field("uint8", new ArrowType.Int(8, false)),
                field("uint16", new ArrowType.Int(16, false)),
                field("uint32", new ArrowType.Int(32, false)),
                field("uint64", new ArrowType.Int(64, false)),
                field("decimal", new ArrowType.Decimal(128, 38, 2)),
                field("date", new ArrowType.Date(false)),
                field("farDate", new ArrowType.Date(true)),
                field("time", new ArrowType.Time(TimeUnit.NANOSECOND)),
                field("millis", new ArrowType.Timestamp(TimeUnit.MILLISECOND, null)),
                field("micros", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)),
                field("nanos", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null)),
                field("utc", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
                field("paris", new ArrowType.Timestamp(TimeUnit.MILLISECOND, "Europe/Paris")),
                new ArrowField("category", TEXT, true, Map.of(), new ArrowType.Int(32, false))));
    List<List<@Nullable Object>> rows = assertSameBytes("types", schema);
    assertEquals(least(), rows.get(0));
    assertEquals(greatest(), rows.get(1));
    assertEquals(Collections.nCopies(19, null), rows.get(2));
    assertEquals(4, rows.size());
    assertEquals(LocalTime.of(1, 2, 3, 400_000), rows.get(3).get(12));
  }

  private static List<@Nullable Object> least() {
    return asList(
        true,
        Byte.MIN_VALUE,
        Short.MIN_VALUE,
        Integer.MIN_VALUE,
        Long.MIN_VALUE,
        (short) 0,
        0,
        0L,
        BigInteger.ZERO,
        new BigDecimal("-0.05"),
        LocalDate.of(1, 1, 1),
        LocalDate.ofEpochDay(-800_000),
        LocalTime.MIDNIGHT,
        LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000),
        LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000),
        LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_999),
        Instant.ofEpochSecond(-1, 999_999_000),
        Instant.ofEpochMilli(-1),
        "a");
  }

  private static List<@Nullable Object> greatest() {
    LocalDateTime time = LocalDateTime.of(2020, 9, 13, 12, 26, 40);
    return asList(
        false,
        Byte.MAX_VALUE,
        Short.MAX_VALUE,
        Integer.MAX_VALUE,
        Long.MAX_VALUE,
        (short) 255,
        65_535,
        4_294_967_295L,
        new BigInteger("18446744073709551615"),
        new BigDecimal("123456789012345678901234567890123456.78"),
        LocalDate.of(9999, 12, 31),
        LocalDate.ofEpochDay(3_000_000),
        LocalTime.ofNanoOfDay(86_399_999_999_999L),
        time.withNano(123_000_000),
        time.withNano(123_456_000),
        time.withNano(123_456_789),
        Instant.ofEpochSecond(1_600_000_000, 123_456_000),
        Instant.ofEpochMilli(1_600_000_000_123L),
        "b");
  }

  @Test
  void floatsAreLaidOutAlike() throws IOException {
    ArrowSchema schema =
        new ArrowSchema(
            List.of(
                field("double", new ArrowType.FloatingPoint(64)),
                field("float", new ArrowType.FloatingPoint(32))));
    List<List<@Nullable Object>> rows = assertSameBytes("floats", schema);
    assertEquals(asList(0.1, 0.1f), rows.get(0));
    assertEquals(asList(-0.0, -0.0f), rows.get(2));
    assertEquals(asList(1e-6, 1e-6f), rows.get(10));
    assertEquals(asList(-1.0 / 3, -1f / 3), rows.get(12));
    assertEquals(asList(Double.MAX_VALUE, Float.MAX_VALUE), rows.get(13));
    assertEquals(asList(Double.MIN_NORMAL, Float.MIN_NORMAL), rows.get(14));
    assertEquals(asList(Double.NaN, Float.NaN), rows.get(15));
    assertEquals(asList(Double.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY), rows.get(17));
    assertEquals(asList(null, null), rows.get(21));
  }

  @Test
  void stringsAreTheSameWithASchemaAndWithout() throws IOException {
    List<@Nullable Object> expected =
        asList(
            "", null, "a\"b", "a,b", "a\nb", "a\r\nb", " a ", "é𝄞", "a\tb", "x\0y", "'q'", "NaN",
            "1", "true", "null", "\"\"", "\ufeff");
    String name = "text, with \"quotes\"";
    ArrowSchema schema =
        new ArrowSchema(List.of(field(name, TEXT), field("number", new ArrowType.Int(64, true))));
    List<List<@Nullable Object>> rows = assertSameBytes("text", schema);
    assertEquals(expected, rows.stream().map(List::getFirst).toList());
    assertEquals(rows, CsvDocuments.rows(CsvDocuments.polars("text"), null));
    assertEquals(asList(1L, null, 7L), rows.subList(0, 3).stream().map(List::getLast).toList());
  }

  @Test
  void blankLinesAreNullsOfOneColumn() throws IOException {
    ArrowSchema schema = new ArrowSchema(List.of(field("only", TEXT)));
    List<List<@Nullable Object>> rows = assertSameBytes("one-column", schema);
    assertEquals(
        asList(asList("a"), asList((Object) null), asList(""), asList((Object) null), asList("b")),
        rows);
    assertEquals(rows, CsvDocuments.rows(CsvDocuments.polars("one-column"), null));
  }

  @Test
  void aHeaderAloneHasColumnsOfStrings() throws IOException {
    assertSameBytes("no-rows", CsvDocuments.schema(TEXT, TEXT));
    String text = new String(CsvDocuments.polars("no-rows"), StandardCharsets.UTF_8);
    assertEquals("[a utf8, b utf8] []", CsvDocuments.inferred(text));
  }

  /// Reads a file and writes what was read.
  private static List<List<@Nullable Object>> assertSameBytes(String name, ArrowSchema schema)
      throws IOException {
    byte[] file = CsvDocuments.polars(name);
    try (CsvSource source = CsvSource.open(new ByteArrayInputStream(file), schema)) {
      assertEquals(
          new String(file, StandardCharsets.UTF_8),
          new String(CsvDocuments.written(source), StandardCharsets.UTF_8));
    }
    return CsvDocuments.rows(file, schema);
  }
}
