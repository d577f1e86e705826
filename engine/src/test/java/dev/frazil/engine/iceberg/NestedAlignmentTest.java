package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Structs, lists and maps brought to a table, read back by Iceberg.
class NestedAlignmentTest {
  private static final AlignmentOptions EXACT = AlignmentOptions.DEFAULT;
  private static final AlignmentOptions IGNORING =
      AlignmentOptions.builder().ignoreExtraColumns(true).build();
  private static final Type INT = Types.IntegerType.get();
  private static final Type STRING = Types.StringType.get();

  /// A struct `s` of an int `a`, number 2, and a string `b`, number 3.
  private static final Schema STRUCT =
      table(
          "s",
          Types.StructType.of(
              Types.NestedField.optional(2, "a", INT), Types.NestedField.optional(3, "b", STRING)));

  private static Schema table(String name, Type type) {
    return new Schema(Types.NestedField.optional(1, name, type));
  }

  private static CDataColumn id(int id, CDataColumn column) {
    return column.metadata(ArrowField.FIELD_ID, Integer.toString(id));
  }

  private static List<String> rows(Schema table, int rows, CDataColumn... columns)
      throws IOException {
    return AlignedRows.of(table, EXACT, CDataColumn.batch(rows, columns));
  }

  private static void refused(String message, Schema table, int rows, CDataColumn... columns)
      throws IOException {
    AlignedRows.assertRefused(message, table, EXACT, CDataColumn.batch(rows, columns));
  }

  @Test
  void membersAreFoundByIdThenByName() throws IOException {
    CDataColumn a = CDataColumn.ints("a", 1, 2, 3);
    CDataColumn b = CDataColumn.strings("b", "x", "y", "z");
    List<String> expected = List.of("((1, x))", "(null)", "((3, z))");
    assertEquals(expected, rows(STRUCT, 3, CDataNested.struct("s", "v.v", b, a)));
    CDataColumn called = CDataColumn.ints("b", 1, 2, 3);
    CDataColumn other = CDataColumn.strings("a", "x", "y", "z");
    assertEquals(
        expected, rows(STRUCT, 3, CDataNested.struct("s", "v.v", id(2, called), id(3, other))));
    CDataColumn named = CDataColumn.strings("b", "x", "y", "z");
    CDataColumn numbered = id(2, CDataColumn.ints("?", 1, 2, 3));
    assertEquals(expected, rows(STRUCT, 3, CDataNested.struct("s", "v.v", named, numbered)));
  }

  @Test
  void aMemberThatHasNoPlaceIsRefusedOrDropped() throws IOException {
    refused(
        "align: s.c: expected a field of the target struct (a with field id 2, b with field id 3),"
            + " got none",
        STRUCT,
        1,
        CDataNested.struct("s", "v", CDataColumn.ints("a", 1), CDataColumn.ints("c", 7)));
    refused(
        "align: s.a with field id 9: expected a field of the target struct (a with field id 2, b"
            + " with field id 3), got none",
        STRUCT,
        1,
        CDataNested.struct("s", "v", id(9, CDataColumn.ints("a", 1))));
    CDataColumn kept =
        CDataNested.struct(
            "s", "v", id(9, CDataColumn.ints("a", 1)), CDataColumn.strings("b", "x"));
    assertEquals(
        List.of("((null, x))"),
        AlignedRows.of(STRUCT, IGNORING, CDataColumn.batch(1, CDataColumn.ints("top", 5), kept)));
  }

  @Test
  void anIdWinsOverAName() throws IOException {
    CDataColumn named = CDataColumn.ints("a", 8);
    CDataColumn numbered = id(2, CDataColumn.ints("x", 7));
    assertEquals(
        List.of("((7, null))"),
        AlignedRows.of(
            STRUCT, IGNORING, CDataColumn.batch(1, CDataNested.struct("s", "v", named, numbered))));
    refused(
        "align: s.a: expected a field of the target struct (a with field id 2, b with field id 3),"
            + " got none",
        STRUCT,
        1,
        CDataNested.struct("s", "v", CDataColumn.ints("a", 8), id(2, CDataColumn.ints("x", 7))));
  }

