package dev.frazil.jmh.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// Turns the results of JMH in a folder into `goals.md` and pictures beside them: the throughput of
/// the writers for each input, with the size of the file, the latency of small files, two threads,
/// and growth. The same results make the same bytes.
public final class Report {
  private final Collection<JmhRun> runs;
  private final Path folder;

  private Report(Collection<JmhRun> runs, Path folder) {
    this.runs = runs;
    this.folder = folder;
  }

  /// Writes the tables and the pictures.
  ///
  /// @param args the folder of the results
  /// @throws IOException if it cannot be read or written
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Report report = new Report(JmhRun.readFolder(folder), folder);
    Files.writeString(
        folder.resolve("goals.md"),
        Goals.markdown(report.runs) + FurtherGoals.markdown(report.runs, folder));
    report.throughput("MemoryPeersBenchmark", "memory", "to memory");
    report.throughput("FilePeersBenchmark", "file", "to a file");
    report.throughput("DatasetPeersBenchmark", "dataset", "to a file, 32,768-row groups");
    report.latency();
    report.cores();
    report.scale();
  }

  private void throughput(String benchmark, String name, String where) throws IOException {
    for (Map.Entry<String, List<JmhRun>> data : by(benchmark, r -> r.param("data")).entrySet()) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (JmhRun run : data.getValue()) {
        double speed = run.counter("arrowBytes") / run.micros();
        bars.add(
            new BarChart.Bar(
                Writers.name(run.method()),
                speed,
                String.format(
                    Locale.ROOT, "%.0f MB/s, %.1f MB", speed, run.counter("fileBytes") / 1e6)));
      }
      bars.sort(Comparator.comparingDouble(BarChart.Bar::value).reversed());
      String title = data.getKey().replace("/", ", ") + ", " + where + ": Arrow MB/s, file size";
      write(name + "-" + data.getKey().replace('/', '-').replace(":", ""), title, bars);
    }
  }

  private void latency() throws IOException {
    Map<String, List<JmhRun>> rows = by("LatencyBenchmark", r -> r.param("rows"));
    Map<String, List<JmhRun>> peers = by("PeersLatencyBenchmark", r -> r.param("rows"));
    for (Map.Entry<String, List<JmhRun>> entry : rows.entrySet()) {
      List<JmhRun> all = new ArrayList<>(entry.getValue());
      all.addAll(peers.getOrDefault(entry.getKey(), List.of()));
      all.sort(Comparator.comparingDouble(r -> r.percentileMicros("50.0")));
      List<BarChart.Bar> bars = new ArrayList<>();
      for (String percentile : List.of("50.0", "99.0")) {
        for (JmhRun run : all) {
          double micros = run.percentileMicros(percentile);
          bars.add(
              new BarChart.Bar(
                  Writers.name(run.method()),
                  micros,
                  String.format(
                      Locale.ROOT,
                      "%.0f µs, %.0f of 100 files",
                      micros,
                      Double.valueOf(percentile))));
        }
      }
      String title = "One file of " + entry.getKey() + " rows to memory: microseconds at most";
      write("latency-" + entry.getKey(), title, bars);
    }
  }

  private void cores() throws IOException {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (List<JmhRun> runs : by("CoresBenchmark", r -> r.param("threads")).values()) {
      for (JmhRun run : runs) {
        double speed = run.counter("arrowBytes") / run.micros();
        String label = "Frazil, threads: " + run.param("threads");
        bars.add(new BarChart.Bar(label, speed, String.format(Locale.ROOT, "%.0f MB/s", speed)));
      }
    }
    if (!bars.isEmpty()) {
      write("cores", "taxi, zstd:1, to memory: Arrow MB/s", bars);
    }
  }

  private void scale() throws IOException {
    ScaleResults results = ScaleResults.read(folder);
    for (String name : List.of("rows", "columns", "files")) {
      ScaleChart chart = results.chart(name);
      if (!chart.series().isEmpty()) {
        Files.writeString(folder.resolve("scale-" + name + ".svg"), chart.svg());
      }
    }
  }

  private Map<String, List<JmhRun>> by(String benchmark, Function<JmhRun, String> key) {
    Map<String, List<JmhRun>> groups = new TreeMap<>();
    for (JmhRun run : runs) {
      if (run.benchmark().equals(benchmark)) {
        groups.computeIfAbsent(key.apply(run), _ -> new ArrayList<>()).add(run);
      }
    }
    return groups;
  }

  private void write(String name, String title, List<BarChart.Bar> bars) throws IOException {
    Files.writeString(folder.resolve(name + ".svg"), new BarChart(title, bars).svg());
  }
}
