package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.frazil.engine.FrazilException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The metrics of data files against those that Iceberg's own writer made of the same values.
class MetricsVectorsTest {
  private static final String ABSENT = "absent";

  /// What differs from Iceberg 1.12.0 on purpose, all of it legal by the table specification.
  ///
  /// @param reason why
  /// @param lower the lower bounds instead, by field id
  /// @param upper the upper bounds instead, by field id
  private record Deviation(String reason, Map<String, String> lower, Map<String, String> upper) {}

  private static final String ZEROS =
      "a bound of zero is widened to -0.0 below and 0.0 above: readers that know one zero would"
          + " pass over the file";
  private static final String UUIDS =
      "signed and unsigned order disagree on the bounds, and readers compare with either";
  private static final String STATISTICS =
      "stats-enabled is about the file's footer; a table's metrics follow the metrics modes";

  private static final Map<String, Deviation> DEVIATIONS =
      Map.of(
          "float-only-neg-zero",
          new Deviation(ZEROS, Map.of("1", "00000080"), Map.of("1", "00000000")),
          "float-only-pos-zero",
          new Deviation(ZEROS, Map.of("1", "00000080"), Map.of("1", "00000000")),
          "double-only-neg-zero",
          new Deviation(ZEROS, Map.of("1", "0000000000000080"), Map.of("1", "0000000000000000")),
          "double-only-pos-zero",
          new Deviation(ZEROS, Map.of("1", "0000000000000080"), Map.of("1", "0000000000000000")),
          "uuid",
          new Deviation(UUIDS, Map.of(), Map.of()),
          "uuid-high-bit-2rg",
          new Deviation(UUIDS, Map.of(), Map.of()));

  /// Vectors whose counts differ as well, by the policy of [#STATISTICS].
  private static final Set<String> FOOTER_ONLY_OPTION =
      Set.of("column-stats-disabled", "column-stats-disabled-double-still-has-metrics");

  static Stream<JsonNode> written() {
    return Vectors.of("metrics-vectors.json", "vectors")
        .filter(vector -> vector.has("expect"))
        .filter(vector -> !FOOTER_ONLY_OPTION.contains(id(vector)));
  }

  @ParameterizedTest
  @MethodSource("written")
  void metricsAreThoseOfIcebergsWriter(JsonNode vector) throws IOException {
    assertMetrics(vector, VectorTable.of(vector).write());
  }

