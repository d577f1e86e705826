package dev.frazil.jmh.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Turns a JSON result of `BatchToFileBenchmark`, run with `-prof gc -rf json`, into a Markdown
/// table on standard output: Frazil beside parquet-java, in time, garbage and size.
public final class ResultsTable {
  private ResultsTable() {}

  /// Prints the table.
  ///
  /// @param args the path of the JSON file
  /// @throws IOException if it cannot be read
  public static void main(String[] args) throws IOException {
    Map<String, JmhRun> frazil = new TreeMap<>();
    Map<String, JmhRun> peer = new TreeMap<>();
    for (JmhRun run : JmhRun.read(Path.of(args[0]))) {
      int rows = Integer.parseInt(run.param("rows"));
      String key = "%s|%07d|%s".formatted(run.param("input"), rows, run.param("codec"));
      (run.method().equals("frazil") ? frazil : peer).put(key, run);
    }
    System.out.println(
        "| input | rows | codec | Frazil ms | parquet-java ms | faster | Frazil bytes "
            + "| parquet-java bytes | size | Frazil heap | parquet-java heap |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|---|");
    frazil.forEach((key, run) -> {
      JmhRun other = peer.get(key);
      if (other != null) {
        System.out.println(row(run, other));
      }
    });
  }

  private static String row(JmhRun frazil, JmhRun peer) {
    double bytes = frazil.counter("fileBytes");
    double peerBytes = peer.counter("fileBytes");
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %s | %.3f ± %.3f | %.3f ± %.3f | **%.1fx** | %,.0f | %,.0f | %+.2f %% | %s |"
            + " %s |",
        frazil.param("input"),
        Integer.parseInt(frazil.param("rows")),
        frazil.param("codec"),
        frazil.micros() / 1e3,
        frazil.errorMicros() / 1e3,
        peer.micros() / 1e3,
        peer.errorMicros() / 1e3,
        peer.micros() / frazil.micros(),
        bytes,
        peerBytes,
        100 * (bytes / peerBytes - 1),
        heap(frazil),
        heap(peer));
  }

  private static String heap(JmhRun run) {
    double bytes = run.heapBytes();
    return Double.isNaN(bytes) ? "-" : String.format(Locale.ROOT, "%,.0f KB", bytes / 1000);
  }
}
