package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The packaged command, in a process of its own. Expected numbers of the samples are those that
/// apache-arrow for JavaScript found.
class LauncherIT {
  private static final Path DISTRIBUTION = Path.of("target/dist").toAbsolutePath();
  private static final Path LAUNCHER = DISTRIBUTION.resolve("bin/frazil");
  private static final Path SAMPLES = Path.of("samples").toAbsolutePath();

  @TempDir private Path folder = Path.of("");

  private CommandRun run(Path launcher, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("FRAZIL_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    int code = process.waitFor();
    return new CommandRun(
        code,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  @Test
  void duckDbAndIcebergReadWhatWriteCommitted() throws Exception {
    run(
            LAUNCHER,
            Map.of(),
            "write",
            SAMPLES.resolve("flights-100k.arrow").toString(),
            "--warehouse",
            "lake",
            "--table",
            "demo.flights",
            "--partition",
            "month(date)")
        .succeeded();
    Warehouse warehouse = new Warehouse(folder.resolve("lake"));
    assertEquals(
        "100000 652078 72997003 226",
        DuckDb.value(
            "SELECT concat_ws(' ', count(*), sum(delay), sum(distance), count(DISTINCT origin))"
                + " FROM rows",
            warehouse.dataFiles()));
    long distance =
        warehouse.table(
            "demo.flights",
            table -> {
              long sum = 0;
              try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
                for (Record record : records) {
                  sum += (Integer) record.getField("distance");
                }
              } catch (IOException e) {
                throw new AssertionError(e);
              }
              return sum;
            });
    assertEquals(72_997_003, distance);
  }

  @Test
  void duckDbReadsWhatConvertWroteAndInspectShowsIt() throws Exception {
    CommandRun convert =
        run(
            LAUNCHER,
            Map.of(),
            "convert",
            SAMPLES.resolve("birdstrikes-10k.arrow").toString(),
            "-o",
            "strikes.parquet");
    assertTrue(convert.succeeded().out().startsWith("strikes.parquet: 10,000 rows"));
    assertEquals(
        "10000 7164 40545276",
        DuckDb.value(
            "SELECT concat_ws(' ', count(*), count(\"Speed IAS in knots\"),"
                + " sum(\"Cost Total $\")) FROM rows",
            List.of(folder.resolve("strikes.parquet"))));
    CommandRun inspect = run(LAUNCHER, Map.of(), "inspect", "strikes.parquet");
    assertTrue(inspect.succeeded().out().contains("Cost Total $"), inspect.out());
  }

  @Test
  void aStoreIsWrittenExtendedAndReadWithoutAWordOfLibraries() throws Exception {
    String sample = SAMPLES.resolve("flights-100k.arrow").toString();
    run(LAUNCHER, Map.of(), "store", "write", "data", "flights", "--input", sample).succeeded();
    String rows =
        run(
                LAUNCHER,
                Map.of(),
                "store",
                "read",
                "data",
                "flights",
                "--where",
                "delay > 60 and origin = \"SFO\"",
                "--csv")
            .succeeded()
            .out();
    Path late = Files.writeString(folder.resolve("late.csv"), rows);
    run(
            LAUNCHER,
            Map.of(),
            "store",
            "append",
            "data",
            "flights",
            "--input",
            late.toString(),
            "--cast",
            "original")
        .succeeded();
    Path version = folder.resolve("data/flights/v0");
    assertEquals(
        DuckDb.value(
            "SELECT concat_ws(' ', count(*), sum(delay), min(date)) FROM rows"
                + " WHERE delay > 60 AND origin = 'SFO'",
            List.of(version.resolve("0.parquet"))),
        DuckDb.value(
            "SELECT concat_ws(' ', count(*), sum(delay), min(date)) FROM rows",
            List.of(version.resolve("1.parquet"))));
  }

  @Test
  void aSignalInTheMiddleOfAStoresWriteLeavesNothingBehind() throws Exception {
    byte[] stream = IpcBytes.streamOf(SAMPLES.resolve("flights-100k.arrow"));
    ProcessBuilder builder = new ProcessBuilder(LAUNCHER.toString(), "store", "write", "data");
    builder.command().addAll(List.of("flights", "--input", "-"));
    builder.environment().put("FRAZIL_JAVA_HOME", System.getProperty("java.home"));
    builder.directory(folder.toFile()).redirectOutput(folder.resolve("stdout").toFile());
    Process process = builder.redirectError(folder.resolve("stderr").toFile()).start();
    try (OutputStream input = process.getOutputStream()) {
      input.write(stream, 0, stream.length / 2);
      input.flush();
      process.destroy();
      process.waitFor();
    }
    try (Stream<Path> left = Files.walk(folder.resolve("data"))) {
      assertEquals(List.of(), left.filter(file -> file.toString().contains(".parquet")).toList());
    }
    run(LAUNCHER, Map.of(), "store", "read", "data", "flights").failure(Main.FAILURE);
    String sample = SAMPLES.resolve("flights-100k.arrow").toString();
    run(LAUNCHER, Map.of(), "store", "write", "data", "flights", "--input", sample).succeeded();
  }

  @Test
  void theLauncherWorksThroughLinksAndInFoldersWithBlanks() throws Exception {
    Path home = Files.createDirectory(folder.resolve("with blank's"));
    copy(DISTRIBUTION, home.resolve("a dist"));
    Path link =
        Files.createSymbolicLink(
            folder.resolve("frazil link"), Path.of("with blank's/a dist/bin/frazil"));
    CommandRun run = run(link, Map.of(), "--version");
    assertTrue(run.succeeded().out().startsWith("frazil version "), run.out());
  }

  @Test
  void aCacheForTheStartChangesNoWordWhetherItFitsOrNot() throws Exception {
    Path home = folder.resolve("dist");
    copy(DISTRIBUTION, home);
    Path cache = home.resolve("lib/frazil-brief.aot");
    Files.deleteIfExists(cache);
    Path launcher = home.resolve("bin/frazil");
    String help = run(launcher, Map.of(), "--help").succeeded().out();

    assertEquals("", run(home.resolve("bin/frazil-make-cache"), Map.of()).succeeded().out());
    Path sample = SAMPLES.resolve("birdstrikes-10k.arrow");
    for (List<String> command :
        List.of(
            List.of("--help"),
            List.of("convert", sample.toString(), "-o", "x.parquet"),
            List.of("store", "write", "data", "rows", "--input", sample.toString()))) {
      requireCached(launcher, command);
    }
    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      assertEquals(
          List.of(), files.filter(file -> file.getFileName().toString().startsWith(".")).toList());
    }

    for (String option : List.of("-Xshare:auto", "-XX:AOTMode=off")) {
      CommandRun run = run(launcher, Map.of("FRAZIL_OPTS", option), "--help");
      assertEquals(help, run.succeeded().out());
    }

    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      Path jar = files.filter(file -> file.toString().endsWith(".jar")).sorted().findFirst().get();
      Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000_000_000L));
    }
    assertEquals(help, run(launcher, Map.of(), "--help").succeeded().out());
    Files.writeString(cache, "no cache");
    assertEquals(help, run(launcher, Map.of(), "--help").succeeded().out());
  }

  /// The classes of a command come from its cache.
  private void requireCached(Path launcher, List<String> command) throws Exception {
    Path classes = folder.resolve("classes");
    run(
            launcher,
            Map.of("FRAZIL_OPTS", "-Xlog:class+load:file=" + classes),
            command.toArray(String[]::new))
        .succeeded();
    List<String> loaded = Files.readAllLines(classes);
    long cached = loaded.stream().filter(line -> line.endsWith("shared objects file")).count();
    assertTrue(
        loaded.stream().anyMatch(line -> line.contains(Main.class.getName() + " source: sh")));
    assertTrue(cached > loaded.size() * 3 / 4, command + ": " + cached + " of " + loaded.size());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  @Test
  void theReadmesOptionRecordsEvents() throws Exception {
    Matcher option =
        Pattern.compile("'(-XX:StartFlightRecording[^']*)'")
            .matcher(Files.readString(Path.of("../README.md")));
    assertTrue(option.find());
    run(
            LAUNCHER,
            Map.of("FRAZIL_OPTS", option.group(1)),
            "convert",
            SAMPLES.resolve("birdstrikes-10k.arrow").toString(),
            "-o",
            "strikes.parquet")
        .succeeded();
    Set<String> names =
        RecordingFile.readAllEvents(folder.resolve("writer.jfr")).stream()
            .map(event -> event.getEventType().getName())
            .collect(Collectors.toSet());
    assertTrue(
        names.containsAll(Set.of("dev.frazil.Page", "dev.frazil.RowGroup")), names::toString);
  }

  @Test
  void exitCodesReachTheShell() throws Exception {
    run(LAUNCHER, Map.of(), "inspect", "absent.parquet").failure(Main.FAILURE);
    run(LAUNCHER, Map.of(), "inspect").failure(Main.USAGE);
  }

  @Test
  void aJavaThatIsTooOldOrAbsentIsRefusedWithTheRemedy() throws Exception {
    Path old = Files.createDirectories(folder.resolve("old java/bin"));
    Path java = Files.writeString(old.resolve("java"), "#!/bin/sh\nexit 1\n");
    assertTrue(java.toFile().setExecutable(true));
    Files.writeString(folder.resolve("old java/release"), "JAVA_VERSION=\"17.0.9\"\n");
    for (String home : List.of(folder.resolve("old java").toString(), "/absent")) {
      String failure = run(LAUNCHER, Map.of("FRAZIL_JAVA_HOME", home), "--version").failure(69);
      assertTrue(failure.contains("Java 25") && failure.contains(home), failure);
    }
  }

  @Test
  void aSignalInTheMiddleOfAWriteLeavesNothingBehind() throws Exception {
    byte[] stream = IpcBytes.streamOf(SAMPLES.resolve("flights-100k.arrow"));
    Warehouse warehouse = new Warehouse(folder.resolve("lake"));
    ProcessBuilder builder =
        new ProcessBuilder(LAUNCHER.toString(), "write", "-", "--table", "demo.flights");
    builder.command().addAll(List.of("--warehouse", warehouse.folder().toString()));
    builder.environment().put("FRAZIL_JAVA_HOME", System.getProperty("java.home"));
    builder.redirectOutput(folder.resolve("stdout").toFile());
    Process process = builder.redirectError(folder.resolve("stderr").toFile()).start();
    try (OutputStream input = process.getOutputStream()) {
      // More than a pipe holds: when all of it is written the command is past the first batches.
      input.write(stream, 0, stream.length / 2);
      input.flush();
      process.destroy();
      process.waitFor();
    }
    assertEquals(List.of(), warehouse.dataFiles());
    assertFalse(warehouse.hasTable("demo.flights"));
  }

  @Test
  void namesOutsideOfAsciiNeedNoLocale() throws Exception {
    String script =
        "name=$(printf 'fl\\303\\274ge.arrow'); cp \"$1\" \"$name\";"
            + " exec \"$0\" convert \"$name\" -o out.parquet";
    run(
            Path.of("/bin/sh"),
            Map.of("LC_ALL", "C"),
            "-c",
            script,
            LAUNCHER.toString(),
            SAMPLES.resolve("flights-100k.arrow").toString())
        .succeeded();
  }

  @Test
  void warningsOfTheJavaVirtualMachineDoNotReachTheUser() throws Exception {
    Path input = folder.resolve("input.arrow");
    Files.write(
        input, Arrays.copyOf(Files.readAllBytes(SAMPLES.resolve("flights-100k.arrow")), 10_000));
    String failure =
        run(LAUNCHER, Map.of(), "convert", input.toString(), "-o", "out.parquet")
            .failure(Main.FAILURE);
    assertTrue(failure.startsWith("frazil: " + input), failure);
  }
}
