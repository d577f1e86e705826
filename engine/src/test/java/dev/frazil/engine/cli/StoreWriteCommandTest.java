package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.frazil.engine.Python;
import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.file.FileMetadata;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `frazil store write`, `append` and `commit`. Expected numbers of the sample are those that
/// apache-arrow for JavaScript found.
class StoreWriteCommandTest {
  @TempDir private Path temporary = Path.of("");
  private StoreFolder store = new StoreFolder(temporary);

  @BeforeEach
  void prepare() {
    store = new StoreFolder(temporary.resolve("data"));
  }

  @Test
  void duckDbReadsTheVersionThatWriteMade() throws Exception {
    String out = store.out("write", "flights", "--input", StoreFolder.FLIGHTS);
    Path file = store.folder().resolve("flights/v0/0.parquet");
    assertEquals("flights v0: 100,000 rows, %,d bytes\n".formatted(Files.size(file)), out);
    assertEquals(
        "100000 652078 72997003 226",
        DuckDb.value(
            "SELECT concat_ws(' ', count(*), sum(delay), sum(distance), count(DISTINCT origin))"
                + " FROM rows",
            List.of(file)));
    assertEquals(List.of("manifest.json", "v0"), store.visible("flights"));
    assertEquals(List.of("0.parquet"), store.visible("flights/v0"));
    assertEquals(
        "v0",
        new ObjectMapper()
            .readTree(store.folder().resolve("flights/manifest.json").toFile())
            .get("latest_data_dir")
            .asText());
    assertFalse(Files.getPosixFilePermissions(file).toString().contains("WRITE"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "csv"})
  void polarsReadsTheVersionByItsFiles(String format) throws Exception {
    Optional<Python> python = Python.withPolars();
    assumeTrue(python.isPresent(), "no python3 with polars, see -Dfrazil.python");
    String[] write = {"flights", "--input", StoreFolder.FLIGHTS, "--format", format};
    store.out("write", write);
    store.out("append", "flights", "--input", StoreFolder.FLIGHTS);
    String script =
        """
        import json, sys, polars as pl
        profile = sys.argv[1]
        version = json.load(open(profile + "/manifest.json"))["latest_data_dir"]
        files = f"{profile}/{version}/[0-9]*.{sys.argv[2]}"
        rows = (pl.scan_parquet if sys.argv[2] == "parquet" else pl.scan_csv)(files).collect()
        print(rows.height, rows["delay"].sum(), rows["distance"].sum(), rows["origin"].n_unique())
        """;
    assertEquals(
        "200000 1304156 145994006 226\n",
        python.get().run(script, store.folder().resolve("flights"), format));
  }

  @Test
  void appendAddsAFileToTheLatestOrToAnOlderVersion() throws Exception {
    store.putCsv("id,name\n1,a\n", "write", "sales", "orders");
    store.putCsv("id,name\n2,b\n", "write", "sales/orders");
    String out = store.putCsv("name,id\nc,3\n", "append", "sales", "orders");
    assertTrue(out.startsWith("sales/orders v1, file 1: 1 row, "), out);
    out = store.putCsv("id,name\n4,d\n", "append", "sales/orders", "--version", "v0");
    assertTrue(out.startsWith("sales/orders v0, file 1: 1 row, "), out);
    assertEquals("id,name\n2,b\n3,c\n", store.out("read", "sales/orders", "--csv"));
    assertEquals(
        "id,name\n1,a\n4,d\n", store.out("read", "sales/orders", "--csv", "--version", "0"));
  }

  @Test
  void theReportOfMachinesSaysWhereTheRowsAre() throws Exception {
    JsonNode written =
        new ObjectMapper().readTree(store.putCsv("id\n1\n2\n", "write", "a/b", "--json"));
    assertEquals("a/b", written.get("profile").asText());
    assertEquals(0, written.get("version").asLong());
    assertEquals(0, written.get("index").asLong());
    assertEquals(2, written.get("rows").asLong());
    assertEquals(
        Files.size(store.folder().resolve("a/b/v0/0.parquet")), written.get("bytes").asLong());
    JsonNode appended =
        new ObjectMapper().readTree(store.putCsv("id\n3\n", "append", "a/b", "--json"));
    assertEquals(1, appended.get("index").asLong());
    assertFalse(appended.get("alreadyApplied").asBoolean());
  }

  @Test
  void aTokenIsAppliedOnce() {
    for (String command : List.of("write", "append")) {
      store.putCsv("id\n1\n", command, "p", "--token", command + "-1");
      String again = store.putCsv("id\n1\n", command, "p", "--token", command + "-1");
      assertTrue(again.contains("the token had been used"), again);
      String other =
          store
              .runWithInput("id\n7\n", command, "p", "--token", command + "-1", "--input", "-")
              .failure(Main.FAILURE);
      assertTrue(other.contains(command + "-1"), other);
    }
    assertEquals("id\n1\n1\n", store.out("read", "p", "--csv"));
  }

  @Test
  void aVersionIsWrittenOnlyAfterTheExpectedOne() {
    store.putCsv("id\n1\n", "write", "p", "--expected-parent", "none");
    String failure =
        store
            .runWithInput("id\n2\n", "write", "p", "--expected-parent", "none", "--input", "-")
            .failure(Main.FAILURE);
    assertTrue(failure.startsWith("frazil: "), failure);
    store.putCsv("id\n2\n", "write", "p", "--expected-parent", "v0");
    store
        .runWithInput("id\n3\n", "append", "p", "--version", "0", "--if-latest", "--input", "-")
        .failure(Main.FAILURE);
    assertEquals("id\n2\n", store.out("read", "p", "--csv"));
  }

  @Test
  void csvKeepsTheTypesOfItsSource() throws Exception {
    store.out("write", "flights", "--input", StoreFolder.FLIGHTS, "--format", "csv");
    assertEquals(List.of("0.csv"), store.visible("flights/v0"));
    JsonNode snapshot = store.run("snapshot", "flights", "--json").succeeded().json();
    assertEquals("csv", snapshot.get("format").asText());
    JsonNode parquet = snapshot.get("columns");
    store.out("write", "flights", "--input", StoreFolder.FLIGHTS);
    assertEquals(
        parquet, store.run("snapshot", "flights", "--json").succeeded().json().get("columns"));
    String rows = "SELECT sum(distance) FROM rows";
    assertEquals(
        "72997003", DuckDb.value(rows, List.of(store.folder().resolve("flights/v1/0.parquet"))));
    assertEquals(
        store.out("read", "flights", "--csv", "--limit", "100"),
        store.out("read", "flights", "--csv", "--limit", "100", "--format", "csv"));
  }

  @Test
  void flagsOfTheParquetWriterHold() throws Exception {
    store.out("write", "flights", "--input", StoreFolder.FLIGHTS, "--codec", "snappy");
    try (ByteSource source = ByteSource.ofPath(store.folder().resolve("flights/v0/0.parquet"))) {
      assertEquals(
          "SNAPPY", FileMetadata.read(source).rowGroups().getFirst().chunks().getFirst().codec());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--sorted-by=id",
        "--bloom=id",
        "--codec=snappy",
        "--encoding=id=plain",
        "--policy=smallest",
        "--page-version=v1",
        "--content-pages",
        "--no-arrow-schema"
      })
  void flagsOfTheParquetWriterAreNoneOfCsv(String flag) throws Exception {
    Path rows = Files.writeString(temporary.resolve("rows.csv"), "id\n2\n1\n");
    String name = flag.replaceFirst("=.*", "");
    String expected =
        "frazil: %s: expected --format parquet, whose files alone have it, got csv; see"
            + " 'frazil store %s --help'";
    assertEquals(
        expected.formatted(name, "write"),
        store.run("write", "p", "--format=csv", flag, "-i", rows.toString()).failure(Main.USAGE));
    assertEquals(
        expected.formatted(name, "commit"),
        store.run("commit", "--format=csv", flag, "-p", "p=" + rows).failure(Main.USAGE));
    assertFalse(Files.exists(store.folder()));
  }

  @Test
  void rowsThatAreNotSortedAreSaidWithTheirInput() throws Exception {
    Path rows = Files.writeString(temporary.resolve("rows.csv"), "id\n2\n1\n");
    store.putCsv("id\n1\n", "write", "p");
    for (String command : List.of("write", "append")) {
      String failure =
          store
              .run(command, "p", "--sorted-by", "id", "--input", rows.toString())
              .failure(Main.FAILURE);
      assertTrue(failure.startsWith("frazil: " + rows + ": sorting columns: id: "), failure);
    }
  }

  @Test
  void aFileInTheStoresPlaceIsRefused() throws Exception {
    Files.writeString(store.folder(), "");
    assertEquals(
        "frazil: open: " + store.folder() + ": expected a directory, got a file",
        store.runWithInput("id\n1\n", "write", "p", "--input", "-").failure(Main.FAILURE));
  }

  @Test
  void castsAreThoseThatWereAskedFor() {
    store.putCsv("n\n1\n", "write", "p");
    String failure =
        store.runWithInput("n\nx\n", "append", "p", "--input", "-").failure(Main.FAILURE);
    assertTrue(failure.startsWith("frazil: standard input: ") && failure.contains("n: "), failure);
    store
        .runWithInput("n\n2.5\n", "append", "p", "--cast", "strict", "--input", "-")
        .failure(Main.FAILURE);
    store.putCsv("n\n\"2\"\n", "append", "p", "--cast", "original");
    assertEquals("n\n1\n2\n", store.out("read", "p", "--csv"));
  }

  @Test
  void otherColumnsAreRefusedAsTheOriginalRefusesThem() {
    store.putCsv("id\n1\n", "write", "sales", "orders");
    assertEquals(
        "frazil: Columns ['name'] do not match existing columns ['id'] for ('sales', 'orders')",
        store
            .runWithInput("name\na\n", "append", "sales", "orders", "--input", "-")
            .failure(Main.FAILURE));
  }

  @Test
  void profilesOfOneCommitAppearTogether() throws Exception {
    Path orders = Files.writeString(temporary.resolve("orders.csv"), "id\n1\n2\n");
    Path lines = Files.writeString(temporary.resolve("lines.csv"), "order,n\n1,5\n");
    String out =
        store.out(
            "commit",
            "--profile",
            "sales/orders=" + orders,
            "--profile",
            "sales/lines=" + lines,
            "--note",
            "night run");
    assertEquals(2, out.lines().count());
    assertEquals("sales/lines\nsales/orders\n", store.out("profiles"));
    assertEquals("order,n\n1,5\n", store.out("read", "sales/lines", "--csv"));
    String failure =
        store
            .run("commit", "-p", "sales/orders=" + orders, "-p", "sales/lines=absent.csv")
            .failure(Main.FAILURE);
    assertEquals("frazil: absent.csv: no such file or directory", failure);
    failure = store.run("commit", "-p", "a=" + orders, "-p", "a=" + lines).failure(Main.FAILURE);
    assertTrue(failure.contains("expected each profile once"), failure);
    assertFalse(Files.exists(store.folder().resolve("sales/orders/v1")));
    assertFalse(Files.exists(store.folder().resolve("a")));
  }

  @Test
  void aFailedWriteLeavesNoVersion() throws Exception {
    Path damaged = temporary.resolve("damaged.arrow");
    byte[] bytes = Files.readAllBytes(Path.of(StoreFolder.FLIGHTS));
    Files.write(damaged, Arrays.copyOf(bytes, bytes.length / 2));
    String failure =
        store.run("write", "flights", "--input", damaged.toString()).failure(Main.FAILURE);
    assertTrue(failure.startsWith("frazil: " + damaged + ": "), failure);
    store.run("write", "flights", "--input", "absent.arrow").failure(Main.FAILURE);
    assertEquals("", store.out("profiles"));
    assertEquals(
        "frazil: Cannot find files for ('flights',)",
        store.run("read", "flights").failure(Main.FAILURE));
  }
}
