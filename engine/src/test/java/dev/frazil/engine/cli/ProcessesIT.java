package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.util.SnapshotUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `frazil write` in several processes, and in one that is killed.
class ProcessesIT {
  private static final Path SAMPLE = Path.of("samples/flights-100k.arrow").toAbsolutePath();
  private static final String TABLE = "demo.flights";
  private static final int ROWS = 100_000;

  @TempDir Path folder;

  private Warehouse warehouse;
  private byte[] stream;

  @BeforeEach
  void prepare() throws IOException {
    warehouse = new Warehouse(folder.resolve("lake"));
    stream = IpcBytes.streamOf(SAMPLE);
  }

  /// Starts a write of what its standard input will bring.
  private Process write(String name, String... options) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "write",
                "-",
                "--warehouse",
                warehouse.folder().toString(),
                "--table",
                TABLE));
    command.addAll(List.of(options));
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve(name + ".out").toFile())
        .redirectError(folder.resolve(name + ".err").toFile())
        .start();
  }

  private String errors(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".err"), StandardCharsets.UTF_8);
  }

  /// More than a pipe holds: when it is written the process is past its first batches.
  private void writeHalf(OutputStream input) throws IOException {
    input.write(stream, 0, stream.length / 2);
    input.flush();
  }

  private long committedRows() throws IOException {
    return warehouse.table(
        TABLE,
        table ->
            Long.parseLong(
                table.currentSnapshot().summary().getOrDefault("total-records", "none")));
  }

  @Test
  void processesThatCreateOneTableAtOnceAllAppendToIt() throws Exception {
    int writers = 2;
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      processes.add(write("writer" + i, "--partition", "month(date)"));
    }
    for (Process process : processes) {
      writeHalf(process.getOutputStream());
    }
    assertFalse(warehouse.hasTable(TABLE)); // each of them is about to create it
    for (Process process : processes) {
      try (OutputStream input = process.getOutputStream()) {
        input.write(stream, stream.length / 2, stream.length - stream.length / 2);
      }
    }
    for (int i = 0; i < writers; i++) {
      assertEquals(0, processes.get(i).waitFor(), errors("writer" + i));
    }
    assertEquals((long) writers * ROWS, committedRows());
    List<Long> snapshots = warehouse.table(TABLE, SnapshotUtil::currentAncestorIds);
    assertEquals(writers, snapshots.size());
    String rows = DuckDb.value("SELECT count(*) FROM rows", warehouse.dataFiles());
    assertEquals(Integer.toString(writers * ROWS), rows);
  }

  @Test
  void aTableThatAnotherProcessMadeOtherwiseIsNotWritten() throws Exception {
    Process process = write("loser", "--partition", "month(date)");
    try (OutputStream input = process.getOutputStream()) {
      writeHalf(input);
      warehouse.write(TABLE, List.of(SAMPLE.toString())).succeeded();
      input.write(stream, stream.length / 2, stream.length - stream.length / 2);
    }
    assertEquals(Main.FAILURE, process.waitFor());
    assertTrue(errors("loser").contains("create table: demo.flights: expected"), errors("loser"));
    assertEquals(ROWS, committedRows());
    assertEquals("" + ROWS, DuckDb.value("SELECT count(*) FROM rows", warehouse.dataFiles()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"batch", "fanout", "clustered"})
  void aKilledProcessLeavesTheTableAsItWas(String mode) throws Exception {
    warehouse.write(TABLE, List.of(SAMPLE.toString())).succeeded();
    Process process = write("killed", "--mode", mode);
    try (OutputStream input = process.getOutputStream()) {
      writeHalf(input);
      process.destroyForcibly(); // SIGKILL
      assertNotEquals(0, process.waitFor());
    }
    assertEquals(ROWS, committedRows());
    List<Path> named =
        warehouse.dataFiles().stream()
            .filter(file -> !file.getFileName().toString().matches("\\.frazil-.*\\.tmp"))
            .toList();
    // whoever has a final name is a whole file
    assertTrue(
        Integer.parseInt(DuckDb.value("SELECT count(*) FROM rows", named)) >= ROWS,
        named::toString);
    warehouse.write(TABLE, List.of(SAMPLE.toString())).succeeded();
    assertEquals(2 * ROWS, committedRows());
  }
}
