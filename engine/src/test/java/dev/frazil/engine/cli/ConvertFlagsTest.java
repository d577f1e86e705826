package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.file.FileMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How the flags of `convert` change the file.
class ConvertFlagsTest {
  private static final Path FLIGHTS = Path.of("samples/flights-100k.arrow");

  @TempDir private Path folder = Path.of("");

  @Test
  void anUnknownCodecIsAUsageError() {
    String failure =
        CommandRun.of("convert", FLIGHTS.toString(), "-o", "x.parquet", "--codec", "lzo")
            .failure(Main.USAGE);
    assertTrue(failure.contains("snappy") && failure.contains("lzo"), failure);
  }

  @Test
  void threadsChangeNothingOfTheFile() throws IOException {
    Path one = folder.resolve("one.parquet");
    Path three = folder.resolve("three.parquet");
    CommandRun.of("convert", FLIGHTS.toString(), "-o", one.toString()).succeeded();
    CommandRun.of("convert", FLIGHTS.toString(), "-o", three.toString(), "--threads", "3")
        .succeeded();
    assertEquals(-1, Files.mismatch(one, three));
    String failure =
        CommandRun.of("convert", FLIGHTS.toString(), "-o", "x.parquet", "--threads", "0")
            .failure(Main.USAGE);
    assertTrue(failure.contains("expected a whole number from 1"), failure);
  }

  @Test
  void flagsChooseHowEachColumnIsWritten() throws Exception {
    Path output = folder.resolve("flights.parquet");
    CommandRun.of(
            "convert",
            FLIGHTS.toString(),
            "-o",
            output.toString(),
            "--codec",
            "snappy",
            "--codec",
            "origin=gzip:9",
            "--encoding",
            "delay=delta_binary_packed",
            "--policy",
            "smallest",
            "--page-version",
            "v2",
            "--page-rows",
            "5000",
            "--page-bytes",
            "100000",
            "--row-group-rows",
            "40000",
            "--bloom",
            "origin=0.001",
            "--bloom",
            "destination",
            "--sorted-by",
            "date nulls last")
        .succeeded();
    assertEquals(
        ConvertCommandTest.FLIGHTS_DIGEST,
        DuckDb.value(ConvertCommandTest.FLIGHTS_DIGEST_QUERY, List.of(output)));
    String metadata = "FROM parquet_metadata('" + output + "')";
    assertEquals(
        "3", DuckDb.value("SELECT count(DISTINCT row_group_id) " + metadata, List.of(output)));
    assertEquals(
        "date:SNAPPY,delay:SNAPPY,destination:SNAPPY,distance:SNAPPY,origin:GZIP",
        DuckDb.value(
            "SELECT string_agg(DISTINCT path_in_schema || ':' || compression, ','"
                + " ORDER BY path_in_schema || ':' || compression) "
                + metadata,
            List.of(output)));
    assertEquals(
        "destination,origin",
        DuckDb.value(
            "SELECT string_agg(DISTINCT path_in_schema, ',' ORDER BY path_in_schema) "
                + metadata
                + " WHERE bloom_filter_offset IS NOT NULL",
            List.of(output)));
    assertTrue(
        DuckDb.value(
                "SELECT any_value(encodings) " + metadata + " WHERE path_in_schema = 'delay'",
                List.of(output))
            .contains("DELTA_BINARY_PACKED"));
  }

