package dev.frazil.engine.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.RowValues;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Types and values that are found without a schema. Unless a test says otherwise they are those of
/// polars 1.44.2, `scan_csv(file, infer_schema_length=None)`.
class CsvInferenceTest {
  /// Values of a column, its type and its rows.
  private static final List<String> COLUMNS =
      List.of(
          "7 | int64 | [[7]]",
          "007 -0 | int64 | [[7], [0]]",
          "-9223372036854775808 | int64 | [[-9223372036854775808]]",
          "+1 | utf8 | [[+1]]",
          "1 2.5 | float64 | [[1.0], [2.5]]",
          "9223372036854775808 1.5 | float64 | [[9.223372036854776E18], [1.5]]",
          "1e3 1E-3 1e+3 | float64 | [[1000.0], [0.001], [1000.0]]",
          ".5 -.5 +.5 5. | float64 | [[0.5], [-0.5], [0.5], [5.0]]",
          ".5e3 1.5e3 | float64 | [[500.0], [1500.0]]",
          "1.e5 | utf8 | [[1.e5]]",
          "inf -inf +inf | float64 | [[Infinity], [-Infinity], [Infinity]]",
          "NaN -NaN 1 | float64 | [[NaN], [NaN], [1.0]]",
          "Inf | utf8 | [[Inf]]",
          "Infinity | utf8 | [[Infinity]]",
          "nan | utf8 | [[nan]]",
          "1_000 | utf8 | [[1_000]]",
          "0x10 | utf8 | [[0x10]]",
          "1f | utf8 | [[1f]]",
          "1e | utf8 | [[1e]]",
          "- | utf8 | [[-]]",
          "+. | utf8 | [[+.]]",
          "1.5.5 | utf8 | [[1.5.5]]",
          "true True TRUE | bool | [[true], [true], [true]]",
          "false False FALSE | bool | [[false], [false], [false]]",
          "t | utf8 | [[t]]",
          "true 1 | utf8 | [[true], [1]]",
          "true 1.5 | utf8 | [[true], [1.5]]",
          "1 1.5 x | utf8 | [[1], [1.5], [x]]",
          "2026-11-30 | utf8 | [[2026-11-30]]",
          "12:00:00 | utf8 | [[12:00:00]]",
          "null 1 | utf8 | [[null], [1]]",
          "\"1\" 2 | int64 | [[1], [2]]",
          "\"true\" false | bool | [[true], [false]]",
          "#x | utf8 | [[#x]]");

  @TestFactory
  Stream<DynamicTest> aColumnHasTheTypeOfAllItsValues() {
    return COLUMNS.stream()
        .map(line ->
            DynamicTest.dynamicTest(
                line,
                () -> {
                  int type = line.indexOf(" | ");
                  int rows = line.indexOf(" | ", type + 1);
                  String document = "a\n" + line.substring(0, type).replace(' ', '\n') + "\n";
                  String found = CsvDocuments.inferred(document);
                  assertEquals(
                      "[a %s] %s"
                          .formatted(line.substring(type + 3, rows), line.substring(rows + 3)),
                      found);
                }));
  }

  @Test
  void noValueIsChangedByItsType() throws IOException {
    // polars: int128, infinity, and a failure.
    assertEquals(
        "[a utf8] [[1], [9223372036854775808]]",
        CsvDocuments.inferred("a\n1\n9223372036854775808\n"));
    assertEquals("[a utf8] [[1e400]]", CsvDocuments.inferred("a\n1e400\n"));
    assertEquals("[a utf8] [[１]]", CsvDocuments.inferred("a\n１\n"));
  }

  @Test
  void emptyFieldsAreNullAndEmptyQuotesAStringOfTheirOwn() throws IOException {
    assertEquals(
        "[a utf8, b int64] [[null, 1], [null, null]]", CsvDocuments.inferred("a,b\n,1\n,\n"));
    assertEquals(
        "[a bool, b int64] [[true, 1], [null, 2]]", CsvDocuments.inferred("a,b\ntrue,1\n,2\n"));
    assertEquals(
        "[a utf8, b int64] [[, 1], [null, 2], [5, 3]]",
        CsvDocuments.inferred("a,b\n\"\",1\n,2\n5,3\n"));
    assertEquals("[a utf8, b utf8] [[ 1,  x]]", CsvDocuments.inferred("a,b\n 1, x\n"));
  }

