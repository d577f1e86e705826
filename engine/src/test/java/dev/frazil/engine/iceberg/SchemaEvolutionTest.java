package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaEvolutionTest {
  private static final ArrowType INT = new ArrowType.Int(32, true);
  private static final ArrowType TEXT = new ArrowType.Utf8(false);
  private static final ArrowType DOUBLE = new ArrowType.FloatingPoint(64);

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(
              1,
              "point",
              Types.StructType.of(
                  Types.NestedField.optional(2, "x", Types.IntegerType.get()),
                  Types.NestedField.required(3, "y", Types.IntegerType.get()))),
          Types.NestedField.optional(
              4,
              "tags",
              Types.ListType.ofOptional(
                  5,
                  Types.StructType.of(Types.NestedField.optional(6, "k", Types.StringType.get())))),
          Types.NestedField.optional(
              7,
              "props",
              Types.MapType.ofOptional(
                  8,
                  9,
                  Types.StringType.get(),
                  Types.StructType.of(Types.NestedField.optional(10, "v", Types.FloatType.get())))),
          Types.NestedField.optional(11, "a.b", Types.IntegerType.get()));

  @TempDir private Path folder = Path.of("");

  private static ArrowField struct(String name, ArrowField... members) {
    return new ArrowField(name, new ArrowType.Struct(), true, List.of(members));
  }

  private static ArrowField list(String name, ArrowField element) {
    return new ArrowField(name, new ArrowType.List(false), true, List.of(element));
  }

  private static ArrowField map(String name, ArrowField value) {
    return new ArrowField(
        name,
        new ArrowType.Map(false),
        true,
        List.of(
            new ArrowField(
                "entries",
                new ArrowType.Struct(),
                false,
                List.of(new ArrowField("key", TEXT, false), value))));
  }

  private static ArrowField leaf(String name, ArrowType type) {
    return new ArrowField(name, type, true);
  }

  private static ArrowField leaf(String name, ArrowType type, int id) {
    return new ArrowField(
        name, type, true, Map.of(ArrowField.FIELD_ID, Integer.toString(id)), null);
  }

  private static SchemaEvolution of(ArrowField... fields) {
    return SchemaEvolution.of(SCHEMA, new ArrowSchema(List.of(fields)));
  }

  private Schema applied(SchemaEvolution evolution) throws IOException {
    try (EmbeddedCatalog catalog = EmbeddedCatalog.open(folder.toString())) {
      Table table =
          catalog.createTable(
              TableIdentifier.of("n", "t"), SCHEMA, PartitionSpec.unpartitioned(), Map.of());
      UpdateSchema update = table.updateSchema();
      evolution.apply(update, 2);
      update.commit();
      return table.schema();
    }
  }

  @Test
  void whatTheTableHasIsNoEvolution() {
    assertTrue(
        of(
                struct("point", leaf("y", INT), leaf("x", new ArrowType.Int(16, true))),
                list("tags", struct("item", leaf("k", TEXT))),
                leaf("a.b", INT))
            .isEmpty());
  }

  @Test
  void membersAreAddedAtEveryDepth() throws IOException {
    Schema schema =
        applied(
            of(
                struct("point", leaf("x", INT), leaf("y", INT), leaf("z", DOUBLE)),
                list("tags", struct("item", leaf("k", TEXT), leaf("w", INT))),
                map("props", struct("value", leaf("v", DOUBLE), leaf("u.v", TEXT))),
                struct("box", list("corners", struct("item", leaf("x", DOUBLE))))));
    assertEquals("double", schema.findType("point.z").toString());
    assertTrue(schema.findField("point.z").isOptional());
    assertEquals("int", schema.findType("tags.element.w").toString());
    assertEquals("string", schema.findType("props.value.u.v").toString());
    assertEquals("double", schema.findType("props.value.v").toString());
    assertEquals("double", schema.findType("box.corners.element.x").toString());
    assertEquals(3, schema.findField("point.y").fieldId());
    assertEquals(10, schema.findField("props.value.v").fieldId());
  }

  @Test
  void anIdIsStrongerThanAName() {
    assertTrue(of(struct("point", leaf("renamed", INT, 2), leaf("y", INT, 3))).isEmpty());
    assertRefused(
        "point.x: expected a field of its own", struct("point", leaf("z", INT, 2), leaf("x", INT)));
    assertRefused("point.y: expected field id 3, got 99", struct("point", leaf("y", INT, 99)));
    assertRefused(
        "x: expected a field id of this level, got 2, which is point.x", leaf("x", INT, 2));
  }

  private static void assertRefused(String complaint, ArrowField... fields) {
    SchemaException e = assertThrows(SchemaException.class, () -> of(fields));
    assertStarts("schema evolution: " + complaint, e);
  }

  private static void assertStarts(String start, SchemaException e) {
    assertTrue(String.valueOf(e.getMessage()).startsWith(start), e.getMessage());
  }

  @Test
  void idsInsideOfANewColumnMustBeThoseOfTheTable() {
    SchemaEvolution evolution = of(struct("box", leaf("left", INT, 40)));
    SchemaException e = assertThrows(SchemaException.class, () -> applied(evolution));
    assertStarts("schema evolution: box.left: expected no field id, or 13", e);
  }

  @Test
  void namesMustDiffer() {
    assertRefused("n: expected a name of its own", leaf("n", INT), leaf("n", TEXT));
    assertRefused("POINT: expected a name that differs by more than case", leaf("POINT", INT));
  }
}
