package dev.frazil.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleRunTest {
  private static final ScaleClock SHORT = new ScaleClock(0, 0, 2, 0);

  private static ScalePoint point(long rows, int columns, int files, double micros) {
    ScalePoint.Memory memory =
        new ScalePoint.Memory(1, 1, OptionalLong.empty(), OptionalLong.empty());
    return new ScalePoint(rows, columns, files, files, micros, 0, micros, 1, memory);
  }

  @Test
  void coefficientsOfAnExactSumAreFound() {
    List<ScalePoint> points = new ArrayList<>();
    for (long rows : List.of(1_000L, 10_000L, 10_000_000L)) {
      for (int columns : List.of(1, 7, 2_000)) {
        points.add(point(rows, columns, 1, 0.003 * rows * columns + 2.5 * columns + 40));
      }
    }
    List<ScaleTerm> terms = List.of(ScaleTerm.VALUE, ScaleTerm.COLUMN, ScaleTerm.FILE);
    ScaleFit fit = ScaleFit.of(terms, points);
    assertEquals(0.003, fit.micros().get(0), 1e-9);
    assertEquals(2.5, fit.micros().get(1), 1e-6);
    assertEquals(40, fit.micros().get(2), 1e-4);
    points.forEach(p -> assertEquals(0, fit.residualPercent(p), 1e-6));
  }

  @Test
  void residualsAreRelativeToTheTimeOfTheirPoint() {
    // The best y = a * x in relative terms for (1, 1) and (1000, 2000) has 1/a + 2/a in the middle:
    // a = (1 + 1/2) / (1 + 1/4).
    List<ScalePoint> points = List.of(point(1, 1, 1, 1), point(1_000, 1, 1, 2_000));
    ScaleFit fit = ScaleFit.of(List.of(ScaleTerm.ROW), points);
    assertEquals(1.2, fit.micros().getFirst(), 1e-12);
    assertEquals(-20, fit.residualPercent(points.get(0)), 1e-9);
    assertEquals(40, fit.residualPercent(points.get(1)), 1e-9);
  }

  @Test
  void termsThatPointsDoNotTellApartAreRefused() {
    List<ScalePoint> points = List.of(point(10, 1, 1, 5), point(20, 1, 1, 9));
    assertThrows(
        IllegalArgumentException.class,
        () -> ScaleFit.of(List.of(ScaleTerm.COLUMN, ScaleTerm.FILE), points));
  }

  @Test
  void smallGridHasPointsAndFitsAndKeepsWithinItsMemory(@TempDir Path folder) throws IOException {
    ScaleGrid grid =
        new ScaleGrid(
            List.of(100L, 2_000L, 20_000L),
            2_000,
            List.of(1, 3, 100),
            List.of(50, 500),
            List.of(1, 5, 50),
            List.of(500, 200_000),
            folder);
    Path result = folder.resolve("scale.json");
    ScaleRun.run(grid.curves(), SHORT, result);
    JsonNode curves = new ObjectMapper().readTree(result.toFile()).get("curves");
    List<String> found = new ArrayList<>();
    for (JsonNode curve : curves) {
      found.add(
          "%s %s %s %d"
              .formatted(
                  curve.get("name").asText(),
                  curve.get("input").asText(),
                  curve.get("micros").properties().stream().map(e -> e.getKey()).toList(),
                  curve.get("points").size()));
      for (JsonNode point : curve.get("points")) {
        for (String number : List.of("micros", "wallMicros", "fittedMicros", "residualPercent")) {
          assertTrue(point.get(number).isNumber(), point::toString);
        }
        assertTrue(point.get("wallMicros").asDouble() > 0, point::toString);
        assertTrue(point.get("fileBytes").asLong() > 0, point::toString);
        assertTrue(point.get("nativeBytes").asLong() > 0, point::toString);
        assertTrue(
            point.get("nativeBytes").asLong() <= point.get("nativeBound").asLong(),
            point::toString);
      }
    }
    assertEquals(
        List.of(
            "rows taxi [row, file, early row] 3",
            "columns int64 [value, column, file, far byte] 6",
            "columns string [value, column, file, far byte] 6",
            "files taxi [row, file, piece, early row] 6"),
        found);
    for (JsonNode point : curves.get(3).get("points")) {
      assertEquals(
          point.get("files").asInt() > 1, point.get("fitted").asBoolean(), point::toString);
    }
    assertEquals(50, curves.get(3).get("points").get(5).get("files").asInt());
    assertTrue(folder.resolve("scale.parquet").toFile().length() > 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"taxi", "nested", "strings", "ints", "doubles", "strings_low", "strings_high"})
  void nativeMemoryIsWithinWhatTheInputAllows(String input) throws IOException {
    for (int rows : List.of(1, 1_000, 20_000)) {
      try (Batches batches = Batches.of(input, Path.of(""), rows);
          FrazilWriter writer = new FrazilWriter(batches, "snappy")) {
        writer.write();
        int columns = writer.columns();
        long bound = NativeBound.ofFile(WriterOptions.DEFAULT, columns, batches.arrowBytes());
        assertTrue(
            writer.nativeBytes() <= bound,
            () ->
                "%d rows, %d columns, %d bytes of Arrow: %d bytes, bound %d"
                    .formatted(rows, columns, batches.arrowBytes(), writer.nativeBytes(), bound));
      }
    }
  }
}
