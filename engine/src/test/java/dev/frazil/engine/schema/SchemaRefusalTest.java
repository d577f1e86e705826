package dev.frazil.engine.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Nested columns that no Parquet schema has, refused with the path.
class SchemaRefusalTest {
  private static final ArrowType BOOL = new ArrowType.Bool();
  private static final ArrowType STRUCT = new ArrowType.Struct();
  private static final ArrowType LIST = new ArrowType.List(false);

  private static void assertRefused(String message, ArrowField... columns) {
    ArrowSchema schema = new ArrowSchema(List.of(columns));
    assertEquals(
        message, assertThrows(SchemaException.class, () -> ParquetSchema.of(schema)).getMessage());
  }

  private static ArrowField optional(String name, ArrowType type, ArrowField... children) {
    return new ArrowField(name, type, true, List.of(children));
  }

  private static ArrowField extension(
      String name, ArrowType type, String extension, String metadata, ArrowField... children) {
    return new ArrowField(
        name,
        type,
        true,
        Map.of("ARROW:extension:name", extension, "ARROW:extension:metadata", metadata),
        null,
        List.of(children));
  }

  @Test
  void structsWithoutMembers() {
    assertRefused(
        "schema: l.list.element.s: expected a struct of at least one field, got none",
        optional("l", LIST, optional("item", STRUCT, optional("s", STRUCT))));
  }

  @Test
  void namesThatStandTwiceInAStruct() {
    assertRefused(
        "schema: s.a: expected distinct names, got two alike",
        optional("s", STRUCT, optional("a", BOOL), optional("a", STRUCT, optional("b", BOOL))));
  }

  @Test
  void fieldIdsThatStandTwiceAtAnyDepth() {
    ArrowField one = new ArrowField("a", BOOL, true, Map.of("PARQUET:field_id", "1"), null);
    ArrowField other = new ArrowField("b", BOOL, true, Map.of("PARQUET:field_id", "1"), null);
    assertRefused(
        "schema: b: expected distinct field ids, got 1 as for s.list.element.a",
        optional("s", LIST, optional("item", STRUCT, one)),
        other);
  }

  @Test
  void requiredColumnsOfNothing() {
    assertRefused(
        "schema: s.n: expected a nullable column of type null, got a required one",
        optional("s", STRUCT, new ArrowField("n", new ArrowType.Null(), false)));
  }

  @Test
  void moreLevelsThanCanBeCounted() {
    ArrowField column = optional("a", BOOL);
    for (int i = 0; i < 127; i++) {
      column = optional("a", STRUCT, column);
    }
    assertRefused(
        "schema: %s: expected at most 127 optional and repeated fields in one another, got more"
            .formatted("a" + ".a".repeat(127)),
        column);
  }

  @Test
  void childrenThatAreNotThoseOfTheType() {
    assertRefused("schema: l: expected list with 1 children, got 0", optional("l", LIST));
    assertRefused(
        "schema: m: expected struct with 2 children, got 1",
        optional(
            "m", new ArrowType.Map(false), optional("entries", STRUCT, optional("key", BOOL))));
    assertRefused(
        "schema: r: expected run_end_encoded with run ends and values, got 0 children",
        optional("r", new ArrowType.RunEndEncoded(32)));
  }

  @Test
  void variantsThatAreNotUnshredded() {
    ArrowType binary = new ArrowType.Binary(false);
    assertRefused(
        "variant: v: expected an unshredded one of required binary metadata and value, got"
            + " [metadata: binary, value: binary?]",
        extension(
            "v",
            STRUCT,
            "arrow.parquet.variant",
            "",
            new ArrowField("metadata", binary, false),
            optional("value", binary)));
  }

  @Test
  void geometriesWithMetadataThatParquetCannotState() {
    ArrowType binary = new ArrowType.Binary(false);
    assertRefused(
        "geoarrow.wkb metadata: g: expected edges of planar or one of [spherical, vincenty, thomas,"
            + " andoyer, karney], got 'round'",
        extension("g", binary, "geoarrow.wkb", "{\"edges\": \"round\"}"));
    for (String metadata : List.of("[]", "{\"crs\"", "{\"crs\": \"a\"} x", "{\"crs\": {\"a\"}")) {
      assertRefused(
          "geoarrow.wkb metadata: g: expected a JSON object, got " + metadata,
          extension("g", binary, "geoarrow.wkb", metadata));
    }
  }
}
