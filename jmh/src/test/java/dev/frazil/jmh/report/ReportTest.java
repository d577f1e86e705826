package dev.frazil.jmh.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class ReportTest {
  @TempDir private Path folder = Path.of("");

  /// A result as JMH writes it.
  private static String run(String method, String params, String unit, double score) {
    return run(method, params, unit, score, 1_234_567);
  }

  private static String run(
      String method, String params, String unit, double score, double fileBytes) {
    return String.format(
        Locale.ROOT,
        """
        {"benchmark": "dev.frazil.jmh.%s", "params": {%s},
         "primaryMetric": {"score": %f, "scoreError": 1.0, "scoreUnit": "%s",
           "scorePercentiles": {"50.0": %f, "99.0": %f}},
         "secondaryMetrics": {"fileBytes": {"rawData": [[%f]]},
           "arrowBytes": {"rawData": [[2000000.0]]},
           "gc.alloc.rate.norm": {"score": 5000.0}}}
        """,
        method,
        params,
        score,
        unit,
        score,
        2 * score,
        fileBytes);
  }

  private void results(String file, String... runs) throws IOException {
    Files.writeString(folder.resolve(file), "[" + String.join(",", runs) + "]");
  }

  private Map<String, String> report() throws IOException {
    Report.main(new String[] {folder.toString()});
    Map<String, String> made = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> !f.toString().endsWith(".json")).toList()) {
        made.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return made;
  }

  @Test
  void ratiosStandBesideTheirGoalsAndTheNewestResultCounts() throws IOException {
    String data = "\"data\": \"taxi/snappy\"";
    results(
        "1.json",
        run("MemoryPeersBenchmark.frazil", data, "us/op", 999_000),
        run("MemoryPeersBenchmark.parquetJava", data, "ms/op", 900),
        run("MemoryPeersBenchmark.iceberg", data, "us/op", 1_700_000),
        run("MemoryPeersBenchmark.trino", data, "us/op", 200_000));
    results("2.json", run("MemoryPeersBenchmark.frazil", data, "us/op", 100_000));
    List<String> goals = file(report(), "goals.md").lines().toList();
    String sizes = " | 1,234,567 | 1,234,567 | ";
    assertTrue(
        goals.contains("| taxi/snappy | parquet-java | 8.0 | 14.0 | **9.0x**" + sizes + " |"),
        goals::toString);
    assertTrue(
        goals.contains("| taxi/snappy | Iceberg | 10.0 | 16.0 | **17.0x**" + sizes + "stretch |"));
    assertTrue(
        goals.contains(
            "| taxi/snappy | Trino | 3.2 | 5.0 | **2.0x**" + sizes + "below the floor |"));
    assertTrue(goals.contains("| taxi/snappy | DuckDB | 2.5 | 4.0 | not measured |  |  |  |"));
  }

  private static String file(Map<String, String> made, String name) {
    return Objects.requireNonNull(made.get(name), name);
  }

  @Test
  void latencyIsComparedAtItsPercentiles() throws IOException {
    String rows = "\"rows\": \"1000\"";
    results(
        "latency.json",
        run("LatencyBenchmark.frazil", rows, "us/op", 80),
        run("LatencyBenchmark.parquetJava", rows, "us/op", 800));
    results("peers.json", run("PeersLatencyBenchmark.trino", rows, "us/op", 160));
    Map<String, String> made = report();
    List<String> goals = file(made, "goals.md").lines().toList();
    assertTrue(goals.contains("| 1000 rows | parquet-java | median | 8.0 | 14.0 | **10.0x** |  |"));
    assertTrue(
        goals.contains("| 1000 rows | Trino | median | 4.0 |  | **2.0x** | below the floor |"));
    assertTrue(goals.contains("| 1000 rows | | heap, bytes a file | 32768 | 4096 | 5000 |  |"));
    assertTrue(file(made, "latency-1000.svg").contains("160 µs, 99 of 100 files"));
  }

  @Test
  void picturesAreWellFormedAndTheSameEveryTime() throws Exception {
    results(
        "peers.json",
        run("FilePeersBenchmark.frazil", "\"data\": \"taxi/zstd:1\"", "us/op", 1_000),
        run("FilePeersBenchmark.duckDb", "\"data\": \"taxi/zstd:1\"", "us/op", 4_000));
    results("cores.json", run("CoresBenchmark.frazil", "\"threads\": \"2\"", "us/op", 1_000));
    Map<String, String> made = report();
    assertEquals(made, report());
    assertEquals(
        List.of("cores.svg", "file-taxi-zstd1.svg", "goals.md"), List.copyOf(made.keySet()));
    String svg = file(made, "file-taxi-zstd1.svg");
    wellFormed(svg);
    assertTrue(svg.contains(">2000 MB/s, 1.2 MB<"), svg);
    assertTrue(svg.indexOf("Frazil") < svg.indexOf("DuckDB"));
    assertFalse(svg.contains("NaN"));
  }

  @Test
  void goalsBesideTimesAreJudged() throws IOException {
    String ints = "\"data\": \"ints/uncompressed\"";
    String taxi = "\"data\": \"taxi/snappy\"";
    results(
        "runs.json",
        run("CoresBenchmark.frazil", "\"threads\": \"1\"", "us/op", 300),
        run("CoresBenchmark.frazil", "\"threads\": \"2\"", "us/op", 200),
        run("MemoryPeersBenchmark.frazil", ints, "us/op", 100),
        run("MemoryPeersBenchmark.frazilSmallest", ints, "us/op", 110, 700_000),
        run("MemoryPeersBenchmark.trino", ints, "us/op", 100),
        run("MemoryPeersBenchmark.frazilSmallest", taxi, "us/op", 110, 1_000_000),
        run("FilePeersBenchmark.duckDb", taxi, "us/op", 100),
        run("MemoryPeersBenchmark.trino", taxi, "us/op", 100));
    Files.writeString(
        folder.resolve("start-up.json"),
        """
        {"--version": {"with_cache": {"median_ms": 240.4, "p90_ms": 300, "runs": 20},
                       "without_cache": {"median_ms": 700, "p90_ms": 800, "runs": 20}}}
        """);
    List<String> goals = file(report(), "goals.md").lines().toList();
    for (String line :
        List.of(
            "| two threads beside one | 1.6 | **1.5x** | below the floor |",
            "| ints/uncompressed | 700,000 | 1,234,567 | 25 % smaller, no slower | **43.3 %"
                + " smaller** | 1.10 | below the floor |",
            "| taxi/snappy | 1,000,000 | 1,234,567 | smallest | **19.0 % smaller** | not measured |"
                + "  |",
            "| rows, columns, files | | not measured | | | |",
            "| --version with cache | 500 | **240** | 300 | 20 |  |",
            "| --version without cache | 500 | **700** | 800 | 20 | below the floor |")) {
      assertTrue(goals.contains(line), () -> line + " in " + goals);
    }
  }

  @Test
  void curvesOfGrowthAreDrawnWithTheirFit() throws Exception {
    Files.writeString(folder.resolve("scale.json"), scale());
    Map<String, String> made = report();
    assertEquals(made, report());
    assertEquals(
        List.of("goals.md", "scale-columns.svg", "scale-files.svg", "scale-rows.svg"),
        List.copyOf(made.keySet()));
    String svg = file(made, "scale-columns.svg");
    wellFormed(svg);
    assertTrue(svg.contains(">int64, 1,000 rows<"), svg);
    assertTrue(svg.contains(">int64, 10,000 rows<"), svg);
    // From 1 to 100 columns along the width, from 10 to 1,000 µs up; the last point is 25 % above
    // its fit.
    assertTrue(svg.contains("points=\"80.0,350.0 700.0,63.1 \""), svg);
    assertTrue(svg.contains("<circle cx=\"700.0\" cy=\"44.0\""), svg);
    assertTrue(svg.contains("<circle cx=\"700.0\" cy=\"408.3\""), svg);
    assertFalse(svg.contains("NaN"));
    String goals = file(made, "goals.md");
    assertTrue(
        goals.contains(
            "| columns, int64 | 0.5000 µs a column + 10.00 µs a file | **25.0 %**, 31 % without the"
                + " further terms | +0.0, +25.0, +0.0 | 50 % at most |  |"),
        goals);
    assertTrue(
        goals.contains(
            "| rows, taxi | 0.1000 µs a row | **0.0 %** | +0.0, +0.0 | 150 % at most | above the"
                + " bound |"),
        goals);
    assertTrue(
        goals.contains(
            "| files, taxi | 10.00 µs a file | **10.0 %**, 100 % where all rows are of one file and"
                + " are not routed (1, not fitted) | +10.0 | 1 % at most |  |"),
        goals);
  }

  private static String scale() {
    return String.format(
        Locale.ROOT,
        """
        {"curves": [
          {"name": "rows", "input": "taxi", "micros": {"row": 0.1}, "points": [%s, %s]},
          {"name": "columns", "input": "int64", "micros": {"column": 0.5, "file": 10},
           "residualPercentOfFirstTerms": 31,
           "points": [%s, %s, %s]},
          {"name": "files", "input": "taxi", "micros": {"file": 10}, "points": [
           {"rows": 100, "columns": 20, "files": 1, "fitted": false, "micros": 5, "fittedMicros": 10,
            "residualPercent": -100, "nativeBytes": 1, "nativeBound": 100},
           {"rows": 100, "columns": 20, "files": 9, "fitted": true, "micros": 100, "fittedMicros": 90,
            "residualPercent": 10, "nativeBytes": 1, "nativeBound": 100}]}]}
        """,
        point(1_000, 19, 100, 100, 150),
        point(10_000, 19, 1_000, 1_000, 10),
        point(1_000, 1, 10, 10, 10),
        point(1_000, 100, 1_000, 750, 50),
        point(10_000, 10, 100, 100, 10));
  }

  private static String point(int rows, int columns, double micros, double fitted, int bytes) {
    return String.format(
        Locale.ROOT,
        """
        {"rows": %d, "columns": %d, "files": 1, "micros": %f, "wallMicros": 1, "fittedMicros": %f,
         "residualPercent": %f, "nativeBytes": %d, "nativeBound": 100}
        """,
        rows,
        columns,
        micros,
        fitted,
        100 * (1 - fitted / micros),
        bytes);
  }

  private static void wellFormed(String svg) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertEquals("svg", document.getDocumentElement().getTagName());
  }

  @Test
  void committedResultsAreRead() throws IOException {
    assertTrue(JmhRun.readFolder(Path.of("results")).size() > 20);
  }
}
