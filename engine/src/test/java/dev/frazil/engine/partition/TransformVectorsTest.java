package dev.frazil.engine.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.iceberg.IcebergSchemas;
import dev.frazil.engine.iceberg.ValueBatch;
import dev.frazil.engine.iceberg.Vectors;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The partitions of rows against what Iceberg's transforms made of the same values.
class TransformVectorsTest {
  /// Hours that overflow 32 bits, which Iceberg cuts, and a decimal that no manifest takes: this
  /// engine refuses both.
  private static final List<String> OVERFLOWING =
      List.of(
          "hour timestamp 9223372036854775807",
          "hour timestamp -9223372036854775808",
          "hour timestamptz 9223372036854775807",
          "hour timestamptz -9223372036854775808",
          "truncate[50] decimal(3, 2) -9.99");

  /// Vectors of one type, transform and column name, whose values stand in one batch.
  record Group(String type, String transform, String column, List<JsonNode> vectors) {
    @Override
    public String toString() {
      return "%s of %s %s".formatted(transform, type, column);
    }

    Schema schema() {
      return new Schema(
          Types.NestedField.required(4, "other", Types.IntegerType.get()),
          Types.NestedField.optional(7, column, Types.fromPrimitiveString(type)));
    }

    PartitionSpec spec() {
      PartitionSpec.Builder builder = PartitionSpec.builderFor(schema());
      int width = transform.indexOf('[');
      int n =
          width < 0 ? 0 : Integer.parseInt(transform.substring(width + 1, transform.length() - 1));
      String field = column + "_p";
      return switch (width < 0 ? transform : transform.substring(0, width)) {
        case "identity" -> builder.identity(column).build();
        case "bucket" -> builder.bucket(column, n, field).build();
        case "truncate" -> builder.truncate(column, n, field).build();
        case "year" -> builder.year(column, field).build();
        case "month" -> builder.month(column, field).build();
        case "day" -> builder.day(column, field).build();
        case "hour" -> builder.hour(column, field).build();
        // a spec of void alone is no partitioning: a second field makes it one
        case "void" -> builder.alwaysNull(column, field).identity("other").build();
        default -> throw new IllegalArgumentException(transform);
      };
    }

    RecordBatch batch() {
      ArrowSchema schema = IcebergSchemas.arrowSchema(schema());
      List<@Nullable Object> numbers = new ArrayList<>();
      List<@Nullable Object> values = new ArrayList<>();
      for (JsonNode vector : vectors) {
        numbers.add(1);
        values.add(Vectors.value(Types.fromPrimitiveString(type), vector.get("value")));
      }
      return ValueBatch.of(schema, List.of(numbers, values));
    }
  }

  private static Stream<Group> groups() {
    Map<String, Group> groups = new LinkedHashMap<>();
    Vectors.of("transform-vectors.json", "vectors")
        .forEach(vector -> {
          String type = vector.get("type").asText();
          String transform = vector.get("transform").asText();
          String column = vector.has("sourceName") ? vector.get("sourceName").asText() : "c";
          groups
              .computeIfAbsent(
                  type + transform + column,
                  ignored -> new Group(type, transform, column, new ArrayList<>()))
              .vectors()
              .add(vector);
        });
    return groups.values().stream();
  }

  private static boolean overflows(String type, String transform, JsonNode vector) {
    return OVERFLOWING.contains(
        "%s %s %s".formatted(transform, type, vector.path("value").asText()));
  }

  static Stream<Group> routed() {
    return groups()
        .map(group ->
            new Group(
                group.type(),
                group.transform(),
                group.column(),
                group.vectors().stream()
                    .filter(v -> !v.has("error") && !overflows(group.type(), group.transform(), v))
                    .toList()))
        .filter(group -> !group.vectors().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("routed")
  void everyRowGoesToThePartitionOfItsValue(Group group) {
    PartitionSpec spec = group.spec();
    Type result = spec.partitionType().fields().getFirst().type();
    boolean[] seen = new boolean[group.vectors().size()];
    List<@Nullable Object> partitions = new ArrayList<>();
    try (RecordBatch batch = group.batch()) {
      for (RowSelection selection : new PartitionRouter(group.schema(), spec).route(batch)) {
        StructLike partition = Objects.requireNonNull(selection.partition());
        Object value = partition.get(0, Object.class);
        partitions.add(value);
        for (int i = 0; i < selection.rowCount(); i++) {
          JsonNode vector = group.vectors().get(selection.row(i));
          seen[selection.row(i)] = true;
          assertEquals(vector.get("resultType").asText(), result.toString());
          assertEquals(Vectors.value(result, vector.get("result")), value, vector::toString);
          assertEquals(vector.path("resultBytes").asText(null), hex(result, value));
          String path = spec.partitionToPath(partition);
          assertEquals(
              vector.get("path").asText(),
              group.transform().equals("void") ? path.replace("/other=1", "") : path);
        }
      }
    }
    assertEquals(partitions.stream().distinct().toList(), partitions, "one selection a partition");
    for (boolean one : seen) {
      assertTrue(one, "a row in no partition");
    }
  }

  private static @Nullable String hex(Type type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    ByteBuffer bytes = Conversions.toByteBuffer(type, value);
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return HexFormat.of().formatHex(copy);
  }

  static Stream<Group> overflowing() {
    return groups()
        .flatMap(group ->
            group.vectors().stream()
                .filter(v -> overflows(group.type(), group.transform(), v))
                .map(v -> new Group(group.type(), group.transform(), group.column(), List.of(v))));
  }

  @ParameterizedTest
  @MethodSource("overflowing")
  void aResultThatOverflowsIsRefused(Group group) {
    PartitionRouter router = new PartitionRouter(group.schema(), group.spec());
    try (RecordBatch batch = group.batch()) {
      WriteException refusal = assertThrows(WriteException.class, () -> router.route(batch));
      String message = String.valueOf(refusal.getMessage());
      assertTrue(message.startsWith("partition: c: expected a"), message);
      assertTrue(message.endsWith("in row 0"), message);
    }
  }

  @Test
  void someVectorsOverflow() {
    assertEquals(OVERFLOWING.size(), overflowing().count());
  }

  static Stream<Group> refused() {
    return groups()
        .flatMap(group ->
            group.vectors().stream()
                .filter(v -> v.has("error"))
                .map(v -> new Group(group.type(), group.transform(), group.column(), List.of(v))));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aTransformThatDoesNotFitIsRefused(Group group) {
    Exception refusal = assertThrows(Exception.class, group::spec);
    assertEquals(
        group.vectors().getFirst().get("error").asText(),
        refusal.getClass().getSimpleName() + ": " + refusal.getMessage());
  }

  @Test
  void everyVectorIsUsed() {
    long used =
        Stream.of(routed(), overflowing(), refused())
            .flatMap(groups -> groups)
            .mapToLong(group -> group.vectors().size())
            .sum();
    assertEquals(Vectors.of("transform-vectors.json", "vectors").count(), used);
  }
}
