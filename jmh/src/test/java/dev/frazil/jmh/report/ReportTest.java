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
    return String.format(
        Locale.ROOT,
        """
        {"benchmark": "dev.frazil.jmh.%s", "params": {%s},
         "primaryMetric": {"score": %f, "scoreError": 1.0, "scoreUnit": "%s",
           "scorePercentiles": {"50.0": %f, "99.0": %f}},
         "secondaryMetrics": {"fileBytes": {"rawData": [[1234567.0]]},
           "arrowBytes": {"rawData": [[2000000.0]]},
           "gc.alloc.rate.norm": {"score": 5000.0}}}
        """,
        method,
        params,
        score,
        unit,
        score,
        2 * score);
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
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertEquals("svg", document.getDocumentElement().getTagName());
    assertTrue(svg.contains(">2000 MB/s, 1.2 MB<"), svg);
    assertTrue(svg.indexOf("Frazil") < svg.indexOf("DuckDB"));
    assertFalse(svg.contains("NaN"));
  }

  @Test
  void committedResultsAreRead() throws IOException {
    assertTrue(JmhRun.readFolder(Path.of("results")).size() > 20);
  }
}
