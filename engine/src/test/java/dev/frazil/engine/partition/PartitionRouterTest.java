package dev.frazil.engine.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.iceberg.IcebergSchemas;
import dev.frazil.engine.iceberg.ValueBatch;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionRouterTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "f", Types.FloatType.get()),
          Types.NestedField.optional(2, "s", Types.StringType.get()),
          Types.NestedField.optional(3, "b", Types.BooleanType.get()),
          Types.NestedField.optional(4, "d", Types.DecimalType.of(20, 2)),
          Types.NestedField.optional(5, "y", Types.BinaryType.get()),
          Types.NestedField.optional(6, "l", Types.LongType.get()));

  private static RecordBatch batch(List<? extends List<? extends @Nullable Object>> columns) {
    return ValueBatch.of(IcebergSchemas.arrowSchema(SCHEMA), columns);
  }

  private static List<@Nullable Object> nulls(int count) {
    return Arrays.asList(new @Nullable Object[count]);
  }

  /// A batch with values in the first two columns.
  private static RecordBatch batch(List<@Nullable Object> floats, List<@Nullable Object> strings) {
    int count = floats.size();
    return batch(List.of(floats, strings, nulls(count), nulls(count), nulls(count), nulls(count)));
  }

  private static List<Integer> rows(RowSelection selection) {
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < selection.rowCount(); i++) {
      rows.add(selection.row(i));
    }
    return rows;
  }

  @Test
  void partitionsComeInTheOrderOfTheirFirstRows() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).identity("s").build();
    try (RecordBatch batch =
        batch(nulls(7), Arrays.asList("b", "a", null, "b", "null", null, "a"))) {
      List<RowSelection> selections = new PartitionRouter(SCHEMA, spec).route(batch);
      assertEquals(
          List.of(List.of(0, 3), List.of(1, 6), List.of(2, 5), List.of(4)),
          selections.stream().map(PartitionRouterTest::rows).toList());
      assertNull(Objects.requireNonNull(selections.get(2).partition()).get(0, Object.class));
      assertEquals(
          "null", Objects.requireNonNull(selections.get(3).partition()).get(0, Object.class));
    }
  }

  @Test
  void allNanAreOnePartitionAndTheZerosAreTwo() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).identity("f").build();
    float otherNan = Float.intBitsToFloat(0x7fc00001);
    float negativeNan = Float.intBitsToFloat(0xffc00000);
    try (RecordBatch batch =
        batch(Arrays.asList(0.0f, -0.0f, Float.NaN, otherNan, negativeNan, 1.0f), nulls(6))) {
      List<RowSelection> selections = new PartitionRouter(SCHEMA, spec).route(batch);
      assertEquals(
          List.of("f=0.0", "f=-0.0", "f=NaN", "f=1.0"),
          selections.stream()
              .map(s -> spec.partitionToPath(Objects.requireNonNull(s.partition())))
              .toList());
    }
  }

  @Test
  void withoutPartitionFieldsEveryRowIsInTheOneSelection() {
    PartitionSpec allVoid = PartitionSpec.builderFor(SCHEMA).alwaysNull("s").build();
    for (PartitionSpec spec : List.of(PartitionSpec.unpartitioned(), allVoid)) {
      try (RecordBatch batch = batch(nulls(3), Arrays.asList("b", "a", null));
          Gather gather = new Gather()) {
        List<RowSelection> selections = new PartitionRouter(SCHEMA, spec).route(batch);
        assertEquals(List.of(0, 1, 2), rows(selections.getFirst()));
        assertEquals(1, selections.size());
        assertNull(selections.getFirst().partition());
        // the columns as they are, without a copy
        assertEquals(batch.columns(), gather.gather(batch, selections.getFirst()).columns());
      }
    }
  }

  @Test
  void aBatchWithoutRowsHasNoPartition() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).identity("s").build();
    try (RecordBatch batch = batch(nulls(0), nulls(0))) {
      assertEquals(List.of(), new PartitionRouter(SCHEMA, spec).route(batch));
    }
  }

  @Test
  void aVoidFieldIsNullBesideOthers() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).alwaysNull("f").identity("s").build();
    try (RecordBatch batch = batch(Arrays.asList(1f, 2f), Arrays.asList("a", "a"))) {
      List<RowSelection> selections = new PartitionRouter(SCHEMA, spec).route(batch);
      assertEquals(1, selections.size());
      assertEquals(
          "f_null=null/s=a",
          spec.partitionToPath(Objects.requireNonNull(selections.getFirst().partition())));
    }
  }

  @Test
  void anUnknownTransformIsRefused() {
    PartitionSpec spec =
        PartitionSpecParser.fromJson(
            SCHEMA,
            """
            {"spec-id": 1, "fields": [{"name": "p", "transform": "zorder", "source-id": 2,
             "field-id": 1000}]}
            """);
    SchemaException refusal =
        assertThrows(SchemaException.class, () -> new PartitionRouter(SCHEMA, spec));
    assertEquals(
        "partition: p: expected a transform of the table specification, got zorder",
        refusal.getMessage());
  }

  @Test
  void gatheredRowsAreTheRowsOfTheSelections() {
    long seed = 77;
    Random random = new Random(seed);
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).truncate("l", 10).identity("b").build();
    PartitionRouter router = new PartitionRouter(SCHEMA, spec);
    try (Gather gather = new Gather()) {
      for (int round = 0; round < 50; round++) {
        List<List<@Nullable Object>> columns = randomColumns(random, random.nextInt(200));
        try (RecordBatch batch = batch(columns)) {
          int seen = 0;
          for (RowSelection selection : router.route(batch)) {
            RecordBatch gathered = gather.gather(batch, selection);
            assertEquals(selection.rowCount(), gathered.rowCount());
            seen += gathered.rowCount();
            assertGathered(columns, selection, gathered, "seed " + seed + ", round " + round);
          }
          assertEquals(batch.rowCount(), seen);
        }
      }
    }
  }

  private static void assertGathered(
      List<List<@Nullable Object>> columns,
      RowSelection selection,
      RecordBatch gathered,
      String message) {
    for (int column = 0; column < columns.size(); column++) {
      ArrowColumn result = gathered.columns().get(column);
      SourceValues values = new SourceValues("c", List.of(), result);
      int nulls = 0;
      for (int i = 0; i < selection.rowCount(); i++) {
        Object expected = columns.get(column).get(selection.row(i));
        nulls += expected == null ? 1 : 0;
        assertEquals(expected, values.value(i), message);
      }
      assertEquals(nulls, result.nullCount(), message);
      assertTrue(result.length() == selection.rowCount(), message);
    }
  }

  private static List<List<@Nullable Object>> randomColumns(Random random, int rows) {
    List<List<@Nullable Object>> columns = new ArrayList<>();
    for (int column = 0; column < SCHEMA.columns().size(); column++) {
      boolean nulls = random.nextBoolean();
      List<@Nullable Object> values = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        values.add(nulls && random.nextInt(3) == 0 ? null : randomValue(random, column));
      }
      columns.add(values);
    }
    return columns;
  }

  private static Object randomValue(Random random, int column) {
    byte[] bytes = new byte[random.nextInt(9)];
    random.nextBytes(bytes);
    return switch (column) {
      case 0 -> random.nextFloat();
      case 1 -> "text ".repeat(random.nextInt(4)) + random.nextInt(5);
      case 2 -> random.nextBoolean();
      case 3 -> new BigDecimal(new BigInteger(60, random), 2);
      case 4 -> ByteBuffer.wrap(bytes);
      default -> random.nextLong(40);
    };
  }
}
