package dev.frazil.engine.csv;

import static dev.frazil.engine.csv.CsvDocuments.field;
import static dev.frazil.engine.csv.CsvDocuments.rows;
import static dev.frazil.engine.csv.CsvDocuments.schema;
import static java.util.Arrays.asList;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RowValues;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// CSV documents read at a given schema.
class CsvSourceTest {
  private static final ArrowType INT = new ArrowType.Int(64, true);
  private static final ArrowType TEXT = new ArrowType.Utf8(false);

  @Test
  void columnsAreFoundByNameInAnyOrder() throws IOException {
    assertEquals(
        List.of(List.of(1L, "x"), List.of(2L, "y")), rows("b,a\nx,1\ny,2\n", schema(INT, TEXT)));
    assertRefused("CSV: expected the columns 'a', 'b', got none named 'b'", "a\n1\n");
    assertRefused(
        "CSV: expected the columns 'a', 'b', got none named 'b' and unknown ones named 'B', 'c'",
        "a,B,c\n1,2,3\n");
    assertRefused("CSV: column a: expected it once, got it twice", "a,b,a\n1,2,3\n");
    ArrowSchema twice = new ArrowSchema(List.of(field("a", INT), field("a", INT)));
    String message =
        String.valueOf(
            assertThrows(SchemaException.class, () -> rows("a\n1\n", twice)).getMessage());
    assertTrue(message.startsWith("CSV: column a: expected a schema of distinct names"), message);
  }

  private static void assertRefused(String message, String document) {
    assertEquals(
        message,
        assertThrows(SchemaException.class, () -> rows(document, schema(INT, TEXT))).getMessage());
  }

  @Test
  void nestedColumnsAreRefusedByName() {
    ArrowField list =
        new ArrowField("l", new ArrowType.List(false), true, List.of(field("item", INT)));
    assertEquals(
        "CSV: l: expected a type without children, got list",
        assertThrows(SchemaException.class, () -> rows("l\n1\n", new ArrowSchema(List.of(list))))
            .getMessage());
  }

  @Test
  void encodedColumnsComeAsPlainOnes() throws IOException {
    ArrowField coded =
        new ArrowField("a", TEXT, true, Map.of("k", "v"), new ArrowType.Int(8, true));
    ArrowField runs =
        new ArrowField(
            "b",
            new ArrowType.RunEndEncoded(32),
            true,
            List.of(
                new ArrowField("run_ends", new ArrowType.Int(32, true), false),
                field("values", INT)));
    ArrowSchema schema =
        new ArrowSchema(List.of(coded, runs, field("c", new ArrowType.Utf8View())));
    byte[] document = "a,b,c\nx,1,y\n".getBytes(StandardCharsets.UTF_8);
    try (CsvSource source = CsvSource.open(new ByteArrayInputStream(document), schema)) {
      assertEquals(
          List.of(
              new ArrowField("a", TEXT, true, Map.of("k", "v"), null),
              field("b", INT),
              field("c", TEXT)),
          source.schema().fields());
      assertEquals(List.of(List.of("x", 1L, "y")), RowValues.of(source));
    }
  }

  @Test
  void emptyFieldsAreNullUnlessQuotedStrings() throws IOException {
    ArrowSchema schema = schema(INT, TEXT, new ArrowType.Binary(false));
    List<@Nullable Object> nulls = asList(null, null, null);
    assertEquals(List.of(nulls, nulls, nulls), rows("a,b,c\n,,\n\n\"\"\n", schema));
    assertEquals("", rows("a,b,c\n1,\"\",\n", schema).getFirst().get(1));
    byte[] bytes = (byte[]) requireNonNull(rows("a,b,c\n1,,\"\"\n", schema).getFirst().get(2));
    assertEquals(0, bytes.length);
    ArrowSchema required = new ArrowSchema(List.of(new ArrowField("a", TEXT, false)));
    assertEquals(List.of(List.of("")), rows("a\n\"\"\n", required));
    assertFails("line 2, column a: expected utf8, got no field", "a\n\n", required);
    ArrowSchema both = new ArrowSchema(List.of(new ArrowField("a", TEXT, false), field("b", TEXT)));
    assertFails("line 3, column a: expected utf8, got an empty field", "a,b\nx,\n,y\n", both);
  }