  static Stream<JsonNode> numbers() {
    Set<String> numbers = Set.of("float", "double");
    return written().filter(vector -> numbers.contains(vector.path("type").asText()));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void metricsOfNumbersInTotalOrderAreTheSame(JsonNode vector) throws IOException {
    assertMetrics(vector, VectorTable.of(vector).writeInTotalOrder());
  }

  private static void assertMetrics(JsonNode vector, List<DataFile> files) {
    JsonNode expected = vector.get("expect");
    if (expected.get("recordCount").asLong() == 0) {
      assertEquals(List.of(), files);
      return;
    }
    DataFile file = files.getFirst();
    assertEquals(1, files.size());
    assertEquals(expected.get("recordCount").asLong(), file.recordCount());
    assertEquals(ids(expected.get("columnSizeIds")), file.columnSizes().keySet());
    assertEquals(counts(expected.get("valueCounts")), file.valueCounts());
    assertEquals(counts(expected.get("nullValueCounts")), file.nullValueCounts());
    assertEquals(counts(expected.get("nanValueCounts")), file.nanValueCounts());
    Deviation deviation = DEVIATIONS.get(id(vector));
    assertEquals(
        deviation == null ? bounds(expected.get("lowerBounds")) : deviation.lower(),
        Vectors.hex(file.lowerBounds()));
    assertEquals(
        deviation == null ? bounds(expected.get("upperBounds")) : deviation.upper(),
        Vectors.hex(file.upperBounds()));
    if (expected.get("rowGroups").asInt() > 1) {
      assertEquals(file.recordCount(), file.splitOffsets().size());
    }
  }

  static Stream<JsonNode> footerOptions() {
    return Vectors.of("metrics-vectors.json", "vectors")
        .filter(vector -> FOOTER_ONLY_OPTION.contains(id(vector)));
  }

  @ParameterizedTest
  @MethodSource("footerOptions")
  void statisticsSwitchedOffInTheFooterStayInTheTable(JsonNode vector) throws IOException {
    DataFile file = VectorTable.of(vector).write().getFirst();
    JsonNode expected = vector.get("expect");
    assertEquals(Set.of(1, 2), file.valueCounts().keySet(), STATISTICS);
    counts(expected.get("valueCounts"))
        .forEach((id, count) -> assertEquals(count, file.valueCounts().get(id)));
    counts(expected.get("nullValueCounts"))
        .forEach((id, count) -> assertEquals(count, file.nullValueCounts().get(id)));
    Map<String, String> lower = Vectors.hex(file.lowerBounds());
    bounds(expected.get("lowerBounds")).forEach((id, bound) -> assertEquals(bound, lower.get(id)));
  }

  static Stream<JsonNode> refused() {
    return Vectors.of("metrics-vectors.json", "vectors").filter(vector -> vector.has("error"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatIcebergRefusesIsRefused(JsonNode vector) {
    FrazilException refusal =
        assertThrows(FrazilException.class, () -> VectorTable.of(vector).write());
    String id = id(vector);
    Matcher message =
        Pattern.compile(".+: c: (row 0: )?expected .+, got .+")
            .matcher(String.valueOf(refusal.getMessage()));
    assertTrue(message.matches(), refusal.getMessage());
    switch (id) {
      case "int-null-in-required-fails" -> assertRow(1, refusal);
      case "decimal-4-2-too-large-fails" -> assertRow(0, refusal);
      case "decimal-9-2-wrong-scale-fails", "fixed-wrong-length-fails" ->
          assertInstanceOf(SchemaException.class, refusal);
      default -> fail("no expectation for " + id);
    }
  }

  private static String id(JsonNode vector) {
    return vector.get("id").asText();
  }

  private static void assertRow(int row, FrazilException refusal) {
    assertInstanceOf(WriteException.class, refusal);
    assertTrue(String.valueOf(refusal.getMessage()).contains("row " + row), refusal.getMessage());
  }

  @Test
  void everyVectorIsTried() {
    assertEquals(101, written().count() + footerOptions().count() + refused().count());
    Set<String> ids = new TreeSet<>();
    Vectors.of("metrics-vectors.json", "vectors").forEach(vector -> ids.add(id(vector)));
    assertEquals(101, ids.size());
    assertTrue(ids.containsAll(DEVIATIONS.keySet()));
    assertTrue(ids.containsAll(FOOTER_ONLY_OPTION));
  }

  static Stream<JsonNode> truncated() {
    return Vectors.of("metrics-vectors.json", "truncate");
  }

  @ParameterizedTest
  @MethodSource("truncated")
  void boundsAreCutByCodePointsOrBytes(JsonNode vector) throws IOException {
    boolean text = vector.get("kind").asText().equals("string");
    Type type = text ? Types.StringType.get() : Types.BinaryType.get();
    VectorTable table =
        VectorTable.single(
            type,
            Vectors.value(type, vector.get("input")),
            "truncate(" + vector.get("n").asInt() + ")");
    DataFile file = table.write().getFirst();
    assertEquals(vector.get("lower").asText(), Vectors.hex(file.lowerBounds()).get("1"));
    assertEquals(
        vector.path("upper").isTextual() ? vector.get("upper").asText() : ABSENT,
        Vectors.hex(file.upperBounds()).getOrDefault("1", ABSENT));
  }

  static Stream<JsonNode> serialised() {
    return Vectors.of("transform-vectors.json", "appendixD");
  }

  @ParameterizedTest
  @MethodSource("serialised")
  void boundsAreSerialisedByAppendixD(JsonNode vector) throws IOException {
    Type type = Vectors.type(vector);
    Object value = Vectors.value(type, vector.get("value"));
    DataFile file = VectorTable.single(type, value, "full").write().getFirst();
    if (vector.get("value").asText().equals("NaN")) {
      assertEquals(Map.of(), file.lowerBounds(), "NaN is never a bound");
      assertEquals(1, file.nanValueCounts().get(1));
      return;
    }
    // zeros are widened: each zero is one of its two bounds
    if (!vector.get("value").asText().equals("0.0")) {
      assertEquals(vector.get("hex").asText(), Vectors.hex(file.lowerBounds()).get("1"));
    }
    if (!vector.get("value").asText().equals("-0.0")) {
      assertEquals(vector.get("hex").asText(), Vectors.hex(file.upperBounds()).get("1"));
    }
  }

  private static Set<Integer> ids(JsonNode ids) {
    Set<Integer> set = new TreeSet<>();
    ids.forEach(id -> set.add(id.asInt()));
    return set;
  }

  private static Map<Integer, Long> counts(JsonNode counts) {
    Map<Integer, Long> map = new HashMap<>();
    counts.properties().forEach(e -> map.put(Integer.parseInt(e.getKey()), e.getValue().asLong()));
    return map;
  }

  private static Map<String, String> bounds(JsonNode bounds) {
    Map<String, String> map = new HashMap<>();
    bounds.properties().forEach(e -> map.put(e.getKey(), e.getValue().asText()));
    return map;
  }
}
