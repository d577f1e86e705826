package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `frazil store read`, beside DuckDB on the same files.
class StoreReadCommandTest {
  @TempDir private Path temporary = Path.of("");
  private StoreFolder store = new StoreFolder(temporary);

  @BeforeEach
  void prepare() {
    store = new StoreFolder(temporary.resolve("data"));
  }

  private String duckDb(String query) throws SQLException {
    return DuckDb.value(query, List.of(store.folder().resolve("flights/v0/0.parquet")));
  }

  private void writeFlights() {
    store.out("write", "flights", "--input", StoreFolder.FLIGHTS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delay > 60 and origin = 'SFO'",
        "not (distance between 100 and 2000) or delay is null",
        "origin in ('SFO', 'OAK') and starts_with(destination, 'L')",
        "date >= '2001-01-31T00:00:00' and date < '2001-02-02T00:00:00'"
      })
  void filtersKeepTheRowsThatDuckDbKeeps(String filter) throws SQLException {
    writeFlights();
    String rows = store.out("read", "flights", "--where", filter, "--select", "distance", "--csv");
    long sum = rows.lines().skip(1).mapToLong(Long::parseLong).sum();
    String expected =
        duckDb("SELECT concat_ws(' ', count(*), sum(distance)) FROM rows WHERE " + filter);
    assertEquals(expected, rows.lines().skip(1).count() + " " + sum);
  }

  @Test
  void aStringMayStandInDoubleQuotes() throws SQLException {
    writeFlights();
    String rows =
        store.out(
            "read",
            "flights",
            "--where",
            "delay > 60 and origin = \"SFO\"",
            "--select",
            "origin",
            "--json");
    assertEquals(
        duckDb("SELECT count(*) FROM rows WHERE delay > 60 AND origin = 'SFO'"),
        Long.toString(rows.lines().filter("{\"origin\":\"SFO\"}"::equals).count()));
  }

  @Test
  void severalFiltersMustAllBeTrueAndLimitsEndTheRows() throws Exception {
    writeFlights();
    String rows =
        store.out(
            "read",
            "flights",
            "--where",
            "delay > 60",
            "--where",
            "origin = 'SFO'",
            "--limit",
            "3",
            "--select",
            "origin,delay",
            "--json",
            "--threads",
            "2");
    assertEquals(3, rows.lines().count());
    for (String line : rows.lines().toList()) {
      JsonNode row = new ObjectMapper().readTree(line);
      assertEquals(
          List.of("origin", "delay"),
          List.copyOf(row.properties()).stream().map(Map.Entry::getKey).toList());
      assertEquals("SFO", row.get("origin").asText());
      assertTrue(row.get("delay").asLong() > 60, line);
    }
    assertEquals("", store.out("read", "flights", "--limit", "0", "--json"));
  }

  @Test
  void withoutAFlagRowsAreATable() {
    store.putCsv("id,name\n1,a\n20,\n", "write", "p");
    assertEquals(
        """
           id  name
        int64  utf8
            1  a
           20  null
        2 rows
        """,
        store.out("read", "p"));
  }

  @Test
  void anArrowFileAppearsWithTheRows() throws Exception {
    writeFlights();
    Path file = temporary.resolve("late.arrow");
    String[] read = {"flights", "--where", "delay > 60", "--output", file.toString()};
    String count = duckDb("SELECT count(*) FROM rows WHERE delay > 60");
    assertEquals("%s: %,d rows\n".formatted(file, Long.parseLong(count)), store.out("read", read));
    long rows = 0;
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader = new ArrowFileReader(Files.newByteChannel(file), allocator)) {
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    assertEquals(count, Long.toString(rows));
    assertTrue(store.run("read", read).failure(Main.FAILURE).contains("--force replaces it"));
  }

  @Test
  void progressIsShownOnATerminalWhileAFileIsWritten() {
    writeFlights();
    String file = temporary.resolve("all.arrow").toString();
    CommandRun terminal =
        CommandRun.onTerminal(
            "store", "read", store.folder().toString(), "flights", "--output", file);
    assertEquals(Main.OK, terminal.code());
    assertTrue(
        terminal.err().matches("(?s)\\r\u001b\\[K[0-9,]+ rows.*\\r\u001b\\[K"), terminal.err());
  }

  @ParameterizedTest
  @CsvSource({"--version, v0", "--tag, first", "--snapshot, v0:0", "--as-of, 2999-01-01"})
  void oldVersionsCanBeChosen(String flag, String value) {
    store.putCsv("id\n1\n", "write", "p");
    store.out("tag", "p", "--name", "first");
    boolean latest = flag.equals("--as-of");
    store.putCsv("id\n2\n", "write", "p");
    store.putCsv("id\n3\n", "append", "p");
    assertEquals(latest ? "id\n2\n3\n" : "id\n1\n", store.out("read", "p", flag, value, "--csv"));
  }