  @Test
  void textsThatSpellNoValueAreNamedWithTheirPlace() {
    assertFails("line 3, column a: expected int64, got 'x'", "a\n1\nx\n", schema(INT));
    assertFails("line 4, column a: expected int64, got 'x'", "b,a\n\"\n\",1\n,x\n", swapped());
    String longText = "x".repeat(100);
    assertFails(
        "line 2, column a: expected int64, got '" + "x".repeat(60) + "...'",
        "a\n" + longText + "\n",
        schema(INT));
    assertUnfit("128", new ArrowType.Int(8, true));
    assertUnfit("-129", new ArrowType.Int(8, true));
    assertUnfit("256", new ArrowType.Int(8, false));
    assertUnfit("-1", new ArrowType.Int(32, false));
    assertUnfit("18446744073709551616", new ArrowType.Int(64, false));
    assertUnfit("9223372036854775808", INT);
    assertUnfit("1.0", INT);
    assertUnfit("１", INT);
    assertUnfit("yes", new ArrowType.Bool());
    assertUnfit("1e400", new ArrowType.FloatingPoint(64));
    assertUnfit("1e39", new ArrowType.FloatingPoint(32));
    assertUnfit("65520", new ArrowType.FloatingPoint(16));
    assertUnfit("1f", new ArrowType.FloatingPoint(64));
    assertUnfit("0x1p3", new ArrowType.FloatingPoint(64));
    assertUnfit("1.505", new ArrowType.Decimal(128, 10, 2));
    assertUnfit("100", new ArrowType.Decimal(32, 4, 2));
    assertUnfit("1e1000000000", new ArrowType.Decimal(128, 38, 0));
    assertUnfit("1e-1000000000", new ArrowType.Decimal(128, 38, 2));
    assertUnfit("1e99999999999", new ArrowType.Decimal(128, 38, 2));
    assertUnfit("2026-02-29", new ArrowType.Date(false));
    assertUnfit("26-02-28", new ArrowType.Date(false));
    assertUnfit("+99999999-01-01", new ArrowType.Date(false));
    assertUnfit("24:00:00", new ArrowType.Time(TimeUnit.SECOND));
    assertUnfit("00:00:00.5", new ArrowType.Time(TimeUnit.SECOND));
    assertUnfit("2026-11-30", new ArrowType.Timestamp(TimeUnit.SECOND, null));
    assertUnfit("2026-11-30T00:00:00Z", new ArrowType.Timestamp(TimeUnit.SECOND, null));
    assertUnfit("2026-11-30T00:00:00", new ArrowType.Timestamp(TimeUnit.SECOND, "UTC"));
    assertUnfit("2300-01-01T00:00:00", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null));
    assertUnfit("1s", new ArrowType.Duration(TimeUnit.SECOND));
    assertUnfit("P1D", new ArrowType.Interval(IntervalUnit.YEAR_MONTH));
    assertUnfit("P", new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO));
    assertUnfit("0", new ArrowType.Binary(false));
    assertUnfit("0g", new ArrowType.Binary(false));
    assertUnfit("0000", new ArrowType.FixedSizeBinary(3));
    assertUnfit("x", new ArrowType.Null());
  }

  private static ArrowSchema swapped() {
    return new ArrowSchema(List.of(field("a", INT), field("b", TEXT)));
  }

  private static void assertUnfit(String text, ArrowType type) {
    assertFails(
        "line 2, column a: expected " + type + ", got '" + text + "'",
        "a\n" + text + "\n",
        schema(type));
  }

  private static void assertFails(String message, String document, ArrowSchema schema) {
    assertEquals(
        "CSV: " + message,
        assertThrows(ArrowImportException.class, () -> rows(document, schema)).getMessage());
  }

  @Test
  void oneValueHasManySpellings() throws IOException {
    assertSame(INT, "1", "+1", "001", " 1", "1\t");
    assertSame(new ArrowType.Bool(), "true", "True", "TRUE", "\"true\"");
    ArrowType decimal = new ArrowType.Decimal(128, 10, 2);
    assertSame(decimal, "100.00", "100", "1e2", "+100.", "1000e-1", "\"100.000\"");
    assertSame(decimal, "0.00", "-0", "0e999999999", "0.0000000000");
    assertSame(new ArrowType.FloatingPoint(64), "inf", "Infinity", "+INF");
    assertSame(new ArrowType.FloatingPoint(64), "NaN", "nan");
    assertSame(new ArrowType.FloatingPoint(64), "0.1", ".1", "1e-1", "0.1000000000000000055");
    ArrowType micros = new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
    assertSame(micros, "2026-11-30T01:02:00", "2026-11-30 01:02", "2026-11-30T01:02:00.000000000");
    assertSame(
        new ArrowType.Timestamp(TimeUnit.SECOND, "UTC"),
        "2026-11-30T01:02:03Z",
        "2026-11-30T01:02:03+0000",
        "2026-11-30 02:02:03+01",
        "2026-11-29T23:32:03-01:30");
    assertSame(new ArrowType.Duration(TimeUnit.SECOND), "PT1H", "PT60M", "PT3600S", "P0DT1H");
    assertSame(new ArrowType.Date(false), "2026-11-30", "+2026-11-30");
  }

  private static void assertSame(ArrowType type, String... texts) throws IOException {
    List<List<@Nullable Object>> rows = rows("a\n" + String.join("\n", texts) + "\n", schema(type));
    assertEquals(texts.length, rows.size());
    rows.forEach(row -> assertEquals(rows.getFirst(), row, type.toString()));
  }

  @Test
  void extensionsHaveTheirOwnText() throws IOException {
    ArrowField uuid =
        new ArrowField(
            "u",
            new ArrowType.FixedSizeBinary(16),
            true,
            Map.of(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION),
            null);
    ArrowField bool8 =
        new ArrowField(
            "b",
            new ArrowType.Int(8, true),
            true,
            Map.of(ArrowField.EXTENSION_NAME, ArrowField.BOOL8_EXTENSION),
            null);
    ArrowSchema schema = new ArrowSchema(List.of(uuid, bool8));
    String text = "f47ac10b-58cc-4372-a567-0e02b2c3d479";
    assertEquals(
        List.of(List.of(UUID.fromString(text), true)), rows("u,b\n" + text + ",true\n", schema));
    assertThrows(ArrowImportException.class, () -> rows("u,b\n1-1-1-1-1,true\n", schema));
    assertThrows(
        ArrowImportException.class,
        () -> rows("u,b\n" + text.replace('-', '0') + ",true\n", schema));
  }

  @Test
  void rowsComeInBatchesThatOutliveTheSource(@TempDir Path folder) throws IOException {
    StringBuilder document = new StringBuilder("a\n");
    for (int i = 0; i < 20_000; i++) {
      document.append(i).append('\n');
    }
    Path file = Files.writeString(folder.resolve("x.csv"), document);
    RecordBatch first;
    try (CsvSource source = CsvSource.open(file, schema(INT))) {
      first = requireNonNull(source.next());
      try (RecordBatch second = requireNonNull(source.next())) {
        assertEquals(8_192L, RowValues.of(second).getFirst().getFirst());
      }
      assertEquals(20_000 - 2 * 8_192, RowValues.of(source).size());
    }
    try (first) {
      assertEquals(8_192, first.rowCount());
      assertEquals(8_191L, RowValues.of(first).getLast().getFirst());
    }
  }

  @Test
  void wideRowsMakeShorterBatches() throws IOException {
    String document = "a\n" + ("x".repeat(1 << 20) + "\n").repeat(10);
    try (CsvSource source =
            CsvSource.open(
                new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)), schema(TEXT));
        RecordBatch batch = requireNonNull(source.next())) {
      assertEquals(4, batch.rowCount());
    }
  }

  @Test
  void columnsThatAreNotAskedForAreNotParsed(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "b,c,a\nx,no number,1\ny,,2\nz\n");
    ArrowSchema schema =
        new ArrowSchema(
            List.of(field("a", INT), field("b", TEXT), field("c", INT), field("d", INT)));
    assertEquals("[[1, x], [2, y], [null, z]]", read(file, schema, List.of("d", "b", "a"), 9));
    assertEquals("[[], [], []]", read(file, schema, List.of(), 9));
    try (CsvSource source = CsvSource.open(file, schema, List.of("a", "d"), 2)) {
      assertEquals(List.of(field("a", INT)), source.schema().fields());
      try (RecordBatch batch = requireNonNull(source.next())) {
        assertEquals(2, batch.rowCount());
      }
    }
    assertEquals(
        "CSV: " + file + ": line 2, column c: expected int64, got 'no number'",
        assertThrows(ArrowImportException.class, () -> read(file, schema, List.of("c"), 9))
            .getMessage());
    assertEquals(
        "CSV: " + file + ": expected the columns 'a', got unknown ones named 'b', 'c'",
        assertThrows(SchemaException.class, () -> read(file, schema(INT), List.of("a"), 9))
            .getMessage());
  }

  @Test
  void theStreamIsClosedWithTheSourceAndWhenItCannotBeOpened() throws IOException {
    Closing good = new Closing("a\n1\n");
    CsvSource.open(good, schema(INT)).close();
    assertEquals(1, good.closed);
    Closing inferred = new Closing("a\n1\n");
    try (CsvSource source = CsvSource.open(inferred, null)) {
      assertEquals(List.of(List.of(1L)), RowValues.of(source));
    }
    assertEquals(1, inferred.closed);
    for (@Nullable ArrowSchema schema : asList(schema(INT, TEXT), null)) {
      Closing bad = new Closing("\n");
      assertThrows(ArrowImportException.class, () -> CsvSource.open(bad, schema));
      assertEquals(1, bad.closed);
    }
    CsvSource closed = CsvSource.open(new Closing("a\n1\n"), schema(INT));
    closed.close();
    assertThrows(IllegalStateException.class, closed::next);
  }

  /// A stream that counts how often it is closed.
  private static final class Closing extends ByteArrayInputStream {
    private int closed;

    Closing(String document) {
      super(document.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
      closed++;
    }
  }

  private static String read(Path file, ArrowSchema schema, List<String> columns, int batchRows)
      throws IOException {
    try (CsvSource source = CsvSource.open(file, schema, columns, batchRows)) {
      return RowValues.of(source).toString();
    }
  }

  /// Each is nearest to a float in the middle of two numbers of 16 bits, the even one of which is
  /// further from it.
  @Test
  void numbersOf16BitsAreRoundedOnce() throws IOException {
    ArrowSchema halves = schema(new ArrowType.FloatingPoint(16));
    assertEquals(
        List.of(List.of(0x1.004p0f), List.of(65504f), List.of(0f)),
        rows("a\n1.000488281250000001\n65519.99999999\n1e-400\n", halves));
    assertThrows(ArrowImportException.class, () -> rows("a\n65520\n", halves));
  }
}
