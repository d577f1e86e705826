package dev.frazil.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Goals that are not a ratio to a peer's time: two threads, the smallest files, growth, and the
/// start of the command line.
final class FurtherGoals {
  private static final String MEMORY = "MemoryPeersBenchmark";
  private static final double CORES_FLOOR = 1.6;
  private static final double START_MILLIS = 500;

  /// By how much integers are to be smaller than the smallest file of a peer.
  private static final double INTS_SMALLER = 0.25;

  private final Collection<JmhRun> runs;
  private final StringBuilder text = new StringBuilder();

  private FurtherGoals(Collection<JmhRun> runs) {
    this.runs = runs;
  }

  /// The tables.
  ///
  /// @param folder the folder of the results
  static String markdown(Collection<JmhRun> runs, Path folder) throws IOException {
    FurtherGoals goals = new FurtherGoals(runs);
    goals.cores();
    goals.smallest();
    goals.scale(ScaleResults.read(folder));
    goals.startUp(folder.resolve("start-up.json"));
    return goals.text.toString();
  }

  private void cores() {
    Optional<JmhRun> one = Goals.run(runs, "CoresBenchmark", "frazil", "threads", "1");
    Optional<JmhRun> two = Goals.run(runs, "CoresBenchmark", "frazil", "threads", "2");
    double ratio = Goals.ratio(two, one, JmhRun::micros);
    head("| taxi, zstd:1 | floor | measured | |");
    line(
        String.format(
            Locale.ROOT,
            "| two threads beside one | %.1f | %s | %s |",
            CORES_FLOOR,
            Goals.times(ratio),
            Goals.verdict(ratio, CORES_FLOOR, Double.NaN)));
  }

  private void smallest() {
    head(
        "| `smallest`, input, codec | Frazil bytes | smallest of the peers | goal | measured | time"
            + " beside `compatible` | |");
    for (JmhRun own : runs) {
      if (own.benchmark().equals(MEMORY) && own.method().equals("frazilSmallest")) {
        smallest(own);
      }
    }
  }

  private void smallest(JmhRun own) {
    String data = own.param("data");
    Optional<JmhRun> compatible = Goals.run(runs, MEMORY, "frazil", "data", data);
    double peer =
        runs.stream()
            .filter(r -> !r.method().startsWith("frazil") && r.param("data").equals(data))
            .mapToDouble(r -> r.counter("fileBytes"))
            .filter(bytes -> bytes > 0)
            .min()
            .orElse(Double.NaN);
    double smaller = 1 - own.counter("fileBytes") / peer;
    boolean ints = data.startsWith("ints");
    double goal = ints ? INTS_SMALLER : 0;
    double slower = compatible.isEmpty() ? Double.NaN : own.micros() / compatible.get().micros();
    boolean missed = smaller < goal || (ints && slower > 1);
    line(
        String.format(
            Locale.ROOT,
            "| %s | %,.0f | %s | %s | %s | %s | %s |",
            data,
            own.counter("fileBytes"),
            measured(peer, "%,.0f", 1),
            ints ? "25 % smaller, no slower" : "smallest",
            measured(smaller, "**%.1f %% smaller**", 100),
            measured(slower, "%.2f", 1),
            missed ? "below the floor" : ""));
  }

  private static String measured(double value, String format, double factor) {
    return Double.isNaN(value)
        ? "not measured"
        : String.format(Locale.ROOT, format, factor * value);
  }

  private void scale(ScaleResults results) {
    head(
        "| growth by, input | time, fitted | largest residual | of each point, % | native memory of"
            + " its bound | |");
    for (JsonNode curve : results.curves()) {
      double share =
          ScaleResults.most(
              curve, p -> p.get("nativeBytes").asDouble() / p.get("nativeBound").asDouble());
      line(
          String.format(
              Locale.ROOT,
              "| %s, %s | %s | %s | %s | %.0f %% at most | %s |",
              curve.get("name").asText(),
              curve.get("input").asText(),
              ScaleResults.formula(curve),
              ScaleResults.residuals(curve),
              ScaleResults.residualOfEach(curve),
              100 * share,
              share > 1 ? "above the bound" : ""));
    }
    if (results.curves().isEmpty()) {
      line("| rows, columns, files | | not measured | | | |");
    }
  }

  /// Commands of the launcher and what they took: by the command, and by whether the JVM's cache of
  /// classes was there, `{"median_ms": 0, "p90_ms": 0, "runs": 0}`.
  private void startUp(Path file) throws IOException {
    head("| start of the command line | goal, ms | median, ms | 90th percentile, ms | runs | |");
    if (Files.exists(file)) {
      startUp("", new ObjectMapper().readTree(file.toFile()));
    } else {
      line(String.format(Locale.ROOT, "| | %.0f | not measured | | | |", START_MILLIS));
    }
  }

  private void startUp(String name, JsonNode node) {
    if (!node.has("median_ms")) {
      node.properties().forEach(e -> startUp(name + e.getKey() + ' ', e.getValue()));
      return;
    }
    double median = node.get("median_ms").asDouble();
    line(
        String.format(
            Locale.ROOT,
            "| %s| %.0f | **%.0f** | %.0f | %d | %s |",
            name.replace('_', ' '),
            START_MILLIS,
            median,
            node.get("p90_ms").asDouble(),
            node.get("runs").asInt(),
            median < START_MILLIS ? "" : "below the floor"));
  }

  /// Begins a table with a line of its columns.
  private void head(String columns) {
    int count = (int) columns.chars().filter(c -> c == '|').count() - 1;
    text.append('\n').append(columns).append('\n');
    text.append('|').append("---|".repeat(count)).append('\n');
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
