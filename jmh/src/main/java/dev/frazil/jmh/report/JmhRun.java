package dev.frazil.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// One result of JMH: a method of a benchmark with its parameters.
///
/// @param benchmark the simple name of the benchmark's class
/// @param method the method's name
/// @param params the parameters by their names
/// @param json the result
record JmhRun(String benchmark, String method, Map<String, String> params, JsonNode json) {
  /// The results of all files of JMH in a folder. Of two with the same method and parameters the
  /// one of the file that comes later by its name.
  static Collection<JmhRun> readFolder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(f -> f.toString().endsWith(".json")).sorted().toList();
    }
    Map<String, JmhRun> runs = new TreeMap<>();
    for (Path file : files) {
      for (JmhRun run : read(file)) {
        runs.put(run.benchmark + " " + run.method + " " + run.params, run);
      }
    }
    return runs.values();
  }

  /// The results of a file; none if it is not one of JMH.
  static List<JmhRun> read(Path file) throws IOException {
    List<JmhRun> runs = new ArrayList<>();
    for (JsonNode json : new ObjectMapper().readTree(file.toFile())) {
      if (json.has("benchmark")) {
        runs.add(of(json));
      }
    }
    return runs;
  }

  private static JmhRun of(JsonNode json) {
    String name = json.get("benchmark").asText();
    int methodAt = name.lastIndexOf('.');
    int classAt = name.lastIndexOf('.', methodAt - 1);
    Map<String, String> params = new TreeMap<>();
    json.path("params").properties().forEach(e -> params.put(e.getKey(), e.getValue().asText()));
    return new JmhRun(
        name.substring(classAt + 1, methodAt), name.substring(methodAt + 1), params, json);
  }

  String param(String name) {
    return params.getOrDefault(name, "");
  }

  /// Microseconds an operation, the mean.
  double micros() {
    return micros(json.get("primaryMetric").get("score").asDouble());
  }

  /// Half the 99.9 % confidence interval of [#micros()].
  double errorMicros() {
    return micros(json.get("primaryMetric").get("scoreError").asDouble());
  }

  /// A percentile in microseconds, by JMH's name of it, such as `99.0`.
  double percentileMicros(String name) {
    return micros(json.get("primaryMetric").get("scorePercentiles").get(name).asDouble());
  }

  private double micros(double score) {
    String unit = json.get("primaryMetric").get("scoreUnit").asText();
    return switch (unit) {
      case "us/op" -> score;
      case "ms/op" -> 1e3 * score;
      default -> throw new IllegalArgumentException("unit: expected us/op or ms/op, got " + unit);
    };
  }

  /// A counter that every iteration reports, such as the size of the file; 0 if it is not there.
  double counter(String name) {
    return json.path("secondaryMetrics").path(name).path("rawData").path(0).path(0).asDouble();
  }

  /// Bytes of heap an operation, or NaN if they were not measured.
  double heapBytes() {
    JsonNode score = json.path("secondaryMetrics").path("gc.alloc.rate.norm").path("score");
    return score.asDouble(Double.NaN);
  }
}
