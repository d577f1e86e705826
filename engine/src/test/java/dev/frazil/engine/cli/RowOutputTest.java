package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Rows as a table, as JSON and as CSV.
class RowOutputTest {
  @Test
  void aTableAlignsNumbersToTheRightAndShowsNulls() throws IOException {
    String table =
        print(
            RowOutput.TABLE,
            CDataColumn.strings("name", "SFO", null, "ü"),
            CDataColumn.longs("delay", 1L, -20L, null),
            CDataColumn.integers("day", "tdD", 4, 0, null, 20_000));
    assertEquals(
        """
        name  delay  day
        utf8  int64  date32
        SFO       1  1970-01-01
        null    -20  null
        ü      null  2024-10-04
        3 rows
        """,
        table);
  }

  @Test
  void cellsAreCutAndCannotDriveTheTerminal() throws IOException {
    String text = "x".repeat(39) + "yz";
    String table =
        print(
            RowOutput.TABLE, CDataColumn.strings("\u001b[2J", text, "a\nb\u0007", "c".repeat(40)));
    assertEquals(
        List.of("\\u001b[2J", "utf8", "x".repeat(39) + "…", "a b\\u0007", "c".repeat(40), "3 rows"),
        table.lines().toList());
  }

  @Test
  void rowsBehindTheMeasuredOnesMayBeWider() throws IOException {
    Integer[] numbers =
        IntStream.range(0, 1_002)
            .map(i -> i < 1_000 ? 1 : 12_345_678)
            .boxed()
            .toArray(Integer[]::new);
    List<String> lines = print(RowOutput.TABLE, CDataColumn.ints("n", numbers)).lines().toList();
    assertEquals("    1", lines.get(1_001));
    assertEquals("12345678", lines.get(1_002));
    assertEquals("1,002 rows", lines.getLast());
    assertEquals("    n\nint32\n0 rows\n", print(RowOutput.TABLE, CDataColumn.ints("n")));
    assertEquals(
        "1 row", print(RowOutput.TABLE, CDataColumn.ints("n", 1)).lines().toList().getLast());
  }

  @Test
  void jsonKeepsEveryDigit() throws IOException {
    String json =
        print(
            RowOutput.JSON,
            CDataColumn.longs("a", Long.MAX_VALUE),
            CDataColumn.integers("b", "L", 8, -1),
            CDataColumn.decimals("c", 16, 30, 10, BigInteger.TEN.pow(29)),
            CDataColumn.doubles("d", 0.1),
            CDataColumn.floats("e", Float.MAX_VALUE),
            CDataColumn.bools("f", true),
            CDataColumn.doubles("g", Double.NEGATIVE_INFINITY),
            CDataColumn.ints("h", (Integer) null));
    assertEquals(
        "{\"a\":9223372036854775807,\"b\":18446744073709551615,"
            + "\"c\":10000000000000000000.0000000000,\"d\":0.1,\"e\":3.4028235e+38,\"f\":true,"
            + "\"g\":\"-inf\",\"h\":null}\n",
        json);
    JsonNode read =
        new ObjectMapper()
            .reader()
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .readTree(json);
    assertEquals(
        new BigDecimal("10000000000000000000"),
        read.get("c").decimalValue().stripTrailingZeros().setScale(0));
  }

  @Test
  void jsonHasTextForTimesAndBytesAndNestsTheRest() throws IOException {
    CDataColumn uuid =
        CDataColumn.fixed("u", 16, new byte[16], new byte[16])
            .metadata(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION);
    String json =
        print(
            RowOutput.JSON,
            CDataColumn.integers("t", "tsm:Europe/Paris", 8, 0, null),
            CDataColumn.binary("b", "z", new byte[] {0, -1}, null),
            uuid,
            CDataNested.list("l", "v.", new int[] {0, 2, 2}, CDataColumn.ints("item", 1, null)),
            CDataNested.struct("s", "v.", CDataColumn.strings("m", "\"\n", null)),
            CDataNested.map(
                "p",
                "vv",
                new int[] {0, 1, 1},
                CDataColumn.strings("key", "k"),
                CDataColumn.integers("value", "tdD", 4, 1)));
    assertEquals(
        """
        {"t":"1970-01-01T01:00:00.000+0100","b":"00ff",\
        "u":"00000000-0000-0000-0000-000000000000","l":[1,null],"s":{"m":"\\"\\n"},\
        "p":[{"key":"k","value":"1970-01-02"}]}
        {"t":null,"b":null,"u":"00000000-0000-0000-0000-000000000000","l":null,"s":null,"p":[]}
        """,
        json);
  }

  @Test
  void jsonEscapesEveryControlCharacter() throws IOException {
    CDataColumn text = CDataColumn.strings("é\u009b", "\u001b\u007f\u0085é𝄞\u2028");
    assertEquals(
        "{\"é\\u009b\":\"\\u001B\\u007F\\u0085é𝄞\u2028\"}\n", print(RowOutput.JSON, text));
  }

  @Test
  void nestedCellsOfATableAreJson() throws IOException {
    CDataColumn list =
        CDataNested.list("l", "v", new int[] {0, 2}, CDataColumn.strings("item", "a", "\n"));
    assertEquals("l\nlist\n[\"a\",\"\\n\"]\n1 row\n", print(RowOutput.TABLE, list));
  }

  @Test
  void csvHasAHeaderAndRefusesNestedColumnsByName() throws IOException {
    assertEquals(
        "a,b\n,\n\"\",1.5\n",
        print(
            RowOutput.CSV,
            CDataColumn.strings("a", null, ""),
            CDataColumn.doubles("b", null, 1.5)));
    CDataColumn struct = CDataNested.struct("s", "v", CDataColumn.ints("m", 1));
    assertEquals(
        "CSV: s: expected a type without children, got struct",
        assertThrows(SchemaException.class, () -> print(RowOutput.CSV, struct)).getMessage());
  }

  @Test
  void aClosedOutputEndsThePrinting() throws IOException {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    for (RowOutput output : RowOutput.values()) {
      try (CDataBuilder producer = new CDataBuilder();
          RecordBatchSource source =
              producer.source(
                  CDataColumn.batch(2_000, CDataColumn.ints("n", new Integer[2_000])))) {
        PrintStream out = new PrintStream(closed, false, StandardCharsets.UTF_8);
        assertThrows(CommandFailure.class, () -> output.print(source, out), output.name());
      }
    }
  }

  private static String print(RowOutput output, CDataColumn... columns) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source =
            producer.source(CDataColumn.batch(columns[0].length(), columns))) {
      output.print(source, out);
    }
    out.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
