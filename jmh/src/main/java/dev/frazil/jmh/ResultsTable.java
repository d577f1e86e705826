package dev.frazil.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Turns a JSON result of [BatchToFileBenchmark], run with `-prof gc -rf json`, into a Markdown
/// table on standard output: Frazil beside parquet-java, in time, garbage and size.
public final class ResultsTable {
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  private ResultsTable() {}

  /// Prints the table.
  ///
  /// @param args the path of the JSON file
  /// @throws IOException if it cannot be read
  public static void main(String[] args) throws IOException {
    Map<String, JsonNode> frazil = new TreeMap<>();
    Map<String, JsonNode> peer = new TreeMap<>();
    for (JsonNode run : new ObjectMapper().readTree(Path.of(args[0]).toFile())) {
      JsonNode params = run.get("params");
      String key =
          "%s|%07d|%s"
              .formatted(
                  params.get("input").asText(),
                  params.get("rows").asInt(),
                  params.get("codec").asText());
      boolean own = run.get("benchmark").asText().endsWith(".frazil");
      (own ? frazil : peer).put(key, run);
    }
    System.out.println(
        "| input | rows | codec | Frazil ms | parquet-java ms | faster | Frazil bytes "
            + "| parquet-java bytes | size | Frazil heap | parquet-java heap |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|---|");
    frazil.forEach((key, run) -> {
      JsonNode other = peer.get(key);
      if (other != null) {
        System.out.println(row(key, run, other));
      }
    });
  }

  private static String row(String key, JsonNode frazil, JsonNode peer) {
    String[] parts = key.split("\\|", -1);
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %s | %.3f ± %.3f | %.3f ± %.3f | **%.1fx** | %,.0f | %,.0f | %+.2f %% | %s |"
            + " %s |",
        parts[0],
        Integer.parseInt(parts[1]),
        parts[2],
        score(frazil),
        error(frazil),
        score(peer),
        error(peer),
        score(peer) / score(frazil),
        fileBytes(frazil),
        fileBytes(peer),
        100 * (fileBytes(frazil) / fileBytes(peer) - 1),
        heap(frazil),
        heap(peer));
  }

  private static double score(JsonNode run) {
    return millis(run, "score");
  }

  private static double error(JsonNode run) {
    return millis(run, "scoreError");
  }

  private static double millis(JsonNode run, String field) {
    JsonNode metric = run.get("primaryMetric");
    String unit = metric.get("scoreUnit").asText();
    double factor =
        switch (unit) {
          case "us/op" -> 1e-3;
          case "ms/op" -> 1;
          default ->
              throw new IllegalArgumentException("unit: expected us/op or ms/op, got " + unit);
        };
    return factor * metric.get(field).asDouble();
  }

  /// The size of the file, which every iteration reports.
  private static double fileBytes(JsonNode run) {
    return run.get("secondaryMetrics").get("fileBytes").get("rawData").get(0).get(0).asDouble();
  }

  private static String heap(JsonNode run) {
    JsonNode allocation = run.get("secondaryMetrics").get(ALLOCATION);
    return allocation == null
        ? "-"
        : String.format(Locale.ROOT, "%,.0f KB", allocation.get("score").asDouble() / 1000);
  }
}
