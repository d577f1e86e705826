package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the flags of `write` make of the same rows. The flights are sorted by date.
class WriteOptionsTest {
  private static final String FLIGHTS = "samples/flights-100k.arrow";

  @TempDir private Path folder = Path.of("");

  private Warehouse warehouse = new Warehouse(folder);

  @BeforeEach
  void openWarehouse() {
    warehouse = new Warehouse(folder.resolve("lake"));
  }

  private CommandRun flights(String... options) {
    return warehouse.write("demo.flights", List.of(FLIGHTS), options);
  }

  private JsonNode inspected() throws IOException {
    return CommandRun.of(
            "inspect",
            "--warehouse",
            warehouse.folder().toString(),
            "--table",
            "demo.flights",
            "--json")
        .succeeded()
        .json();
  }

  @ParameterizedTest
  @CsvSource({"batch, 11", "fanout, 7", "clustered, 7"})
  void theModeSaysHowManyFilesAMonthHas(String mode, int files) throws Exception {
    flights("--partition", "month(date)", "--mode", mode).succeeded();
    assertEquals(files, warehouse.dataFiles().size());
    assertEquals("652078", DuckDb.value("SELECT sum(delay) FROM rows", warehouse.dataFiles()));
  }

  @Test
  void fanOutKeepsNoMoreFilesOpenThanItIsTold() throws Exception {
    flights("--partition", "bucket(16, origin)", "--mode", "fanout").succeeded();
    int open = warehouse.dataFiles().size();
    Warehouse narrow = new Warehouse(folder.resolve("narrow"));
    narrow
        .write(
            "demo.flights",
            List.of(FLIGHTS),
            "--partition",
            "bucket(16, origin)",
            "--mode",
            "fanout",
            "--max-open-files",
            "2")
        .succeeded();
    assertEquals(16, open);
    assertTrue(narrow.dataFiles().size() > 16);
  }

  @Test
  void aPartitionThatComesBackIsRefusedWhenClustered() throws IOException {
    String failure =
        warehouse
            .write(
                "demo.flights",
                List.of(FLIGHTS, FLIGHTS),
                "--partition",
                "month(date)",
                "--mode",
                "clustered")
            .failure(Main.FAILURE);
    assertTrue(failure.contains("date_month=2001-01"), failure);
    assertFalse(warehouse.hasTable("demo.flights"));
    assertEquals(List.of(), warehouse.dataFiles());
  }

  @Test
  void aNewTableGetsTheOrderOfItsRows() throws IOException {
    flights("--sorted-by", "date").succeeded();
    JsonNode report = inspected();
    assertEquals("date", report.get("sortOrder").asText());
    report.get("files").forEach(file -> assertTrue(file.get("sorted").asBoolean()));
    flights("--sorted-by", "table").succeeded();
    flights("--sorted-by", "date asc nulls first").succeeded();
    inspected().get("files").forEach(file -> assertTrue(file.get("sorted").asBoolean()));
    flights().succeeded();
    long unsorted =
        inspected().get("files").findValues("sorted").stream().filter(s -> !s.asBoolean()).count();
    assertTrue(unsorted > 0);
  }

  @Test
  void rowsAndTablesWithoutTheOrderAreRefused() throws IOException {
    String failure = flights("--sorted-by", "delay").failure(Main.FAILURE);
    assertTrue(failure.contains("delay"), failure);
    assertFalse(warehouse.hasTable("demo.flights"));
    failure = flights("--sorted-by", "table").failure(Main.FAILURE);
    assertEquals(
        "frazil: sorted by: expected columns, since the table is absent, got table", failure);
    failure = flights("--sorted-by", "dat").failure(Main.FAILURE);
    assertTrue(failure.contains("sorted by: dat: expected one of the columns [date, "), failure);
    flights().succeeded();
    failure = flights("--sorted-by", "table").failure(Main.FAILURE);
    assertTrue(failure.contains("expected a table with a sort order"), failure);
    failure = flights("--sorted-by", "date desc").failure(Main.FAILURE);
    assertTrue(failure.endsWith("expected [unsorted], got date desc"), failure);
  }

  @ParameterizedTest
  @CsvSource({
    "write.data.path=/elsewhere",
    "commit.retry.num-retries=1",
    "format-version=3",
    "write.object-storage.enabled=true"
  })
  void aPropertyOfTheTableIsRefusedWhereTheTableExists(String property) throws IOException {
    flights().succeeded();
    String failure = flights("--property", property).failure(Main.FAILURE);
    assertTrue(failure.startsWith("frazil: property: table demo.flights, which exists"), failure);
    assertTrue(failure.endsWith("got " + property.substring(0, property.indexOf('='))), failure);
    flights("--property", "write.parquet.compression-codec=snappy").succeeded();
  }

  @Test
  void flagsThatDoNotGoTogetherAreAUsageError() {
    assertTrue(
        flights("--max-open-files", "3").failure(Main.USAGE).contains("expected --mode fanout"));
    assertTrue(
        flights("--evolve", "--ignore-extra-columns").failure(Main.USAGE).contains("got both"));
    assertTrue(flights("--mode", "sideways").failure(Main.USAGE).contains("--mode"));
  }

  private static byte[] numbers(String... names) {
    return IpcBytes.stream(
        Arrays.stream(names)
            .map(name -> Field.nullable(name, new ArrowType.Int(32, true)))
            .toList(),
        root -> {
          root.getFieldVectors().forEach(vector -> ((IntVector) vector).setSafe(0, 1));
          root.setRowCount(1);
        });
  }

  @Test
  void extraColumnsAreLeftOutWhenAskedFor() throws Exception {
    warehouse.write(numbers("a"), "demo.n", List.of("-")).succeeded();
    warehouse
        .write(numbers("b", "a"), "demo.n", List.of("-"), "--ignore-extra-columns")
        .succeeded();
    assertEquals("2", DuckDb.value("SELECT sum(a) FROM rows", warehouse.dataFiles()));
  }

  @Test
  void finerTimesAreRoundedDownWhenAskedFor() throws Exception {
    byte[] micros =
        IpcBytes.stream(
            List.of(Field.nullable("t", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null))),
            root -> {
              ((TimeStampMicroVector) root.getVector("t")).setSafe(0, 1);
              root.setRowCount(1);
            });
    byte[] nanos =
        IpcBytes.stream(
            List.of(Field.nullable("t", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null))),
            root -> {
              ((TimeStampNanoVector) root.getVector("t")).setSafe(0, 2_999);
              root.setRowCount(1);
            });
    warehouse.write(micros, "demo.t", List.of("-")).succeeded();
    assertTrue(warehouse.write(nanos, "demo.t", List.of("-")).failure(Main.FAILURE).contains(" t"));
    warehouse.write(nanos, "demo.t", List.of("-"), "--truncate-time").succeeded();
    assertEquals("2", DuckDb.value("SELECT max(epoch_us(t)) FROM rows", warehouse.dataFiles()));
  }
}
