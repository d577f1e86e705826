package dev.frazil.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.IntervalUnit;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.iceberg.avro.AvroSchemaUtil;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The schema of a file as parquet-java prints it.
class SchemaTextTest {
  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final ArrowType UTF8 = new ArrowType.Utf8(false);
  private static final ArrowType STRUCT = new ArrowType.Struct();
  private static final ArrowType LIST = new ArrowType.List(false);

  @TempDir private Path directory;

  private String text(ParquetSchema schema) throws Exception {
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

  private void assertText(String expected, ArrowField... columns) throws Exception {
    assertEquals(
        "message schema {\n" + expected.indent(2) + "}\n",
        text(ParquetSchema.of(new ArrowSchema(List.of(columns)))));
  }

  private static ArrowField optional(String name, ArrowType type, ArrowField... children) {
    return new ArrowField(name, type, true, List.of(children));
  }

  private static ArrowField required(String name, ArrowType type, ArrowField... children) {
    return new ArrowField(name, type, false, List.of(children));
  }

  private static ArrowField extension(ArrowField field, String name, String metadata) {
    return with(with(field, "ARROW:extension:name", name), "ARROW:extension:metadata", metadata);
  }

  private static ArrowField id(int id, ArrowField field) {
    return with(field, "PARQUET:field_id", Integer.toString(id));
  }

  private static ArrowField with(ArrowField field, String key, String value) {
    Map<String, String> metadata = new HashMap<>(field.metadata());
    metadata.put(key, value);
    return new ArrowField(
        field.name(),
        field.type(),
        field.nullable(),
        metadata,
        field.indexType(),
        field.children());
  }

  private static ArrowField map(String name, ArrowField key, ArrowField value) {
    return optional(name, new ArrowType.Map(false), required("pairs", STRUCT, key, value));
  }

  @Test
  void structsAreGroups() throws Exception {
    assertText(
        """
        optional group s {
          required int32 a;
          required group b {
            optional binary c (STRING);
          }
        }
        """,
        optional("s", STRUCT, required("a", INT32), required("b", STRUCT, optional("c", UTF8))));
  }

  @Test
  void listsOfEveryLayoutHaveThreeLevelsWhateverTheirChildIsCalled() throws Exception {
    for (ArrowType list :
        List.of(
            LIST,
            new ArrowType.List(true),
            new ArrowType.ListView(false),
            new ArrowType.ListView(true),
            new ArrowType.FixedSizeList(3))) {
      assertText(
          """
          optional group l (LIST) {
            repeated group list {
              optional int32 element;
            }
          }
          required group r (LIST) {
            repeated group list {
              required int32 element;
            }
          }
          """,
          optional("l", list, optional("item", INT32)),
          required("r", list, required("", INT32)));
    }
  }

  @Test
  void mapsHaveRequiredKeysWhateverTheArrowFieldSays() throws Exception {
    assertText(
        """
        optional group m (MAP) {
          repeated group key_value {
            required binary key (STRING);
            optional int32 value;
          }
        }
        optional group n (MAP) {
          repeated group key_value {
            required group key {
              required int32 x;
            }
            required group value (LIST) {
              repeated group list {
                optional group element (MAP) {
                  repeated group key_value {
                    required int32 key;
                    optional int32 value;
                  }
                }
              }
            }
          }
        }
        """,
        map("m", required("k", UTF8), optional("v", INT32)),
        map(
            "n",
            optional("keys", STRUCT, required("x", INT32)),
            required("values", LIST, map("", optional("k", INT32), optional("v", INT32)))));
  }

  @Test
  void dictionariesAndRunsAreTheirValues() throws Exception {
    ArrowField coded =
        new ArrowField("d", UTF8, true, Map.of(), new ArrowType.Int(8, false), List.of());
    ArrowField runs =
        required(
            "r",
            new ArrowType.RunEndEncoded(32),
            required("run_ends", INT32),
            optional("values", STRUCT, required("x", new ArrowType.Utf8View())));
    assertText(
        """
        optional group s {
          optional binary d (STRING);
        }
        optional group r {
          required binary x (STRING);
        }
        """,
        optional("s", STRUCT, coded),
        runs);
  }

  @Test
  void fieldIdsStandAtEveryLevel() throws Exception {
    assertText(
        """
        optional group l (LIST) = 1 {
          repeated group list {
            optional group element = 2 {
              optional int32 a = 3;
            }
          }
        }
        optional group m (MAP) = 4 {
          repeated group key_value {
            required int32 key = 5;
            optional int32 value = 6;
          }
        }
        """,
        id(1, optional("l", LIST, id(2, optional("", STRUCT, id(3, optional("a", INT32)))))),
        id(4, map("m", id(5, required("k", INT32)), id(6, optional("v", INT32)))));
  }

  @Test
  void leavesThatOtherAnnotationsStandOver() throws Exception {
    assertText(
        """
        optional int32 n (UNKNOWN);
        optional fixed_len_byte_array(2) h (FLOAT16);
        optional int64 u (INTEGER(64,false));
        optional int64 d;
        optional fixed_len_byte_array(12) i (INTERVAL);
        optional fixed_len_byte_array(32) w (DECIMAL(76,2));
        optional int64 narrow (DECIMAL(18,2));
        optional binary z;
        optional binary j (JSON);
        optional binary jv (JSON);
        optional int32 b8 (INTEGER(8,true));
        optional binary other (STRING);
        """,
        optional("n", new ArrowType.Null()),
        optional("h", new ArrowType.FloatingPoint(16)),
        optional("u", new ArrowType.Int(64, false)),
        optional("d", new ArrowType.Duration(TimeUnit.SECOND)),
        optional("i", new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO)),
        optional("w", new ArrowType.Decimal(256, 76, 2)),
        optional("narrow", new ArrowType.Decimal(256, 18, 2)),
        optional("z", new ArrowType.BinaryView()),
        extension(optional("j", new ArrowType.Utf8(true)), "arrow.json", ""),
        extension(optional("jv", new ArrowType.Utf8View()), "arrow.json", ""),
        extension(optional("b8", new ArrowType.Int(8, true)), "arrow.bool8", ""),
        extension(optional("other", UTF8), "somebody.else", "{}"));
  }