  @Test
  void rowsOutOfTheDeclaredOrderAreAFailure() {
    Path output = folder.resolve("flights.parquet");
    String failure =
        CommandRun.of(
                "convert", FLIGHTS.toString(), "-o", output.toString(), "--sorted-by", "delay desc")
            .failure(Main.FAILURE);
    assertTrue(failure.contains(": sorting columns: delay: expected falling values"), failure);
    assertFalse(Files.exists(output));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--codec|x=lzo",
        "--codec|`x=zstd",
        "--encoding|delay",
        "--encoding|delay=smallest",
        "--encoding|.=plain",
        "--policy|best",
        "--page-version|v3",
        "--page-rows|0",
        "--page-bytes|-1",
        "--row-group-rows|many",
        "--bloom|delay=2",
        "--bloom|delay=x",
        "--page-values|0",
        "--content-pages|1000",
        "--content-pages|2000:1000",
        "--content-pages|1000:99999999999",
        "--sorted-by|date,",
        "--sorted-by|date,date desc"
      })
  void whatAFlagCannotMeanIsAUsageErrorThatNamesIt(String flag, String value) {
    String failure =
        CommandRun.of("convert", FLIGHTS.toString(), "-o", "x.parquet", flag, value)
            .failure(Main.USAGE);
    assertTrue(failure.contains(flag), failure);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--page-rows", "--page-bytes"})
  void pagesAreCutByTheirContentsOrByASize(String flag) {
    String input = FLIGHTS.toString();
    for (List<String> command :
        List.of(
            List.of("convert", input, "-o", "x.parquet"),
            List.of("store", "write", folder.toString(), "flights", "--input", input))) {
      String[] arguments =
          Stream.concat(command.stream(), Stream.of("--content-pages", flag, "5000"))
              .toArray(String[]::new);
      String failure = CommandRun.of(arguments).failure(Main.USAGE);
      assertTrue(failure.contains("--content-pages: expected no " + flag), failure);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--codec|date.x=zstd|column options: date.x: ",
        "--encoding|delay=delta_byte_array|encoding: delay: ",
        "--bloom|`date.x`|column options: `date.x`: ",
        "--sorted-by|x|sorting columns: x: "
      })
  void whatTheInputsColumnsCannotHaveIsAFailureThatNamesThem(
      String flag, String value, String complaint) {
    Path output = folder.resolve("x.parquet");
    String failure =
        CommandRun.of("convert", FLIGHTS.toString(), "-o", output.toString(), flag, value)
            .failure(Main.FAILURE);
    assertTrue(failure.contains(complaint), failure);
    assertFalse(Files.exists(output));
  }

  @Test
  void aPageVersionIsNamedAsItIsGiven() {
    String failure =
        CommandRun.of("convert", FLIGHTS.toString(), "-o", "x.parquet", "--page-version", "v3")
            .failure(Main.USAGE);
    assertTrue(failure.contains("expected v1 or v2, got v3"), failure);
  }

  @Test
  void pagesAreCutByTheirContents() throws Exception {
    assertTrue(pages("--content-pages=10000:30000") > pages());
    assertTrue(pages("--page-values", "1000") >= 5 * 100);
  }

  private int pages(String... flags) throws IOException {
    Path output = folder.resolve("flights.parquet");
    List<String> arguments =
        new ArrayList<>(List.of("convert", FLIGHTS.toString(), "-o", output.toString(), "--force"));
    arguments.addAll(List.of(flags));
    CommandRun.of(arguments.toArray(String[]::new)).succeeded();
    CommandRun.of("verify", output.toString()).succeeded();
    int pages = 0;
    for (JsonNode column :
        CommandRun.of("inspect", output.toString(), "--json")
            .succeeded()
            .json()
            .at("/rowGroups/0/columns")) {
      pages += column.get("dataPages").asInt();
    }
    return pages;
  }

  @Test
  void theArrowSchemaCanBeLeftOut() throws IOException {
    assertTrue(keys().contains("ARROW:schema"));
    assertFalse(keys("--no-arrow-schema").contains("ARROW:schema"));
  }

  private String keys(String... flags) throws IOException {
    Path output = folder.resolve("flights.parquet");
    List<String> arguments =
        new ArrayList<>(List.of("convert", FLIGHTS.toString(), "-o", output.toString(), "--force"));
    arguments.addAll(List.of(flags));
    CommandRun.of(arguments.toArray(String[]::new)).succeeded();
    return CommandRun.of("inspect", output.toString(), "--json")
        .succeeded()
        .json()
        .get("keyValueMetadata")
        .toString();
  }

  @Test
  void theOrderOfFloatsIsChosen() throws Exception {
    Path output = folder.resolve("earthquakes.parquet");
    CommandRun.of(
            "convert", "samples/earthquakes-1.7k.arrow", "-o", output.toString(), "--ieee754-order")
        .succeeded();
    CommandRun.of("verify", output.toString()).succeeded();
    try (ByteSource source = ByteSource.ofPath(output)) {
      assertTrue(
          FileMetadata.read(source).rowGroups().getFirst().chunks().stream()
              .anyMatch(
                  chunk -> chunk.facts().order() == FileMetadata.BoundsOrder.IEEE_754_TOTAL_ORDER));
    }
  }

  @Test
  void oneOfAThingIsNotSeveral() throws IOException {
    Path output = folder.resolve("one.parquet");
    byte[] stream =
        IpcBytes.stream(
            List.of(Field.nullable("n", new ArrowType.Int(32, true))), root -> root.setRowCount(1));
    String report =
        CommandRun.withInput(stream, "convert", "-", "-o", output.toString()).succeeded().out();
    assertTrue(report.contains(": 1 row in 1 row group, "), report);
    String listing = CommandRun.of("inspect", output.toString()).succeeded().out();
    assertTrue(listing.contains(": 1 row in 1 row group, "), listing);
    assertTrue(listing.contains("row group 0: 1 row at offset 4, "), listing);
  }
}