  @Test
  void idsAreDistinctNumbersAtEveryLevel() throws IOException {
    refused(
        "align: s.y with field id 2: expected a field id of its own, got that of column x with"
            + " field id 2",
        STRUCT,
        1,
        CDataNested.struct(
            "s", "v", id(2, CDataColumn.ints("x", 1)), id(2, CDataColumn.ints("y", 1))));
    refused(
        "PARQUET:field_id: a: expected a 32-bit integer, got '2.0'",
        STRUCT,
        1,
        CDataNested.struct(
            "s", "v", CDataColumn.ints("a", 1).metadata(ArrowField.FIELD_ID, "2.0")));
    Schema lists = table("l", Types.ListType.ofOptional(2, INT));
    refused(
        "align: l.element: expected field id 2, got 3",
        lists,
        1,
        CDataNested.list("l", "v", new int[] {0, 1}, id(3, CDataColumn.ints("item", 1))));
    Schema maps = table("m", Types.MapType.ofOptional(2, 3, STRING, INT));
    refused(
        "align: m.value: expected field id 3, got 2",
        maps,
        1,
        CDataNested.map(
            "m",
            "v",
            new int[] {0, 1},
            CDataColumn.strings("k", "x"),
            id(2, CDataColumn.ints("v", 1))));
  }

  private static Schema withDefault(boolean required) {
    Types.NestedField.Builder d =
        required ? Types.NestedField.required("d") : Types.NestedField.optional("d");
    Types.NestedField.Builder built =
        d.withId(5).ofType(INT).withInitialDefault(Expressions.lit(1));
    return table(
        "l",
        Types.ListType.ofOptional(
            2,
            Types.StructType.of(
                Types.NestedField.optional(3, "a", INT),
                Types.NestedField.optional(4, "n", Types.ListType.ofRequired(6, STRING)),
                (required ? built.withWriteDefault(Expressions.lit(34)) : built).build())));
  }

  @Test
  void missingMembersOfStructsThatAreThereTakeTheirWriteDefault() throws IOException {
    CDataColumn elements = CDataNested.struct("item", "vv.v", CDataColumn.ints("a", 1, 2, 3, 4));
    CDataColumn lists = CDataNested.list("l", "v.v", new int[] {0, 1, 2, 4}, elements);
    assertEquals(
        List.of("([(1, null, 34)])", "(null)", "([null, (4, null, 34)])"),
        rows(withDefault(true), 3, lists));
    CDataColumn again = CDataNested.struct("item", "vv.v", CDataColumn.ints("a", 1, 2, 3, 4));
    CDataColumn sliced = CDataNested.list("l", "v.v", new int[] {0, 1, 2, 4}, again).slice(1, 2);
    assertEquals(
        List.of("(null)", "([null, (4, null, null)])"), rows(withDefault(false), 2, sliced));
    Schema required =
        table(
            "s",
            Types.StructType.of(
                Types.NestedField.required(2, "a", INT), Types.NestedField.optional(3, "b", INT)));
    refused(
        "align: s.a: expected a field in the batch, since the target is required and has no"
            + " default, got none",
        required,
        1,
        CDataNested.struct("s", "v", CDataColumn.ints("b", 1)));
  }

  static Stream<CDataColumn> lists() {
    return Stream.of(
        CDataNested.list("l", "vvv.v", new int[] {0, 1, 3, 3, 5, 6}, elements()),
        CDataNested.largeList("l", "vvv.v", new long[] {0, 1, 3, 3, 5, 6}, elements()),
        CDataNested.listView(
            "l", "vvv.v", new int[] {0, 1, 0, 9, 5}, new int[] {1, 2, 0, 9, 1}, elements()),
        CDataNested.largeListView(
            "l", "vvv.v", new long[] {0, 1, 0, 9, 5}, new long[] {1, 2, 0, 9, 1}, elements()));
  }

  /// What lies below the null list is no time of day.
  private static CDataColumn elements() {
    return CDataColumn.integers("item", "tts", 4, 1, 2, null, -1, -1, 5);
  }

  @ParameterizedTest
  @MethodSource("lists")
  void everyLayoutIsAList(CDataColumn list) throws IOException {
    Schema table = table("l", Types.ListType.ofOptional(2, Types.TimeType.get()));
    assertEquals(
        List.of("([00:00:02, null])", "([])", "(null)", "([00:00:05])"),
        rows(table, 4, list.slice(1, 4)));
  }

