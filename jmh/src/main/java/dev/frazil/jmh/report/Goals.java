package dev.frazil.jmh.report;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// What Frazil is to reach beside its peers, and what it reaches: Markdown tables of floor, stretch
/// and measured ratio. A goal without a measurement is shown as such.
final class Goals {
  private static final String MEMORY = "MemoryPeersBenchmark";
  private static final String FILE = "FilePeersBenchmark";
  private static final String DATASET = "DatasetPeersBenchmark";

  private final Collection<JmhRun> runs;
  private final StringBuilder text = new StringBuilder();

  private Goals(Collection<JmhRun> runs) {
    this.runs = runs;
  }

  /// How many times as fast as a peer, at least and at best.
  private record Ratio(String benchmark, String data, String peer, double floor, double stretch) {}

  private static final List<Ratio> THROUGHPUT =
      List.of(
          new Ratio(MEMORY, "taxi/snappy", "parquetJava", 8, 14),
          new Ratio(MEMORY, "taxi/snappy", "iceberg", 10, 16),
          new Ratio(MEMORY, "taxi/snappy", "trino", 3.2, 5),
          new Ratio(FILE, "taxi/snappy", "duckDb", 2.5, 4),
          new Ratio(MEMORY, "taxi/zstd:1", "parquetJava", 7, 10),
          new Ratio(FILE, "taxi/zstd:1", "duckDb", 2.2, 3.3),
          new Ratio(MEMORY, "taxi/uncompressed", "parquetJava", 10, 16),
          new Ratio(MEMORY, "taxi/uncompressed", "iceberg", 11, 18),
          new Ratio(MEMORY, "taxi/uncompressed", "trino", 4, 6.5),
          new Ratio(FILE, "taxi/uncompressed", "duckDb", 3, 4.5),
          new Ratio(DATASET, "taxi/uncompressed", "arrowDataset", 2.5, 4),
          new Ratio(MEMORY, "ints/uncompressed", "parquetJava", 8, 15),
          new Ratio(MEMORY, "ints/uncompressed", "iceberg", 9, 15),
          new Ratio(MEMORY, "ints/uncompressed", "trino", 5, 9),
          new Ratio(FILE, "ints/uncompressed", "duckDb", 2.5, 3.5),
          new Ratio(DATASET, "ints/uncompressed", "arrowDataset", 4, 6),
          new Ratio(MEMORY, "doubles/uncompressed", "parquetJava", 5, 8),
          new Ratio(MEMORY, "doubles/uncompressed", "iceberg", 5, 8),
          new Ratio(MEMORY, "doubles/uncompressed", "trino", 3.5, 5.5),
          new Ratio(FILE, "doubles/uncompressed", "duckDb", 3, 5),
          new Ratio(DATASET, "doubles/uncompressed", "arrowDataset", 3, 5),
          new Ratio(MEMORY, "strings_low/snappy", "parquetJava", 9, 15),
          new Ratio(MEMORY, "strings_low/snappy", "iceberg", 14, 24),
          new Ratio(MEMORY, "strings_low/snappy", "trino", 4.5, 8),
          new Ratio(FILE, "strings_low/snappy", "duckDb", 4, 6),
          new Ratio(MEMORY, "strings_high/uncompressed", "parquetJava", 3, 5),
          new Ratio(MEMORY, "strings_high/uncompressed", "iceberg", 4, 7),
          new Ratio(MEMORY, "strings_high/uncompressed", "trino", 2.2, 4),
          new Ratio(FILE, "strings_high/uncompressed", "duckDb", 1.5, 2.2),
          new Ratio(DATASET, "strings_high/uncompressed", "arrowDataset", 1.3, 1.9),
          new Ratio(MEMORY, "nested/snappy", "parquetJava", 5, 8),
          new Ratio(MEMORY, "nested/snappy", "iceberg", 5, 8),
          new Ratio(MEMORY, "nested/snappy", "trino", 3.5, 5),
          new Ratio(FILE, "nested/snappy", "duckDb", 6, 9));

  /// The tables of all goals.
  static String markdown(Collection<JmhRun> runs) {
    Goals goals = new Goals(runs);
    goals.throughput();
    goals.latency();
    return goals.text.toString();
  }

