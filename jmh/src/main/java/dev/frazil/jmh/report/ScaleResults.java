package dev.frazil.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/// The curves of `ScaleRun` in `scale.json`.
///
/// @param curves in the order of the file
record ScaleResults(List<JsonNode> curves) {
  private static final String FIRST_TERMS = "residualPercentOfFirstTerms";

  /// Reads those of a folder; there are none without the file.
  static ScaleResults read(Path folder) throws IOException {
    Path file = folder.resolve("scale.json");
    List<JsonNode> curves = new ArrayList<>();
    if (Files.exists(file)) {
      new ObjectMapper().readTree(file.toFile()).get("curves").forEach(curves::add);
    }
    return new ScaleResults(curves);
  }

  /// The picture of all curves of a name.
  ///
  /// @param name `rows`, `columns` or `files`, what the points differ in
  /// @return a chart, without series where there is no such curve
  ScaleChart chart(String name) {
    List<ScaleChart.Series> series = new ArrayList<>();
    for (JsonNode curve : curves) {
      if (curve.get("name").asText().equals(name)) {
        series.addAll(series(curve, name));
      }
    }
    return new ScaleChart("Time of a write by " + name + ", snappy, one thread", name, series);
  }

  /// A curve's points: one series, or one a number of rows.
  private static List<ScaleChart.Series> series(JsonNode curve, String name) {
    String input = curve.get("input").asText();
    Map<Long, List<ScaleChart.Point>> groups = new TreeMap<>();
    for (JsonNode point : curve.get("points")) {
      long group = name.equals("rows") ? 0 : point.get("rows").asLong();
      groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(point(point, name));
    }
    List<ScaleChart.Series> series = new ArrayList<>();
    groups.forEach((rows, points) -> {
      points.sort(Comparator.comparingDouble(ScaleChart.Point::size));
      String label = rows == 0 ? input : String.format(Locale.ROOT, "%s, %,d rows", input, rows);
      series.add(new ScaleChart.Series(label, points));
    });
    return series;
  }

  private static ScaleChart.Point point(JsonNode point, String size) {
    return new ScaleChart.Point(
        point.get(size).asDouble(),
        point.get("micros").asDouble(),
        point.get("fittedMicros").asDouble(),
        point.get("residualPercent").asDouble());
  }

  /// The terms of a curve and what one of each takes, as a sum.
  static String formula(JsonNode curve) {
    List<String> terms = new ArrayList<>();
    curve
        .get("micros")
        .properties()
        .forEach(e ->
            terms.add(
                String.format(Locale.ROOT, "%.4g µs a %s", e.getValue().asDouble(), e.getKey())));
    return String.join(" + ", terms);
  }

  /// How far each point that was fitted is above the fit, in per cent of its time, in the order of
  /// the file.
  static String residualOfEach(JsonNode curve) {
    List<String> residuals = new ArrayList<>();
    for (JsonNode point : curve.get("points")) {
      if (isFitted(point)) {
        double residual = point.get("residualPercent").asDouble();
        residuals.add(String.format(Locale.ROOT, "%+.1f", residual));
      }
    }
    return String.join(", ", residuals);
  }

  /// How far the point that is farthest off the fit is, in per cent of its time, how far one is off
  /// without the further terms, and how many others the fit is not of, with how far those are off.
  static String residuals(JsonNode curve) {
    double fitted = most(curve, p -> isFitted(p) ? residual(p) : 0);
    int apart = 0;
    for (JsonNode point : curve.get("points")) {
      apart += isFitted(point) ? 0 : 1;
    }
    String largest = String.format(Locale.ROOT, "**%.1f %%**", fitted);
    if (curve.has(FIRST_TERMS)) {
      double without = curve.get(FIRST_TERMS).asDouble();
      largest += String.format(Locale.ROOT, ", %.0f %% without the further terms", without);
    }
    return apart == 0
        ? largest
        : largest
            + String.format(
                Locale.ROOT,
                ", %.0f %% where all rows are of one file and are not routed (%d, not fitted)",
                most(curve, p -> isFitted(p) ? 0 : residual(p)),
                apart);
  }

  private static boolean isFitted(JsonNode point) {
    return point.path("fitted").asBoolean(true);
  }

  private static double residual(JsonNode point) {
    return Math.abs(point.get("residualPercent").asDouble());
  }

  /// The largest of a measure over the points of a curve.
  static double most(JsonNode curve, ToDoubleFunction<JsonNode> measure) {
    double most = 0;
    for (JsonNode point : curve.get("points")) {
      most = Math.max(most, measure.applyAsDouble(point));
    }
    return most;
  }
}
