package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
  private static final String FOREIGN = "src/test/resources/dev/frazil/engine/verify/";

  @TempDir private static Path folder = Path.of("");

  private static Path strikes = Path.of("");

  @BeforeAll
  static void convertSample() {
    strikes = folder.resolve("strikes.parquet");
    CommandRun.of("convert", "samples/birdstrikes-10k.arrow", "-o", strikes.toString()).succeeded();
  }

  @Test
  void aFileOfOursHasNoLies() {
    String out = CommandRun.of("verify", strikes.toString()).succeeded().out();
    assertTrue(
        out.startsWith(
            strikes
                + ": 0 lies, verified 1 row group, 14 column chunks, 14 pages, 140,000 values,"),
        out);
    assertEquals(1, out.lines().count());
  }

  @Test
  void eachLieIsALineAndWhatIsNotVerifiedIsNamed() {
    String file = FOREIGN + "rle-dict-uncompressed-corrupt-checksum.parquet";
    CommandRun run = CommandRun.of("verify", strikes.toString(), file);
    assertEquals(Main.FAILURE, run.code());
    assertEquals("", run.err());
    List<String> lines = run.out().lines().toList();
    assertEquals(
        file + ": long_field: row group 0: crc: expected 1696784233, got 1696784234", lines.get(1));
    assertTrue(lines.get(3).startsWith(file + ": 2 lies, verified 1 row group, "), run.out());
    assertEquals(
        file
            + ": not verified: values of pages that do not match their checksum: long_field,"
            + " binary_field",
        lines.get(4));
  }

  @Test
  void theReportForMachinesHasEveryLie() throws Exception {
    CommandRun run = CommandRun.of("verify", "--json", FOREIGN + "nan_in_stats.parquet");
    assertEquals(Main.FAILURE, run.code());
    JsonNode file = run.json().at("/files/0");
    assertEquals(4, file.get("lies").size());
    JsonNode lie = file.at("/lies/1");
    assertEquals("x", lie.get("column").asText());
    assertEquals(0, lie.get("rowGroup").asInt());
    assertTrue(lie.get("page").isNull());
    assertEquals("max_value", lie.get("what").asText());
    assertEquals("no NaN", lie.get("expected").asText());
    assertEquals("NaN", lie.get("got").asText());
    assertEquals(2, file.get("values").asInt());
  }

  @Test
  void aFileThatCannotBeReadDoesNotHideTheNextOne() throws Exception {
    Path other = folder.resolve("other");
    Files.writeString(other, "not Parquet at all");
    CommandRun run = CommandRun.of("verify", other.toString(), strikes.toString());
    assertEquals(Main.FAILURE, run.code());
    assertTrue(run.err().startsWith("frazil: footer: " + other + ": "), run.err());
    assertTrue(run.out().startsWith(strikes + ": 0 lies"), run.out());
  }

  @Test
  void progressIsShownOnATerminalAndErased() {
    CommandRun run = CommandRun.onTerminal("verify", strikes.toString());
    assertEquals(Main.OK, run.code());
    assertTrue(run.err().contains(" values"), run.err());
    assertTrue(run.err().endsWith("\r\u001b[K"), run.err());
  }

  @Test
  void noFileIsAUsageError() {
    assertTrue(CommandRun.of("verify").failure(Main.USAGE).contains("FILE.parquet"));
  }
}