  @Test
  void fixedSizeListsAreListsAlsoBelowOtherLists() throws IOException {
    CDataColumn pairs =
        CDataNested.fixedSizeList(
            "item", ".v.v", 2, CDataColumn.ints("x", -9, -9, 3, 4, -9, -9, 7, null));
    CDataColumn lists = CDataNested.list("l", "vvv", new int[] {0, 1, 3, 4}, pairs).slice(1, 2);
    Type inner = Types.ListType.ofOptional(3, Types.LongType.get());
    assertEquals(
        List.of("([[3, 4], null])", "([[7, null]])"),
        rows(table("l", Types.ListType.ofOptional(2, inner)), 2, lists));
  }

  @Test
  void validityIsThatOfTheSlotsWhereverAColumnIsCut() throws IOException {
    Integer[] values = new Integer[40];
    StringBuilder validity = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      values[2 * i] = i;
      values[2 * i + 1] = -i;
      validity.append(i % 3 == 0 ? '.' : 'v');
      expected.add(i % 3 == 0 ? "(null)" : "([%d, %d])".formatted(i, -i));
    }
    Schema table = table("l", Types.ListType.ofOptional(2, INT));
    for (int from = 0; from < 20; from++) {
      CDataColumn pairs =
          CDataNested.fixedSizeList("l", validity.toString(), 2, CDataColumn.ints("x", values));
      assertEquals(
          expected.subList(from, 20), rows(table, 20 - from, pairs.slice(from, 20 - from)));
    }
  }

  @Test
  void mapsAndListsOfPairsAreMaps() throws IOException {
    Schema table = table("m", Types.MapType.ofOptional(2, 3, STRING, Types.LongType.get()));
    int[] offsets = {0, 2, 2, 3};
    List<String> expected = List.of("([x=1, y=null])", "(null)", "([z=3])");
    CDataColumn map =
        CDataNested.map(
            "m",
            "v.v",
            offsets,
            CDataColumn.strings("any", "x", "y", "z"),
            CDataColumn.ints("thing", 1, null, 3));
    assertEquals(expected, rows(table, 3, map));
    assertEquals(expected, rows(table, 3, CDataNested.list("m", "v.v", offsets, pairs("vvv"))));
    CDataColumn large = CDataNested.largeList("m", "v.v", new long[] {0, 2, 2, 3}, pairs("vvv"));
    assertEquals(expected.subList(1, 3), rows(table, 2, large.slice(1, 2)));
    refused(
        "align: m.key_value: expected a value in every row of a required column, got null in row"
            + " 2",
        table,
        3,
        CDataNested.list("m", "v.v", offsets, pairs("vv.")));
    CDataColumn nullKey =
        CDataNested.struct(
            "e", "vvv", CDataColumn.strings("k", "x", null, "z"), CDataColumn.ints("v", 1, 2, 3));
    refused(
        "align: m.key: expected a value in every row of a required column, got null in row 0",
        table,
        3,
        CDataNested.list("m", "v.v", offsets, nullKey));
    refused(
        "align: m: expected map, got list",
        table,
        1,
        CDataNested.list("m", "v", new int[] {0, 1}, CDataColumn.ints("x", 1)));
  }

  private static CDataColumn pairs(String validity) {
    return CDataNested.struct(
        "e", validity, CDataColumn.strings("k", "x", "y", "z"), CDataColumn.ints("v", 1, null, 3));
  }

  @Test
  void onlyWhatRowsReachMustFit() throws IOException {
    Type struct = Types.StructType.of(Types.NestedField.required(3, "t", Types.TimeType.get()));
    Schema table = table("l", Types.ListType.ofOptional(2, struct));
    int[] offsets = {0, 1, 2, 4};
    CDataColumn times = CDataColumn.integers("t", "tts", 4, 1, null, -1, 4);
    assertEquals(
        List.of("([(00:00:01)])", "(null)", "([null, (00:00:04)])"),
        rows(
            table,
            3,
            CDataNested.list("l", "v.v", offsets, CDataNested.struct("item", "vv.v", times))));
    CDataColumn nulls = CDataColumn.integers("t", "tts", 4, 1, 2, 3, null);
    refused(
        "align: l.element.t: expected a value in every row of a required column, got null in row 2",
        table,
        3,
        CDataNested.list("l", "v.v", offsets, CDataNested.struct("item", "vv.v", nulls)));
    CDataColumn late = CDataColumn.integers("t", "tts", 4, 1, 2, 3, 86_400);
    refused(
        "cast of time32[s] to time64[us]: l.element.t: row 2: expected 0 to 86399, got 86400",
        table,
        3,
        CDataNested.list("l", "v.v", offsets, CDataNested.struct("item", "vv.v", late)));
  }

  @Test
  void nothingIsMadeOfUnknownFieldsAndNullsOfNullOnes() throws IOException {
    Schema table =
        new Schema(
            Types.NestedField.optional(
                1,
                "s",
                Types.StructType.of(
                    Types.NestedField.optional(2, "u", Types.UnknownType.get()),
                    Types.NestedField.optional(3, "a", INT))),
            Types.NestedField.optional(4, "l", Types.ListType.ofRequired(5, STRING)));
    CDataColumn struct =
        CDataNested.struct(
            "s", "v.", CDataColumn.strings("u", null, "unreached"), CDataColumn.ints("a", 1, 2));
    assertEquals(
        List.of("((null, 1), null)", "(null, null)"),
        rows(table, 2, struct, CDataNested.nulls("l", 2)));
    refused(
        "align: s.u: expected nothing but nulls in a column of type unknown, got a value of utf8 in"
            + " row 1",
        table,
        2,
        CDataNested.struct(
            "s", "vv", CDataColumn.strings("u", null, "x"), CDataColumn.ints("a", 1, 2)));
    refused(
        "align: s: expected struct, got list",
        table,
        1,
        CDataNested.list("s", "v", new int[] {0, 1}, CDataColumn.ints("a", 1)));
  }

  @Test
  void geometriesKeepTheirReferenceSystem() throws IOException {
    Schema table = table("g", Types.GeometryType.of("EPSG:3857"));
    byte[] point = {1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    assertEquals(
        List.of("(" + java.util.HexFormat.of().formatHex(point) + ")"),
        rows(table, 1, wkb(point, "{\"crs\": \"EPSG:3857\"}")));
    String refusal = "align: g: expected geoarrow.wkb {\"crs\":\"EPSG:3857\"} over binary, got %s";
    refused(
        refusal.formatted("geoarrow.wkb {\"crs\": \"EPSG:3395\"} over binary"),
        table,
        1,
        wkb(point, "{\"crs\": \"EPSG:3395\"}"));
    refused(refusal.formatted("binary"), table, 1, CDataColumn.binary("g", "z", point));
  }

  @Test
  void theTwoNamesOfLongitudeAndLatitudeAreOneReferenceSystem() throws IOException {
    byte[] point = {1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    for (String crs : List.of("EPSG:4326", "OGC:CRS84")) {
      Schema table = table("g", Types.GeometryType.of(crs));
      for (String stated : List.of("EPSG:4326", "OGC:CRS84")) {
        assertEquals(1, rows(table, 1, wkb(point, "{\"crs\": \"" + stated + "\"}")).size());
      }
      assertEquals(1, rows(table, 1, wkb(point, "")).size());
    }
  }

  private static CDataColumn wkb(byte[] bytes, String metadata) {
    return CDataColumn.binary("g", "z", bytes)
        .metadata(ArrowField.EXTENSION_NAME, "geoarrow.wkb")
        .metadata(ArrowField.EXTENSION_METADATA, metadata);
  }

  @Test
  void variantsAreThoseWithTheExtension() throws IOException {
    Schema table = table("v", Types.VariantType.get());
    // a dictionary without names, and the int8 7 (VariantEncoding.md)
    byte[] metadata = {1, 0, 0};
    byte[] value = {3 << 2, 7};
    CDataColumn variant =
        CDataNested.struct(
                "v",
                "v.",
                CDataColumn.binary("value", "Z", value, value).required(),
                CDataColumn.binary("metadata", "z", metadata, metadata).required())
            .metadata(ArrowField.EXTENSION_NAME, "arrow.parquet.variant");
    assertEquals(List.of("(7)", "(null)"), rows(table, 2, variant));
    refused(
        "align: v: expected arrow.parquet.variant over struct, got struct",
        table,
        1,
        CDataNested.struct("v", "v", CDataColumn.ints("metadata", 1)));
  }
}