  private void throughput() {
    line("| input, codec | beside | floor | stretch | measured | Frazil bytes | peer's bytes | |");
    line("|---|---|---|---|---|---|---|---|");
    for (Ratio goal : THROUGHPUT) {
      Optional<JmhRun> own = run(goal.benchmark, "frazil", "data", goal.data);
      Optional<JmhRun> peer = run(goal.benchmark, goal.peer, "data", goal.data);
      double ratio = ratio(own, peer, JmhRun::micros);
      line(
          String.format(
              Locale.ROOT,
              "| %s | %s | %.1f | %.1f | %s | %s | %s | %s |",
              goal.data,
              Writers.name(goal.peer),
              goal.floor,
              goal.stretch,
              times(ratio),
              bytes(own),
              bytes(peer),
              verdict(ratio, goal.floor, goal.stretch)));
    }
  }

  private void latency() {
    line("");
    line("| taxi, snappy | beside | of | floor | stretch | measured | |");
    line("|---|---|---|---|---|---|---|");
    for (String rows : List.of("1000", "10000")) {
      JmhRun own = run("LatencyBenchmark", "frazil", "rows", rows).orElse(null);
      Optional<JmhRun> java = run("LatencyBenchmark", "parquetJava", "rows", rows);
      Optional<JmhRun> trino = run("PeersLatencyBenchmark", "trino", "rows", rows);
      latency(
          rows,
          "parquetJava",
          "median",
          ratio(Optional.ofNullable(own), java, Goals::median),
          8,
          14);
      latency(
          rows,
          "parquetJava",
          "99th percentile",
          ratio(Optional.ofNullable(own), java, r -> r.percentileMicros("99.0")),
          8,
          Double.NaN);
      latency(
          rows,
          "trino",
          "median",
          ratio(Optional.ofNullable(own), trino, Goals::median),
          4,
          Double.NaN);
      double heap = own == null ? Double.NaN : own.heapBytes();
      line(
          String.format(
              Locale.ROOT,
              "| %s rows | | heap, bytes a file | 32768 | 4096 | %s | %s |",
              rows,
              Double.isNaN(heap) ? "not measured" : String.format(Locale.ROOT, "%.0f", heap),
              verdict(1 / heap, 1 / 32768.0, 1 / 4096.0)));
    }
  }

  private void latency(
      String rows, String peer, String what, double ratio, double floor, double stretch) {
    line(
        String.format(
            Locale.ROOT,
            "| %s rows | %s | %s | %.1f | %s | %s | %s |",
            rows,
            Writers.name(peer),
            what,
            floor,
            Double.isNaN(stretch) ? "" : String.format(Locale.ROOT, "%.1f", stretch),
            times(ratio),
            verdict(ratio, floor, stretch)));
  }

  private static double median(JmhRun run) {
    return run.percentileMicros("50.0");
  }

  private Optional<JmhRun> run(String benchmark, String method, String param, String value) {
    return run(runs, benchmark, method, param, value);
  }

  /// The result of a method with a parameter.
  static Optional<JmhRun> run(
      Collection<JmhRun> runs, String benchmark, String method, String param, String value) {
    return runs.stream()
        .filter(r -> r.benchmark().equals(benchmark) && r.method().equals(method))
        .filter(r -> r.param(param).equals(value))
        .findFirst();
  }

  /// How many times a peer's measure is Frazil's own; NaN if either is not measured.
  static double ratio(
      Optional<JmhRun> own, Optional<JmhRun> peer, ToDoubleFunction<JmhRun> measure) {
    return own.isEmpty() || peer.isEmpty()
        ? Double.NaN
        : measure.applyAsDouble(peer.get()) / measure.applyAsDouble(own.get());
  }

  static String times(double ratio) {
    return Double.isNaN(ratio) ? "not measured" : String.format(Locale.ROOT, "**%.1fx**", ratio);
  }

  private static String bytes(Optional<JmhRun> run) {
    return run.map(r -> String.format(Locale.ROOT, "%,.0f", r.counter("fileBytes"))).orElse("");
  }

  /// What a ratio deserves.
  static String verdict(double ratio, double floor, double stretch) {
    if (ratio < floor) {
      return "below the floor";
    }
    return ratio >= stretch ? "stretch" : "";
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
