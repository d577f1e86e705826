package dev.frazil.jmh;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/// Measures how the time of writes grows with rows, columns and files, fits `a * rows + b * columns
/// + c * files` and the further terms of each curve to it, and says what memory each write takes.
public final class ScaleRun {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ScaleRun() {}

  /// Measures all curves and writes the result.
  ///
  /// @param args the file of the result; then, each if wanted: `--rows` with the rows of one more
  ///   point, a multiple of a million, and `--folder` with where the files of the curve by rows go,
  ///   whose bytes are dropped otherwise
  /// @throws IOException if a file cannot be written
  public static void main(String[] args) throws IOException {
    long rows = 0;
    Path folder = null;
    for (int i = 1; i < args.length; i += 2) {
      switch (args[i]) {
        case "--rows" -> rows = Long.parseLong(args[i + 1]);
        case "--folder" -> folder = Path.of(args[i + 1]);
        default ->
            throw new IllegalArgumentException(
                "option: expected --rows or --folder, got " + args[i]);
      }
    }
    run(ScaleGrid.full(rows, folder).curves(), new ScaleClock(1, 3, 9, 200), Path.of(args[0]));
  }

  /// Measures curves one after the other.
  static void run(List<ScaleGrid.Maker> makers, ScaleClock clock, Path result) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode curves = root.putArray("curves");
    for (ScaleGrid.Maker maker : makers) {
      try (ScaleGrid.Ground ground = maker.make()) {
        curves.add(json(ground.curve(), clock.measure(ground.curve())));
      }
    }
    Files.writeString(result, JSON.writeValueAsString(root) + "\n");
  }

  private static ObjectNode json(ScaleCurve curve, List<ScalePoint> points) {
    List<ScalePoint> fitted = points.stream().filter(curve::fits).toList();
    ScaleFit fit = ScaleFit.of(curve.allTerms(), fitted);
    ScaleFit first = ScaleFit.of(curve.terms(), fitted);
    ObjectNode json = JSON.createObjectNode().put("name", curve.name()).put("input", curve.input());
    ObjectNode micros = json.putObject("micros");
    for (int i = 0; i < fit.terms().size(); i++) {
      micros.put(fit.terms().get(i).label(), rounded(fit.micros().get(i)));
    }
    double without = first.largestResidualPercent(fitted);
    json.put("residualPercentOfFirstTerms", rounded(without));
    print(
        String.format(
            Locale.ROOT,
            "%s, %s: microseconds %s, off by %.1f %%, with %s alone by %.1f %%",
            curve.name(),
            curve.input(),
            micros,
            fit.largestResidualPercent(fitted),
            curve.terms(),
            without));
    ArrayNode array = json.putArray("points");
    for (ScalePoint point : points) {
      array.add(json(point, fit, curve.fits(point)));
    }
    return json;
  }

  private static ObjectNode json(ScalePoint point, ScaleFit fit, boolean fitted) {
    ObjectNode json = JSON.createObjectNode();
    json.put("rows", point.rows()).put("columns", point.columns()).put("files", point.files());
    json.put("pieces", point.pieces());
    json.put("fitted", fitted);
    json.put("micros", rounded(point.micros()));
    json.put("noisePercent", rounded(point.noisePercent()));
    json.put("wallMicros", rounded(point.wallMicros()));
    json.put("fittedMicros", rounded(fit.fitted(point)));
    json.put("residualPercent", rounded(fit.residualPercent(point)));
    json.put("fileBytes", point.fileBytes());
    ScalePoint.Memory memory = point.memory();
    json.put("nativeBytes", memory.nativeBytes()).put("nativeBound", memory.nativeBound());
    put(json, "residentBytes", memory.residentBytes());
    put(json, "residentGrowth", memory.residentGrowth());
    print(
        String.format(
            Locale.ROOT,
            "  %,d rows, %,d columns, %,d files: %,.1f us, noise %.1f %%, wall %,.1f us, residual"
                + " %+.1f %%, native"
                + " %,d of %,d bytes%s, resident growth %s",
            point.rows(),
            point.columns(),
            point.files(),
            point.micros(),
            point.noisePercent(),
            point.wallMicros(),
            fit.residualPercent(point),
            memory.nativeBytes(),
            memory.nativeBound(),
            memory.bounded() ? "" : " (TOO MANY)",
            memory.residentGrowth().isPresent()
                ? String.format(Locale.ROOT, "%,d", memory.residentGrowth().getAsLong())
                : "not known"));
    return json;
  }

  private static void put(ObjectNode json, String name, OptionalLong value) {
    if (value.isPresent()) {
      json.put(name, value.getAsLong());
    }
  }

  /// Five significant digits, which is more than is measured.
  private static double rounded(double value) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.4e", value));
  }

  private static void print(String line) {
    System.out.println(line);
  }
}
