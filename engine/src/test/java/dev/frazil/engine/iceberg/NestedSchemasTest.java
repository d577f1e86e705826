package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.file.ChannelSink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.iceberg.types.EdgeAlgorithm;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Schemas of any depth, against the text that Iceberg's own conversion has for them.
class NestedSchemasTest {
  private static final Type INT = Types.IntegerType.get();
  private static final Type UNKNOWN = Types.UnknownType.get();
  private static final ArrowType UTF8 = new ArrowType.Utf8(false);
  private static final ArrowType STRUCT = new ArrowType.Struct();
  private static final ArrowType LIST = new ArrowType.List(false);

  @TempDir private Path directory;

  private String text(ParquetSchema schema) throws IOException {
    Path file = directory.resolve("f.parquet");
    try (ParquetFileWriter writer =
        new ParquetFileWriter(ChannelSink.open(file), schema, WriterOptions.DEFAULT)) {
      writer.finish();
    }
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      return reader.getFileMetaData().getSchema().toString();
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void filesHaveTheSchemaThatIcebergGivesThem() throws IOException {
    long seed = new Random().nextLong();
    RandomSchemas schemas = new RandomSchemas(seed);
    for (int i = 0; i < 400; i++) {
      Schema schema = schemas.schema(i % 5);
      String expected = ParquetSchemaUtil.convert(schema, "table").toString();
      assertEquals(
          expected,
          text(IcebergSchemas.parquetSchema(schema)),
          () -> "seed " + seed + ", schema " + schema);
    }
  }

  @Test
  void everyTypeHasTheTextOfTheVector() throws IOException {
    JsonNode vectors;
    try (InputStream in = getClass().getResourceAsStream("/vectors/misc-vectors.json")) {
      vectors = new ObjectMapper().readTree(in);
    }
    Type strings = Types.ListType.ofRequired(41, Types.StringType.get());
    Type ints = Types.ListType.ofOptional(53, INT);
    List<Type> flat =
        List.of(
            Types.BooleanType.get(),
            INT,
            Types.LongType.get(),
            Types.FloatType.get(),
            Types.DoubleType.get(),
            Types.DateType.get(),
            Types.TimeType.get(),
            Types.TimestampType.withoutZone(),
            Types.TimestampType.withZone(),
            Types.TimestampNanoType.withoutZone(),
            Types.TimestampNanoType.withZone(),
            Types.StringType.get(),
            Types.UUIDType.get(),
            Types.FixedType.ofLength(4),
            Types.BinaryType.get(),
            Types.DecimalType.of(9, 2),
            Types.DecimalType.of(18, 3),
            Types.DecimalType.of(19, 3),
            Types.DecimalType.of(38, 10),
            UNKNOWN,
            Types.VariantType.get(),
            Types.GeometryType.crs84(),
            Types.GeographyType.crs84());
    Stream<Types.NestedField> columns =
        Stream.iterate(1, id -> id <= flat.size(), id -> id + 1)
            .map(id -> Types.NestedField.optional(id, "c" + id, flat.get(id - 1)));
    Stream<Types.NestedField> nested =
        Stream.of(
            Types.NestedField.required(
                30, "s", Types.StructType.of(Types.NestedField.required(31, "x-y", INT))),
            Types.NestedField.optional(40, "l", strings),
            Types.NestedField.optional(
                50, "m", Types.MapType.ofOptional(51, 52, Types.StringType.get(), ints)));
    Schema schema = new Schema(Stream.concat(columns, nested).toList());
    assertEquals(vectors.get("parquetSchema").asText(), text(IcebergSchemas.parquetSchema(schema)));
  }

  static Stream<Arguments> unwritable() {
    Types.NestedField unknown = Types.NestedField.optional(2, "u", UNKNOWN);
    return Stream.of(
        Arguments.of(
            Types.ListType.ofOptional(2, UNKNOWN),
            "table schema: c.element: expected a type that files have, got unknown"),
        Arguments.of(
            Types.MapType.ofOptional(2, 3, INT, UNKNOWN),
            "table schema: c.value: expected a type that files have, got unknown"),
        Arguments.of(
            Types.StructType.of(unknown),
            "table schema: c: expected a struct of at least one field that is not unknown, got"
                + " struct<2: u: optional unknown>"),
        Arguments.of(
            Types.StructType.of(
                Types.NestedField.required(4, "a-b", INT),
                Types.NestedField.required(5, "a_x2Db", INT)),
            "Parquet schema: c.a_x2Db: expected a name of its own, got a_x2Db, which c.a-b has"
                + " too"));
  }

  @ParameterizedTest
  @MethodSource("unwritable")
  void whatNoFileCanHaveIsRefusedByPath(Type type, String message) {
    Schema schema = new Schema(Types.NestedField.optional(1, "c", type));
    assertEquals(
        message,
        assertThrows(SchemaException.class, () -> IcebergSchemas.parquetSchema(schema))
            .getMessage());
  }

  @Test
  void versionThreeIsNeededAtAnyDepth() {
    for (Type type :
        List.of(
            Types.TimestampNanoType.withZone(),
            UNKNOWN,
            Types.VariantType.get(),
            Types.GeometryType.crs84(),
            Types.GeographyType.crs84())) {
      assertEquals(3, version(Types.NestedField.optional(9, "x", type)));
    }
    assertEquals(1, version(Types.NestedField.optional(9, "x", INT)));
    Types.NestedField.Builder x = Types.NestedField.optional("x").withId(9).ofType(INT);
    assertEquals(3, version(x.withWriteDefault(Expressions.lit(5)).build()));
    x = Types.NestedField.optional("x").withId(9).ofType(INT);
    assertEquals(3, version(x.withInitialDefault(Expressions.lit(5)).build()));
  }

  private static int version(Types.NestedField member) {
    Type list = Types.ListType.ofOptional(2, Types.StructType.of(member));
    return IcebergSchemas.formatVersion(new Schema(Types.NestedField.optional(1, "l", list)));
  }

  @Test
  void aTableOfBatchesOfItsOwnSchemaIsTheSame() {
    long seed = new Random().nextLong();
    RandomSchemas schemas = new RandomSchemas(seed);
    for (int i = 0; i < 400; i++) {
      Schema schema = IcebergSchemas.written(schemas.schema(i % 5));
      Schema back = IcebergSchemas.icebergSchema(IcebergSchemas.arrowSchema(schema));
      assertEquals(
          withStatedCrs(schema).asStruct(),
          withStatedCrs(back).asStruct(),
          () -> "seed " + seed + ", schema " + schema);
      Schema numbered =
          IcebergSchemas.icebergSchema(withoutIds(IcebergSchemas.arrowSchema(schema)));
      int[] last = {0};
      assertEquals(
          TypeUtil.assignFreshIds(withStatedCrs(schema), () -> ++last[0]).asStruct(),
          withStatedCrs(numbered).asStruct(),
          () -> "seed " + seed);
    }
  }

  /// Iceberg tells a type with the default reference system, or the default edges, stated from one
  /// without.
  private static Schema withStatedCrs(Schema schema) {
    Map<Integer, Type> stated = new HashMap<>();
    TypeUtil.indexById(schema.asStruct())
        .forEach((id, field) -> {
          if (field.type() instanceof Types.GeometryType geometry) {
            stated.put(id, Types.GeometryType.of(or(geometry.crs(), "OGC:CRS84")));
          } else if (field.type() instanceof Types.GeographyType geography) {
            stated.put(
                id,
                Types.GeographyType.of(
                    or(geography.crs(), "OGC:CRS84"),
                    geography.algorithm() == null
                        ? EdgeAlgorithm.SPHERICAL
                        : geography.algorithm()));
          }
        });
    return TypeUtil.replaceFieldTypes(schema, stated);
  }

  private static String or(@Nullable String text, String otherwise) {
    return text == null ? otherwise : text;
  }

  private static ArrowSchema withoutIds(ArrowSchema schema) {
    return new ArrowSchema(schema.fields().stream().map(NestedSchemasTest::withoutIds).toList());
  }

  private static ArrowField withoutIds(ArrowField field) {
    Map<String, String> metadata = new HashMap<>(field.metadata());
    metadata.remove(ArrowField.FIELD_ID);
    return new ArrowField(
        field.name(),
        field.type(),
        field.nullable(),
        metadata,
        null,
        field.children().stream().map(NestedSchemasTest::withoutIds).toList());
  }

  static Stream<Arguments> arrowFields() {
    ArrowField text = new ArrowField("item", UTF8, false);
    ArrowField ends = new ArrowField("run_ends", new ArrowType.Int(32, true), false);
    ArrowField entries =
        new ArrowField(
            "entries",
            STRUCT,
            false,
            List.of(
                new ArrowField("key", UTF8, false),
                new ArrowField("value", new ArrowType.Utf8View(), true)));
    return Stream.of(
        Arguments.of(nested(LIST, text), "list<string>"),
        Arguments.of(nested(new ArrowType.ListView(true), text), "list<string>"),
        Arguments.of(nested(new ArrowType.FixedSizeList(3), text), "list<string>"),
        Arguments.of(nested(new ArrowType.Map(true), entries), "map<string, string>"),
        Arguments.of(nested(new ArrowType.RunEndEncoded(32), ends, text), "string"),
        Arguments.of(nested(STRUCT, text), "struct<2: item: required string>"),
        Arguments.of(nested(new ArrowType.BinaryView()), "binary"),
        Arguments.of(nested(new ArrowType.Null()), "unknown"),
        Arguments.of(
            new ArrowField(
                "c",
                new ArrowType.Int(8, true),
                true,
                Map.of(ArrowField.EXTENSION_NAME, ArrowField.BOOL8_EXTENSION),
                null),
            "boolean"));
  }

  private static ArrowField nested(ArrowType type, ArrowField... children) {
    return new ArrowField("c", type, true, List.of(children));
  }

  @ParameterizedTest
  @MethodSource("arrowFields")
  void aNewTableHasATypeForEveryLayout(ArrowField field, String expected) {
    Schema schema = IcebergSchemas.icebergSchema(new ArrowSchema(List.of(field)));
    assertEquals(expected, Objects.requireNonNull(schema.findType("c")).toString());
  }

  static Stream<Arguments> refusedFields() {
    ArrowField nothing = new ArrowField("n", new ArrowType.Null(), true);
    ArrowField half = new ArrowField("h", new ArrowType.FloatingPoint(16), true);
    ArrowField other =
        new ArrowField("x", UTF8, true, Map.of(ArrowField.EXTENSION_NAME, "geoarrow.wkt"), null);
    return Stream.of(
        Arguments.of(
            nested(LIST, nothing),
            "table schema: c.element: expected a type that files have, got null"),
        Arguments.of(
            nested(STRUCT, nothing),
            "table schema: c: expected a struct of at least one field that is not null, got"
                + " struct"),
        Arguments.of(
            nested(STRUCT, half, half), "table schema: c.h: expected 32 or 64 bits, got float16"),
        Arguments.of(
            nested(STRUCT, other),
            "extension type: c.x: expected one of arrow.uuid, arrow.bool8, arrow.json,"
                + " arrow.parquet.variant, geoarrow.wkb, got geoarrow.wkt over utf8"),
        Arguments.of(
            nested(new ArrowType.Duration(ArrowType.TimeUnit.SECOND)),
            "table schema: c: expected a type of a table, got duration[s]"));
  }

  @ParameterizedTest
  @MethodSource("refusedFields")
  void fieldsWithoutATypeAreRefusedByPath(ArrowField field, String message) {
    ArrowSchema schema = new ArrowSchema(List.of(field));
    assertEquals(
        message,
        assertThrows(SchemaException.class, () -> IcebergSchemas.icebergSchema(schema))
            .getMessage());
  }
}