  @Test
  void geometriesStateTheirReferenceSystemAndEdges() throws Exception {
    String projjson =
        """
        {"type": "ProjectedCRS", "name": "a \\"b\\"", "id": {"authority": "EPSG", "code": 3857}}\
        """;
    assertText(
        """
        optional binary bare (GEOMETRY(OGC:CRS84));
        optional binary lonlat (GEOMETRY(OGC:CRS84));
        optional binary wgs (GEOMETRY(OGC:CRS84));
        optional binary verbatim (GEOMETRY(EPSG:4326));
        optional binary code (GEOMETRY(EPSG:3857));
        optional binary srid (GEOMETRY(srid:5070));
        optional binary sphere (GEOGRAPHY(OGC:CRS84,SPHERICAL));
        optional binary karney (GEOGRAPHY(OGC:CRS84,KARNEY));
        optional binary json (GEOMETRY(%s));
        """
            .formatted(projjson),
        geometry("bare", ""),
        geometry("lonlat", "{\"crs\": {\"id\": {\"authority\": \"OGC\", \"code\": \"CRS84\"}}}"),
        geometry("wgs", "{\"crs\": \"EPSG:4326\"}"),
        geometry("verbatim", "{\"crs\": \"EPSG:4326\", \"crs_type\": \"authority_code\"}"),
        geometry("code", "{\"crs\": \"EPSG:3857\", \"crs_type\": \"authority_code\"}"),
        geometry("srid", " {\"crs_type\":\"srid\" , \"crs\" : \"5070\"} "),
        geometry("sphere", "{\"edges\": \"spherical\"}"),
        geometry("karney", "{\"edges\":\"karney\",\"crs\":null}"),
        geometry("json", "{\"crs\": " + projjson + ", \"crs_type\": \"projjson\"}"));
  }

  private static ArrowField geometry(String name, String metadata) {
    return extension(optional(name, new ArrowType.Binary(false)), "geoarrow.wkb", metadata);
  }

  @Test
  void variantsAreAnnotatedGroups() throws Exception {
    assertText(
        """
        optional group v (VARIANT(1)) {
          required binary metadata;
          required binary value;
        }
        """,
        variant("v"));
  }

  private static ArrowField variant(String name) {
    return extension(
        optional(
            name,
            STRUCT,
            required("metadata", new ArrowType.BinaryView()),
            required("value", new ArrowType.Binary(true))),
        "arrow.parquet.variant",
        "");
  }

  /// A schema with every type of an Iceberg table, as Iceberg's own writer has it.
  @Test
  void theSchemaOfIcebergsWriterIsTheSame() throws Exception {
    ArrowSchema source = new ArrowSchema(IcebergColumns.all());
    UnaryOperator<String> rename = AvroSchemaUtil::makeCompatibleName;
    assertEquals(vector(), text(ParquetSchema.of("table", source, rename)));
  }

  private static String vector() throws Exception {
    try (InputStream vectors =
        Objects.requireNonNull(
            SchemaTextTest.class.getResourceAsStream("/vectors/misc-vectors.json"))) {
      JsonNode tree = new ObjectMapper().readTree(vectors);
      return tree.get("parquetSchema").asText();
    }
  }

  /// The columns of the vector.
  private static final class IcebergColumns {
    private IcebergColumns() {}

    static List<ArrowField> all() {
      ArrowType.Binary binary = new ArrowType.Binary(false);
      return List.of(
          id(1, optional("c1", new ArrowType.Bool())),
          id(2, optional("c2", INT32)),
          id(3, optional("c3", new ArrowType.Int(64, true))),
          id(4, optional("c4", new ArrowType.FloatingPoint(32))),
          id(5, optional("c5", new ArrowType.FloatingPoint(64))),
          id(6, optional("c6", new ArrowType.Date(false))),
          id(7, optional("c7", new ArrowType.Time(TimeUnit.MICROSECOND))),
          id(8, optional("c8", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null))),
          id(9, optional("c9", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"))),
          id(10, optional("c10", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null))),
          id(11, optional("c11", new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC"))),
          id(12, optional("c12", UTF8)),
          id(13, extension(optional("c13", new ArrowType.FixedSizeBinary(16)), "arrow.uuid", "")),
          id(14, optional("c14", new ArrowType.FixedSizeBinary(4))),
          id(15, optional("c15", binary)),
          id(16, optional("c16", new ArrowType.Decimal(128, 9, 2))),
          id(17, optional("c17", new ArrowType.Decimal(128, 18, 3))),
          id(18, optional("c18", new ArrowType.Decimal(128, 19, 3))),
          id(19, optional("c19", new ArrowType.Decimal(128, 38, 10))),
          id(21, variant("c21")),
          id(22, geometry("c22", "")),
          id(23, geometry("c23", "{\"edges\":\"spherical\"}")),
          id(30, required("s", STRUCT, id(31, required("x-y", INT32)))),
          id(40, optional("l", LIST, id(41, required("element", UTF8)))),
          id(
              50,
              map(
                  "m",
                  id(51, required("key", UTF8)),
                  id(52, optional("value", LIST, id(53, optional("element", INT32)))))));
    }
  }
}