  @Test
  void aSnapshotsTokenLeavesOutWhatIsAppendedLater() {
    store.putCsv("id\n1\n", "write", "p");
    store.putCsv("id\n2\n", "append", "p");
    String out = store.out("snapshot", "p");
    assertTrue(out.startsWith("v0:0-1  (2 files, parquet)\n"), out);
    store.putCsv("id\n3\n", "append", "p");
    assertEquals("id\n1\n2\n", store.out("read", "p", "--snapshot", "v0:0-1", "--csv"));
    assertEquals("id\n1\n2\n3\n", store.out("read", "p", "--csv"));
  }

  @Test
  void profilesBelowAKeyAreReadAsOne() {
    store.putCsv("id\n1\n", "write", "sales/a");
    store.putCsv("id\n2\n", "write", "sales/b/c");
    store.putCsv("id\n3\n", "write", "other");
    assertEquals("id\n1\n2\n", store.out("read", "sales", "--recursive", "--csv"));
    assertEquals(4, store.out("read", "--recursive", "--csv").lines().count());
    store.putCsv("name\nx\n", "write", "sales/d");
    String failure = store.run("read", "sales", "-r").failure(Main.FAILURE);
    assertTrue(failure.contains("sales"), failure);
  }

  @Test
  void whatIsNotThereIsSaidInOneLine() {
    assertEquals(
        "frazil: store: " + store.folder() + ": expected a directory, found none",
        store.run("read", "p").failure(Main.FAILURE));
    store.putCsv("id,name\n1,a\n", "write", "p");
    assertEquals(
        "frazil: Cannot find files for ('sales', 'orders')",
        store.run("read", "sales", "orders").failure(Main.FAILURE));
    assertEquals(
        "frazil: Profile directory %s/.. is not within data directory %s"
            .formatted(store.folder(), store.folder()),
        store.run("read", "..").failure(Main.FAILURE));
    assertEquals("frazil: At least one key is required", store.run("read").failure(Main.FAILURE));
    String failure = store.run("read", "p", "--select", "nme").failure(Main.FAILURE);
    assertTrue(failure.contains("nme") && failure.contains("id, name"), failure);
    failure = store.run("read", "p", "--where", "nme = 1").failure(Main.FAILURE);
    assertTrue(failure.contains("nme"), failure);
    failure = store.run("read", "p", "--where", "id = 'x'").failure(Main.FAILURE);
    assertTrue(failure.contains("id"), failure);
    for (String[] absent :
        List.of(
            new String[] {"--version", "7"},
            new String[] {"--tag", "none"},
            new String[] {"--snapshot", "v0:9"},
            new String[] {"--as-of", "1999-01-01"},
            new String[] {"--format", "csv"})) {
      failure = store.run("read", "p", absent[0], absent[1]).failure(Main.FAILURE);
      assertFalse(failure.contains("unexpected failure"), failure);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--where | delay >          | character",
        "--as-of | yesterday        | expected a time such as",
        "--as-of | 2026-02-30       | expected a time such as",
        "--version | latest         | expected a version such as",
        "--limit | -1               | expected a whole number of rows",
        "--select | a,,b            | expected",
        "--threads | 0              | expected a whole number",
        "--format | orc             | PARQUET, CSV",
        "--selekt | a               | did you mean --select",
      })
  void aCommandLineThatIsNotUnderstoodIsSo(String flag, String value, String message) {
    String failure = store.run("read", "p", flag, value).failure(Main.USAGE);
    assertTrue(failure.contains(message), failure);
    assertTrue(failure.endsWith("see 'frazil store read --help'"), failure);
  }

  @Test
  void columnsThatAreNoneOfCsvAreSaidWithTheProfiles() throws IOException {
    Field struct =
        new Field(
            "s",
            FieldType.nullable(new ArrowType.Struct()),
            List.of(Field.nullable("i", new ArrowType.Int(32, true))));
    byte[] rows = IpcBytes.stream(List.of(struct), root -> root.setRowCount(1));
    Path file = Files.write(temporary.resolve("nested.arrow"), rows);
    store.out("write", "a/b", "--input", file.toString());
    String expected = "frazil: %s: CSV: s: expected a type without children, got struct";
    assertEquals(
        expected.formatted("a/b"), store.run("read", "a", "b", "--csv").failure(Main.FAILURE));
    assertEquals(
        expected.formatted("a"), store.run("read", "-r", "a", "--csv").failure(Main.FAILURE));
    assertEquals(
        expected.formatted(store.folder()), store.run("read", "-r", "--csv").failure(Main.FAILURE));
  }

  @Test
  void oneVersionAndOneFormAreChosen() {
    String failure = store.run("read", "p", "--version", "1", "--tag", "t").failure(Main.USAGE);
    assertTrue(failure.contains("mutually exclusive"), failure);
    failure = store.run("read", "p", "--json", "--csv").failure(Main.USAGE);
    assertTrue(failure.contains("mutually exclusive"), failure);
  }
}