  @Test
  void linesEndInAnyWayAndBlankOnesAreNulls() throws IOException {
    String expected = "[a int64, b int64] [[1, 2], [null, null], [3, 4]]";
    assertEquals(expected, CsvDocuments.inferred("a,b\n1,2\n\n3,4\n"));
    assertEquals(expected, CsvDocuments.inferred("a,b\r\n1,2\r\n\r\n3,4"));
    assertEquals(expected, CsvDocuments.inferred("\na,b\r1,2\r\r3,4\r"));
    assertEquals(
        "[a int64, b int64] [[1, 2], [null, null]]", CsvDocuments.inferred("a,b\n1,2\n\n"));
    assertEquals("[a int64] [[1], [null], [2]]", CsvDocuments.inferred("a\n1\n\n2\n"));
    assertEquals("[a int64] [[1]]", CsvDocuments.inferred("\n\na\n1\n"));
    assertEquals(
        "[a utf8, b int64] [[x\r\ny, 1]]", CsvDocuments.inferred("a,b\r\n\"x\r\ny\",1\r\n"));
    assertEquals("[a int64, b int64] [[1, 2]]", CsvDocuments.inferred("\ufeffa,b\n1,2\n"));
  }

  @Test
  void shortRowsEndInNullsAndLongOnesAreRefused() throws IOException {
    assertEquals(
        "[a int64, b int64, c int64] [[1, 2, null], [3, 4, 5]]",
        CsvDocuments.inferred("a,b,c\n1,2\n3,4,5\n"));
    assertEquals(
        "CSV: line 2: expected 2 fields, as in the header, got 3",
        assertThrows(ArrowImportException.class, () -> CsvDocuments.inferred("a,b\n1,2,3\n"))
            .getMessage());
  }

  @Test
  void namesMayBeEmptyOrQuotedAndAreMadeDistinct() throws IOException {
    assertEquals("[a int64,  int64] [[1, 2]]", CsvDocuments.inferred("a,\n1,2\n"));
    assertEquals(
        "[ int64, _duplicated_0 int64, _duplicated_1 int64] [[1, 2, 3]]",
        CsvDocuments.inferred(",,\n1,2,3\n"));
    assertEquals("[a int64, a_duplicated_0 int64] [[1, 2]]", CsvDocuments.inferred("a,a\n1,2\n"));
    assertEquals(
        "CSV: column a_duplicated_0: expected distinct names, got two columns of this name",
        assertThrows(
                SchemaException.class, () -> CsvDocuments.inferred("a,a,a_duplicated_0\n1,2,3\n"))
            .getMessage());
    assertEquals("[a utf8, b utf8] []", CsvDocuments.inferred("a,b"));
    for (String nothing : List.of("", "\n", "\n\r\n")) {
      assertEquals(
          "CSV: expected a line of column names, got no text",
          assertThrows(ArrowImportException.class, () -> CsvDocuments.inferred(nothing))
              .getMessage());
    }
  }

  @Test
  void aFileIsReadTwiceAndAStreamLeavesNoCopy(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "a\n1\nx\n");
    try (CsvSource source = CsvSource.open(file, null)) {
      assertEquals("[[1], [x]]", RowValues.of(source).toString());
    }
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    long before = copies(temporary);
    byte[] bytes = Files.readAllBytes(file);
    try (CsvSource source = CsvSource.open(new ByteArrayInputStream(bytes), null)) {
      assertEquals("[[1], [x]]", RowValues.of(source).toString());
    }
    assertThrows(ArrowImportException.class, () -> CsvDocuments.inferred("a\n\"1"));
    assertEquals(before, copies(temporary));
  }

  private static long copies(Path temporary) throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> file.toString().matches(".*/frazil-[0-9]+\\.csv")).count();
    }
  }

  /// A name is looked up among those that are given, not compared with each.
  @Test
  void aHeaderOfManyEqualNamesIsReadInTime() throws IOException {
    String header = "a" + ",a".repeat(100_000) + "\n";
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          try (CsvSource source =
              CsvSource.open(
                  new ByteArrayInputStream(header.getBytes(StandardCharsets.UTF_8)), null)) {
            assertEquals("a_duplicated_99999", source.schema().fields().getLast().name());
          }
        });
  }
}
