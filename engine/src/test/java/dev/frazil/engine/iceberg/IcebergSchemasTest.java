package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.schema.ParquetLeaf;
import dev.frazil.engine.schema.ParquetSchema;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IcebergSchemasTest {
  private static final Map<String, String> UUID =
      Map.of(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION);

  static Stream<Arguments> arrowTypes() {
    return Stream.of(
        Arguments.of(new ArrowType.Bool(), "boolean"),
        Arguments.of(new ArrowType.Int(8, true), "int"),
        Arguments.of(new ArrowType.Int(16, true), "int"),
        Arguments.of(new ArrowType.Int(32, true), "int"),
        Arguments.of(new ArrowType.Int(64, true), "long"),
        Arguments.of(new ArrowType.Int(8, false), "int"),
        Arguments.of(new ArrowType.Int(16, false), "int"),
        Arguments.of(new ArrowType.Int(32, false), "long"),
        Arguments.of(new ArrowType.FloatingPoint(32), "float"),
        Arguments.of(new ArrowType.FloatingPoint(64), "double"),
        Arguments.of(new ArrowType.Utf8(false), "string"),
        Arguments.of(new ArrowType.Utf8(true), "string"),
        Arguments.of(new ArrowType.Binary(false), "binary"),
        Arguments.of(new ArrowType.Binary(true), "binary"),
        Arguments.of(new ArrowType.FixedSizeBinary(16), "fixed[16]"),
        Arguments.of(new ArrowType.Date(false), "date"),
        Arguments.of(new ArrowType.Date(true), "date"),
        Arguments.of(new ArrowType.Time(TimeUnit.SECOND), "time"),
        Arguments.of(new ArrowType.Time(TimeUnit.NANOSECOND), "time"),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.SECOND, null), "timestamp"),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.MICROSECOND, null), "timestamp"),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.MILLISECOND, "Asia/Tokyo"), "timestamptz"),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.NANOSECOND, null), "timestamp_ns"),
        Arguments.of(new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC"), "timestamptz_ns"),
        Arguments.of(new ArrowType.Decimal(128, 38, 10), "decimal(38, 10)"));
  }

  @ParameterizedTest
  @MethodSource("arrowTypes")
  void aTableHasTheSmallestTypeThatLosesNothing(ArrowType type, String expected) {
    Schema schema = IcebergSchemas.icebergSchema(arrow(new ArrowField("c", type, true)));
    assertEquals(expected, schema.findType("c").toString());
    boolean nanos = expected.endsWith("_ns");
    assertEquals(nanos ? 3 : 1, IcebergSchemas.formatVersion(schema));
  }

  @Test
  void uuidsAreThoseWithTheExtension() {
    ArrowField field = new ArrowField("c", new ArrowType.FixedSizeBinary(16), true, UUID, null);
    assertEquals(Types.UUIDType.get(), IcebergSchemas.icebergSchema(arrow(field)).findType("c"));
  }

  @Test
  void aDictionaryIsTheTypeOfItsValues() {
    ArrowField field =
        new ArrowField(
            "c", new ArrowType.Utf8(false), false, Map.of(), new ArrowType.Int(16, true));
    Types.NestedField column = IcebergSchemas.icebergSchema(arrow(field)).findField("c");
    assertEquals(Types.StringType.get(), column.type());
    assertTrue(column.isRequired());
  }

  static Stream<Arguments> refusedTypes() {
    return Stream.of(
        Arguments.of(
            new ArrowType.Int(64, false),
            "table schema: c: expected a type of at most 63 bits, got uint64, which no Iceberg type"
                + " holds"),
        Arguments.of(
            new ArrowType.FloatingPoint(16),
            "table schema: c: expected 32 or 64 bits, got float16"),
        Arguments.of(
            new ArrowType.Decimal(256, 50, 2),
            "table schema: c: expected a precision of at most 38 and a scale of 0 to the precision,"
                + " got decimal256(50, 2)"),
        Arguments.of(
            new ArrowType.Decimal(128, 10, -2),
            "table schema: c: expected a precision of at most 38 and a scale of 0 to the precision,"
                + " got decimal128(10, -2)"));
  }

  @ParameterizedTest
  @MethodSource("refusedTypes")
  void typesWithoutAnIcebergTypeAreRefusedByName(ArrowType type, String message) {
    assertEquals(message, refusal(new ArrowField("c", type, true)));
  }

  @Test
  void idsAreThoseOfTheFieldsWhenAllHaveOne() {
    Schema kept = IcebergSchemas.icebergSchema(arrow(withId("a", 7), withId("b", 3)));
    assertEquals(7, kept.findField("a").fieldId());
    assertEquals(3, kept.findField("b").fieldId());
    Schema assigned =
        IcebergSchemas.icebergSchema(
            arrow(withId("a", 7), new ArrowField("b", new ArrowType.Bool(), true)));
    assertEquals(1, assigned.findField("a").fieldId());
    assertEquals(2, assigned.findField("b").fieldId());
  }

  @Test
  void idsAndNamesMustBeUsable() {
    assertEquals(
        "table schema: b: expected a field id of its own, got 7, which a has too",
        refusal(withId("a", 7), withId("b", 7)));
    assertEquals(
        "table schema: a: expected one column of the name, got several",
        refusal(withId("a", 7), withId("a", 8)));
    assertEquals(
        "table schema: a: expected a field id of 0 to 2147483447, got -1",
        refusal(withId("a", -1)));
    assertEquals("table schema: expected at least one column, got none", refusal());
  }

  @Test
  void batchesAreAlignedToTheCanonicalTypes() {
    Map<String, ArrowType> expected =
        Map.ofEntries(
            Map.entry("boolean", new ArrowType.Bool()),
            Map.entry("int", new ArrowType.Int(32, true)),
            Map.entry("long", new ArrowType.Int(64, true)),
            Map.entry("float", new ArrowType.FloatingPoint(32)),
            Map.entry("double", new ArrowType.FloatingPoint(64)),
            Map.entry("date", new ArrowType.Date(false)),
            Map.entry("time", new ArrowType.Time(TimeUnit.MICROSECOND)),
            Map.entry("timestamp", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)),
            Map.entry("timestamptz", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
            Map.entry("timestamp_ns", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null)),
            Map.entry("timestamptz_ns", new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC")),
            Map.entry("string", new ArrowType.Utf8(false)),
            Map.entry("uuid", new ArrowType.FixedSizeBinary(16)),
            Map.entry("fixed[5]", new ArrowType.FixedSizeBinary(5)),
            Map.entry("binary", new ArrowType.Binary(false)),
            Map.entry("decimal(9, 2)", new ArrowType.Decimal(128, 9, 2)));
    expected.forEach((type, arrow) -> {
      Schema schema =
          new Schema(Types.NestedField.required(5, "c", Types.fromPrimitiveString(type)));
      ArrowField field = IcebergSchemas.arrowSchema(schema).fields().getFirst();
      assertEquals(arrow, field.type());
      assertEquals(OptionalInt.of(5), field.fieldId());
      assertEquals(type.equals("uuid"), field.uuid());
      assertEquals(false, field.nullable());
    });
  }

  static Stream<JsonNode> names() {
    return Vectors.of("misc-vectors.json", "parquetNames");
  }

  @ParameterizedTest
  @MethodSource("names")
  void namesInFilesAreEscapedAsIcebergDoesIt(JsonNode vector) {
    String name = vector.get("name").asText();
    ParquetSchema parquet =
        IcebergSchemas.parquetSchema(
            new Schema(Types.NestedField.optional(9, name, Types.LongType.get())));
    assertEquals("table", parquet.name());
    ParquetLeaf leaf = parquet.leaves().getFirst();
    assertEquals(List.of(vector.get("parquet").asText()), leaf.column().path());
    assertEquals(OptionalInt.of(9), leaf.fieldId());
  }

  @Test
  void namesThatComeOutTheSameAreRefused() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "a-b", Types.LongType.get()),
            Types.NestedField.optional(2, "a_x2Db", Types.LongType.get()));
    SchemaException refusal =
        assertThrows(SchemaException.class, () -> IcebergSchemas.parquetSchema(schema));
    assertEquals(
        "Parquet schema: a_x2Db: expected a name of its own, got a_x2Db, which a-b has too",
        refusal.getMessage());
  }

  @Test
  void largeDecimalsAreAsShortAsTheirPrecisionAllows() {
    List<Integer> widths =
        Vectors.of("misc-vectors.json", "decimalFixedBytes").map(JsonNode::asInt).toList();
    for (int precision = 19; precision <= 38; precision++) {
      Type type = Types.DecimalType.of(precision, 2);
      ParquetSchema parquet =
          IcebergSchemas.parquetSchema(new Schema(Types.NestedField.optional(1, "c", type)));
      assertEquals(widths.get(precision - 1), parquet.leaves().getFirst().column().typeLength());
    }
  }

  @Test
  void unknownColumnsAreInNoFile() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "u", Types.UnknownType.get()),
            Types.NestedField.optional(2, "c", Types.LongType.get()));
    assertEquals(1, IcebergSchemas.parquetSchema(schema).leaves().size());
    assertEquals(3, IcebergSchemas.formatVersion(schema));
  }

  private static ArrowField withId(String name, int id) {
    return new ArrowField(
        name, new ArrowType.Bool(), true, Map.of(ArrowField.FIELD_ID, Integer.toString(id)), null);
  }

  private static ArrowSchema arrow(ArrowField... fields) {
    return new ArrowSchema(List.of(fields));
  }

  private static String refusal(ArrowField... fields) {
    SchemaException refusal =
        assertThrows(SchemaException.class, () -> IcebergSchemas.icebergSchema(arrow(fields)));
    return String.valueOf(refusal.getMessage());
  }
}
