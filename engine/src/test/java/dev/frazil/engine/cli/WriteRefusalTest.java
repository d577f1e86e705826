package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `write` cannot do leaves neither a table nor a file.
class WriteRefusalTest {
  private static final String FLIGHTS = "samples/flights-100k.arrow";

  @TempDir private Path folder = Path.of("");

  private Warehouse warehouse = new Warehouse(folder);

  @BeforeEach
  void openWarehouse() {
    warehouse = new Warehouse(folder.resolve("lake"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write.parquet.compression-codec=lzo",
        "write.parquet.page-row-limit=0",
        "write.parquet.row-group-size-bytes=many",
        "format-version=one",
        "format-version=1"
      })
  void aPropertyThatCannotBeUsedIsNamedAndNothingIsCreated(String property) throws IOException {
    String failure =
        warehouse
            .write("demo.flights", List.of(FLIGHTS), "--property", property)
            .failure(Main.FAILURE);
    assertTrue(failure.contains(property.substring(0, property.indexOf('='))), failure);
    assertFalse(warehouse.hasTable("demo.flights"));
  }

  @Test
  void aFailureInTheSecondInputLeavesNoTableAndNoFile() throws IOException {
    Path cut = folder.resolve("cut.arrows");
    Files.write(cut, Arrays.copyOf(IpcBytes.streamOf(Path.of(FLIGHTS)), 1_500_000));
    String failure =
        warehouse.write("demo.flights", List.of(FLIGHTS, cut.toString())).failure(Main.FAILURE);
    assertTrue(failure.startsWith("frazil: " + cut + ": "), failure);
    assertFalse(warehouse.hasTable("demo.flights"));
    assertEquals(List.of(), warehouse.dataFiles());
    warehouse.write("demo.flights", List.of(FLIGHTS), "--partition", "month(date)").succeeded();
  }

  @Test
  void aPartitionClauseInAnotherFormIsAUsageError() {
    String failure =
        warehouse
            .write("demo.flights", List.of(FLIGHTS), "--partition", "weekly(date)")
            .failure(Main.USAGE);
    assertTrue(failure.contains("bucket(N, column)") && failure.contains("weekly"), failure);
  }

  @Test
  void aPartitionSourceMustBeAColumnOfAFittingType() throws IOException {
    String missing =
        warehouse
            .write("demo.flights", List.of(FLIGHTS), "--partition", "month(dat)")
            .failure(Main.FAILURE);
    assertTrue(missing.contains("dat") && missing.contains("origin"), missing);
    String unfit =
        warehouse
            .write("demo.flights", List.of(FLIGHTS), "--partition", "month(delay)")
            .failure(Main.FAILURE);
    assertTrue(unfit.contains("month") && unfit.contains("int"), unfit);
    assertFalse(warehouse.hasTable("demo.flights"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"flights", "demo.", ".flights", "a..b", "demo.a/b"})
  void aTableNameNeedsANamespaceAndNoSlashes(String table) {
    String failure = warehouse.write(table, List.of(FLIGHTS)).failure(Main.USAGE);
    assertTrue(failure.contains("NS.NAME") && failure.contains(table), failure);
  }

  @Test
  void standardInputCanBeReadOnce() {
    String failure = warehouse.write("demo.flights", List.of("-", "-")).failure(Main.FAILURE);
    assertTrue(failure.contains("expected - once"), failure);
  }

  @Test
  void anAbsentInputTouchesNoWarehouse() {
    String failure = warehouse.write("demo.flights", List.of("absent.arrow")).failure(Main.FAILURE);
    assertEquals("frazil: absent.arrow: no such file or directory", failure);
    assertFalse(Files.exists(warehouse.folder()));
  }

  @Test
  void aWarehouseThatIsAFileIsNamed() throws IOException {
    Files.writeString(warehouse.folder(), "not a folder");
    String failure = warehouse.write("demo.flights", List.of(FLIGHTS)).failure(Main.FAILURE);
    assertTrue(failure.contains(warehouse.folder().toString()), failure);
  }
}
