package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcatCommandTest {
  @TempDir private Path folder = Path.of("");

  private Path converted(String sample) {
    Path file = folder.resolve(sample + ".parquet");
    CommandRun.of("convert", "samples/" + sample + ".arrow", "-o", file.toString()).succeeded();
    return file;
  }

  @Test
  void rowsOfAllFilesStandInOne() throws Exception {
    Path flights = converted("flights-100k");
    Path output = folder.resolve("out.parquet");
    CommandRun run =
        CommandRun.of("concat", "-o", output.toString(), flights.toString(), flights.toString());
    assertTrue(run.succeeded().out().contains(": 200,000 rows in 2 row groups, "), run.out());
    assertEquals(
        DuckDb.value("SELECT 2 * sum(distance) FROM rows", List.of(flights)),
        DuckDb.value("SELECT sum(distance) FROM rows", List.of(output)));
    JsonNode report =
        CommandRun.of("concat", "-o", output.toString(), flights.toString(), "--force", "--json")
            .succeeded()
            .json();
    assertEquals(100_000, report.get("rows").asLong());
    assertEquals(Files.size(output), report.get("bytes").asLong());
    assertEquals(4, report.at("/splitOffsets/0").asLong());
    assertTrue(report.get("strayKeys").isEmpty());
  }

  @Test
  void otherSchemasAndAbsentFilesAreNamedAndLeaveNothingBehind() throws Exception {
    Path flights = converted("flights-100k");
    Path strikes = converted("birdstrikes-10k");
    Path output = folder.resolve("out.parquet");
    String failure =
        CommandRun.of("concat", "-o", output.toString(), flights.toString(), strikes.toString())
            .failure(Main.FAILURE);
    assertTrue(
        failure.startsWith("frazil: append row groups: " + strikes + ": date: expected "), failure);
    failure =
        CommandRun.of("concat", "-o", output.toString(), flights.toString(), "absent.parquet")
            .failure(Main.FAILURE);
    assertEquals("frazil: open: absent.parquet: no such file or directory", failure);
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(strikes, flights), left.sorted().toList());
    }
  }

  @Test
  void anInputIsNeverTheOutput() {
    Path flights = converted("flights-100k");
    String failure =
        CommandRun.of(
                "concat", "-o", flights.toString(), "absent.parquet", flights.toString(), "--force")
            .failure(Main.FAILURE);
    assertTrue(failure.contains("another file than the input"), failure);
  }

  @Test
  void inputsAndOutputAreRequired() {
    Path output = folder.resolve("out.parquet");
    assertTrue(
        CommandRun.of("concat", "-o", output.toString()).failure(Main.USAGE).contains("FILE"));
    assertTrue(CommandRun.of("concat", "x.parquet").failure(Main.USAGE).contains("--output"));
    assertFalse(Files.exists(output));
  }
}
