package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  private static final Pattern BLANK = Pattern.compile(" ");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "write",
        "add-files",
        "convert",
        "concat",
        "inspect",
        "store",
        "store write",
        "store append",
        "store read",
        "store snapshot",
        "store versions",
        "store profiles",
        "store tag",
        "store rollback",
        "store prune",
        "store compact",
        "store commit"
      })
  void everyCommandHasHelpWithExamplesAndExitCodes(String command) {
    CommandRun run = CommandRun.of(BLANK.split((command + " --help").strip())).succeeded();
    assertTrue(run.out().startsWith("Usage: frazil " + command), run.out());
    assertTrue(run.out().contains("Examples:\n  frazil "), run.out());
    assertTrue(run.out().contains("69   no Java 25"), run.out());
  }

  @Test
  void theVersionIsWhatFilesSayTheyWereWrittenBy() {
    String version = CommandRun.of("--version").succeeded().out();
    assertTrue(version.matches("frazil version \\S+ \\(build \\S+\\)\n"), version);
  }

  @Test
  void helpThatReadsNoFlagsOfOtherCommandsIsTheSame() {
    assertEquals(CommandRun.of("--debug", "--help").succeeded().out(), CommandRun.of("-h").out());
    assertEquals(
        CommandRun.of("store", "--debug", "--help").succeeded().out(),
        CommandRun.of("store", "--help").out());
    assertEquals(CommandRun.of("--debug", "-V").succeeded().out(), CommandRun.of("-V").out());
  }

  @Test
  void noCommandIsAUsageError() {
    assertEquals(
        "frazil: expected a command: write, add-files, convert, concat, inspect, verify or"
            + " store; see 'frazil --help'",
        CommandRun.of().failure(Main.USAGE));
  }

  @Test
  void anUnknownCommandIsAUsageErrorThatSuggests() {
    assertEquals(
        "frazil: Unmatched argument at index 0: 'inspekt' (did you mean inspect?); see 'frazil"
            + " --help'",
        CommandRun.of("inspekt").failure(Main.USAGE));
    assertFalse(CommandRun.of("xyzzy").failure(Main.USAGE).contains("did you mean"));
  }

  @Test
  void anUnknownOptionIsAUsageErrorThatSuggestsAndNamesTheHelp() {
    String failure = CommandRun.of("inspect", "--jsn", "x.parquet").failure(Main.USAGE);
    assertTrue(failure.contains("'--jsn' (did you mean --json"), failure);
    assertTrue(failure.endsWith("see 'frazil inspect --help'"), failure);
  }

  @Test
  void aFailureHasAStackTraceOnlyWithDebug() {
    String line = CommandRun.of("inspect", "absent.parquet").failure(Main.FAILURE);
    assertTrue(line.startsWith("frazil: ") && line.contains("absent.parquet"), line);
    CommandRun debug = CommandRun.of("inspect", "--debug", "absent.parquet");
    assertEquals(Main.FAILURE, debug.code());
    assertEquals(line, debug.err().lines().findFirst().orElseThrow());
    assertTrue(debug.err().contains("\tat dev.frazil.engine.cli."), debug.err());
    assertTrue(CommandRun.of("--debug", "inspect", "absent.parquet").err().contains("\tat "));
  }

  @Test
  void controlCharactersOfNamesDoNotReachTheTerminal() {
    String failure = CommandRun.of("inspect", "a\u001b[2Jb\nc").failure(Main.FAILURE);
    assertTrue(failure.contains("a\\u001b[2Jb c"), failure);
  }

  @Test
  void anOutputThatCannotBeWrittenIsAFailure() {
    assertEquals("frazil: standard output: cannot be written\n", failureToPrint("--help"));
  }

  @Test
  void aReportThatCannotBeWrittenIsAFailureThatTellsWhatWasPublished(@TempDir Path folder)
      throws IOException {
    String file = folder.resolve("flights.parquet").toString();
    assertEquals(
        "frazil: standard output: cannot be written, but " + file + " is written\n",
        failureToPrint("convert", "samples/flights-100k.arrow", "-o", file));
    String store = folder.resolve("data").toString();
    assertEquals(
        "frazil: standard output: cannot be written, but v0 of flights has the rows\n",
        failureToPrint(
            "store", "write", store, "flights", "--input", "samples/flights-100k.arrow"));
    Warehouse warehouse = new Warehouse(folder.resolve("lake"));
    String failure =
        failureToPrint(
            "write",
            "samples/flights-100k.arrow",
            "--warehouse",
            warehouse.folder().toString(),
            "--table",
            "demo.flights");
    long snapshot =
        warehouse.table("demo.flights", table -> table.snapshots().iterator().next().snapshotId());
    assertEquals(
        "frazil: standard output: cannot be written, but snapshot %d of table demo.flights is committed\n"
            .formatted(snapshot),
        failure);
  }

  private static String failureToPrint(String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    int code =
        Main.run(
            Channels.newChannel(new ByteArrayInputStream(new byte[0])),
            new PrintStream(full, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            arguments);
    assertEquals(Main.FAILURE, code);
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void progressIsShownOnATerminalAndErased() {
    String[] arguments = {"convert", "samples/flights-100k.arrow", "-o", "absent/out.parquet"};
    assertFalse(CommandRun.of(arguments).err().contains("\u001b"));
    CommandRun terminal =
        CommandRun.onTerminal(
            "convert", "samples/flights-100k.arrow", "-o", "target/progress.parquet", "--force");
    assertEquals(Main.OK, terminal.code());
    assertTrue(terminal.err().startsWith("\r\u001b[K20,000 rows"), terminal.err());
    assertTrue(terminal.err().endsWith("\r\u001b[K"), terminal.err());
  }
}
