package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Expected rows are what Iceberg's own readers find.
class WriteEvolveTest {
  private static final ArrowType INT = new ArrowType.Int(32, true);
  private static final ArrowType LONG = new ArrowType.Int(64, true);
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);

  @TempDir private Path folder = Path.of("");

  private Warehouse warehouse = new Warehouse(folder);

  @BeforeEach
  void openWarehouse() {
    warehouse = new Warehouse(folder.resolve("lake"));
  }

  /// One row in which every column has the value 1 in its type.
  private static byte[] row(Field... fields) {
    return IpcBytes.stream(List.of(fields), WriteEvolveTest::fill);
  }

  private static void fill(VectorSchemaRoot root) {
    root.getFieldVectors()
        .forEach(vector -> {
          switch (vector) {
            case IntVector v -> v.setSafe(0, 1);
            case BigIntVector v -> v.setSafe(0, 1L << 40);
            case Float4Vector v -> v.setSafe(0, 0.1f);
            case Float8Vector v -> v.setSafe(0, 0.1);
            case DecimalVector v -> v.setSafe(0, v.getPrecision());
            case VarCharVector v -> v.setSafe(0, new byte[] {'1'});
            default -> vector.setNull(0);
          }
        });
    root.setRowCount(1);
  }

  private static Field field(String name, ArrowType type) {
    return Field.nullable(name, type);
  }

  private static Field field(String name, ArrowType type, int id) {
    return new Field(
        name,
        new FieldType(true, type, null, Map.of("PARQUET:field_id", Integer.toString(id))),
        null);
  }

  private CommandRun write(byte[] input, String... options) {
    return warehouse.write(input, "demo.t", List.of("-"), options);
  }

  private List<String> rows() throws IOException {
    return warehouse.table("demo.t", WriteEvolveTest::rows);
  }

  private static List<String> rows(Table table) {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record record : records) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < record.size(); i++) {
          values.add(record.get(i));
        }
        rows.add(values.toString());
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return rows.stream().sorted().toList();
  }

  private Schema schema() throws IOException {
    return warehouse.table("demo.t", Table::schema);
  }

  @Test
  void aNewColumnIsAddedAndOlderFilesReadAsNull() throws IOException {
    write(row(field("a", INT))).succeeded();
    JsonNode report =
        write(row(field("b", new ArrowType.Utf8()), field("a", INT)), "--evolve", "--json")
            .succeeded()
            .json();
    assertEquals("[\"b\"]", report.get("addedColumns").toString());
    assertEquals(List.of("[1, 1]", "[1, null]"), rows());
    assertEquals(2, schema().findField("b").fieldId());
    assertTrue(schema().findField("b").isOptional());
    write(row(field("a", INT)), "--evolve").succeeded();
    assertEquals(3, rows().size());
  }

  @Test
  void smallTypesArePromoted() throws IOException {
    write(row(field("i", INT), field("f", FLOAT), field("d", new ArrowType.Decimal(9, 2, 128))))
        .succeeded();
    String report =
        write(
                row(
                    field("i", LONG),
                    field("f", DOUBLE),
                    field("d", new ArrowType.Decimal(20, 2, 128))),
                "--evolve")
            .succeeded()
            .out();
    assertTrue(report.endsWith("promoted columns: i, f, d\n"), report);
    assertEquals("long", schema().findType("i").toString());
    assertEquals("double", schema().findType("f").toString());
    assertEquals("decimal(20, 2)", schema().findType("d").toString());
    assertEquals(
        List.of("[1, " + (double) 0.1f + ", 0.09]", "[" + (1L << 40) + ", 0.1, 0.20]"), rows());
  }

  @Test
  void aLaterInputMayBringAColumn() throws IOException {
    Path first = Files.write(folder.resolve("1.arrows"), row(field("a", INT)));
    Path second = Files.write(folder.resolve("2.arrows"), row(field("a", LONG), field("c", INT)));
    warehouse.write("demo.t", List.of(first.toString(), second.toString()), "--evolve").succeeded();
    assertEquals(List.of("[1, null]", "[" + (1L << 40) + ", 1]"), rows());
    int snapshots =
        warehouse.table(
            "demo.t",
            table -> {
              List<Long> ids = new ArrayList<>();
              table.snapshots().forEach(snapshot -> ids.add(snapshot.snapshotId()));
              return ids.size();
            });
    assertEquals(1, snapshots);
  }

  @Test
  void aFailureAfterAnEvolutionLeavesTheTableAsItWas() throws IOException {
    write(row(field("a", INT))).succeeded();
    List<Path> before = warehouse.dataFiles();
    byte[] whole = row(field("a", INT), field("b", INT), field("c", INT));
    Path first = Files.write(folder.resolve("1.arrows"), row(field("a", INT), field("b", INT)));
    Path cut = Files.write(folder.resolve("2.arrows"), Arrays.copyOf(whole, whole.length - 40));
    String failure =
        warehouse
            .write("demo.t", List.of(first.toString(), cut.toString()), "--evolve")
            .failure(Main.FAILURE);
    assertTrue(failure.startsWith("frazil: " + cut), failure);
    assertEquals(before, warehouse.dataFiles());
    assertEquals(1, schema().columns().size());
  }

  @Test
  void withoutTheFlagAnExtraColumnIsRefusedWithAHint() throws IOException {
    write(row(field("a", INT))).succeeded();
    for (byte[] input : List.of(row(field("a", INT), field("b", INT)), row(field("a", LONG)))) {
      String failure = write(input).failure(Main.FAILURE);
      assertTrue(failure.endsWith("; --evolve changes the table's schema"), failure);
    }
    assertFalse(
        write(row(field("a", new ArrowType.Utf8()))).failure(Main.FAILURE).contains("--evolve"));
    assertEquals(1, schema().columns().size());
  }

  @Test
  void whatAnEvolutionRefusesHasNoHint() throws IOException {
    write(row(field("a", INT, 1))).succeeded();
    List<Field> refused =
        List.of(
            field("b", INT, 99),
            field("b", INT, 2_147_483_540),
            field("b", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null), 2));
    for (Field column : refused) {
      byte[] input = row(field("a", INT, 1), column);
      String failure = write(input).failure(Main.FAILURE);
      assertFalse(failure.contains("--evolve"), failure);
      write(input, "--evolve").failure(Main.FAILURE);
    }
    String failure = write(row(field("a", INT, 1), field("b", INT, 2))).failure(Main.FAILURE);
    assertTrue(failure.endsWith("; --evolve changes the table's schema"), failure);
  }

  @Test
  void idsOfNewColumnsMustBeThoseOfTheTable() throws IOException {
    write(row(field("a", INT, 1))).succeeded();
    write(row(field("a", INT, 1), field("b", INT, 2)), "--evolve").succeeded();
    assertEquals(List.of("[1, 1]", "[1, null]"), rows());
    String failure =
        write(row(field("a", INT, 1), field("c", INT, 7)), "--evolve").failure(Main.FAILURE);
    assertTrue(failure.contains("schema evolution: c: expected no field id, or 3"), failure);
    assertEquals(2, schema().columns().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a|2|a: expected field id 1, got 2",
        "A|-1|A: expected a name that differs by more than case",
      })
  void whatIsNotSafeIsRefused(String name, int id, String complaint) throws IOException {
    write(row(field("a", INT))).succeeded();
    Field field = id < 0 ? field(name, INT) : field(name, INT, id);
    String failure = write(row(field), "--evolve").failure(Main.FAILURE);
    assertTrue(failure.contains("schema evolution: " + complaint), failure);
  }

  @Test
  void aTypeOfALaterFormatVersionIsRefused() {
    write(row(field("a", INT))).succeeded();
    Field nanos = field("t", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null));
    String failure = write(row(field("a", INT), nanos), "--evolve").failure(Main.FAILURE);
    assertTrue(failure.contains("t: expected a type of format version 2"), failure);
    assertTrue(failure.endsWith("which needs 3"), failure);
  }

  @Test
  void aTypeThatCannotBePromotedIsRefused() {
    write(row(field("a", LONG))).succeeded();
    Consumer<ArrowType> refused =
        type -> {
          String failure = write(row(field("a", type)), "--evolve").failure(Main.FAILURE);
          assertTrue(failure.contains(" a: expected "), failure);
        };
    refused.accept(DOUBLE);
    refused.accept(new ArrowType.Utf8());
    refused.accept(new ArrowType.Decimal(9, 2, 128));
  }
}
