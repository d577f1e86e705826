package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.bools;
import static dev.frazil.engine.arrow.CDataColumn.decimals;
import static dev.frazil.engine.arrow.CDataColumn.integers;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.longs;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static dev.frazil.engine.arrow.CDataNested.fixedSizeList;
import static dev.frazil.engine.arrow.CDataNested.largeList;
import static dev.frazil.engine.arrow.CDataNested.largeListView;
import static dev.frazil.engine.arrow.CDataNested.list;
import static dev.frazil.engine.arrow.CDataNested.listView;
import static dev.frazil.engine.arrow.CDataNested.map;
import static dev.frazil.engine.arrow.CDataNested.nulls;
import static dev.frazil.engine.arrow.CDataNested.runs;
import static dev.frazil.engine.arrow.CDataNested.struct;
import static dev.frazil.engine.arrow.CDataNested.views;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.CDataColumn;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nested values come back as they were, through DuckDB and through parquet-java, in files of one
/// row group and of many small row groups and pages.
class NestedValuesTest {
  private static final WriterOptions CRUMBS =
      WriterOptions.builder().rowGroupTargetRows(2).pageTargetRows(1).build();

  @TempDir private Path directory;

  private Path write(WriterOptions options, CDataColumn... batches) throws Exception {
    Path file = directory.resolve("f.parquet");
    ParquetFiles.write(file, options, batches);
    return file;
  }

  /// Checks the one column of batches.
  ///
  /// @param expected its rows as JSON
  private void assertRows(List<String> expected, CDataColumn... batches) throws Exception {
    for (WriterOptions options : List.of(WriterOptions.DEFAULT, CRUMBS)) {
      assertColumn(write(options, batches), "c", expected);
    }
  }

  private static void assertColumn(Path file, String name, List<String> expected) throws Exception {
    assertRecords(file, name, expected);
    List<String> rows =
        ParquetFiles.duckdb(
                file,
                "select coalesce(cast(to_json(\""
                    + name
                    + "\") as varchar), 'null')"
                    + " from read_parquet(FILE)")
            .stream()
            .map(row -> String.valueOf(row.getFirst()))
            .toList();
    assertEquals(expected, rows, name + " by DuckDB");
  }

  private static void assertRecords(Path file, String name, List<String> expected)
      throws Exception {
    List<String> records = new ArrayList<>();
    for (Group group : ParquetFiles.parquetJava(file)) {
      records.add(GroupText.of(group, name));
    }
    assertEquals(expected, records, name + " by parquet-java");
  }

  @Test
  void structs() throws Exception {
    assertRows(
        List.of("{\"a\":1,\"b\":\"x\"}", "null", "{\"a\":null,\"b\":\"z\"}"),
        batch(3, struct("c", "v.v", ints("a", 1, 2, null), strings("b", "x", "hidden", "z"))));
  }

  @Test
  void structsOfStructsAndRequiredMembers() throws Exception {
    assertRows(
        List.of("{\"r\":{\"a\":1}}", "null", "{\"r\":{\"a\":3}}"),
        batch(3, struct("c", "v.v", struct("r", "vvv", ints("a", 1, 2, 3).required()).required())));
    assertRows(
        List.of("{\"r\":{\"a\":1}}", "{\"r\":{\"a\":2}}"),
        batch(
            2,
            struct("c", "vv", struct("r", "vv", ints("a", 1, 2).required()).required())
                .required()));
  }

  @Test
  void listsOfEveryLayout() throws Exception {
    List<String> rows = List.of("[1,null]", "[]", "null", "[3,4,5]", "[6]");
    CDataColumn elements = ints("item", 1, null, 3, 4, 5, 6);
    int[] offsets = {0, 2, 2, 2, 5, 6};
    assertRows(rows, batch(5, list("c", "vv.vv", offsets, elements)));
    long[] wide = {0, 2, 2, 2, 5, 6};
    assertRows(rows, batch(5, largeList("c", "vv.vv", wide, elements)));
    int[] starts = {3, 9, 7, 0, 5};
    int[] sizes = {2, 0, 1, 3, 1};
    CDataColumn shuffled = ints("item", 3, 4, 5, 1, null, 6, 0, 0, 0);
    assertRows(rows, batch(5, listView("c", "vv.vv", starts, sizes, shuffled)));
    long[] wideStarts = {3, 9, 7, 0, 5};
    long[] wideSizes = {2, 0, 1, 3, 1};
    assertRows(rows, batch(5, largeListView("c", "vv.vv", wideStarts, wideSizes, shuffled)));
  }

  @Test
  void fixedSizeListsSkipTheElementsOfNulls() throws Exception {
    assertRows(
        List.of("[1,2]", "null", "[3,4]"),
        batch(3, fixedSizeList("c", "v.v", 2, longs("item", 1L, 2L, 8L, 9L, 3L, 4L))));
    assertRows(List.of("[]", "null", "[]"), batch(3, fixedSizeList("c", "v.v", 0, ints("item"))));
  }

  @Test
  void maps() throws Exception {
    assertRows(
        List.of("{}", "null", "{\"k\":null}", "{\"a\":1,\"b\":2}"),
        batch(
            4,
            map(
                "c",
                "v.vv",
                new int[] {0, 0, 0, 1, 3},
                strings("key", "k", "a", "b").required(),
                ints("value", null, 1, 2))));
  }

  @Test
  void listsOfStructsHaveTheLevelsOfTheSpecification() throws Exception {
    CDataColumn elements = struct("item", "v..vv", ints("a", 1, 8, 9, null, 2));
    CDataColumn column = list("c", "vv.vvv", new int[] {0, 1, 1, 1, 3, 4, 5}, elements);
    Path file = write(WriterOptions.DEFAULT, batch(6, column));
    assertEquals(
        List.of("4/0", "1/0", "0/0", "2/0", "2/1", "3/0", "4/0"),
        ParquetFiles.levels(file, "c", "list", "element", "a"));
    assertRows(
        List.of("[{\"a\":1}]", "[]", "null", "[null,null]", "[{\"a\":null}]", "[{\"a\":2}]"),
        batch(6, column));
  }

  @Test
  void listsOfListsOfMaps() throws Exception {
    CDataColumn maps =
        map(
            "item",
            "v.vv",
            new int[] {0, 1, 1, 1, 3},
            strings("key", "x", "y", "z").required(),
            ints("value", 1, null, 3));
    CDataColumn inner = list("item", "v.vv", new int[] {0, 2, 2, 2, 4}, maps);
    assertRows(
        List.of("[[{\"x\":1},null],null]", "[]", "null", "[[],[{},{\"y\":null,\"z\":3}]]"),
        batch(4, list("c", "vv.v", new int[] {0, 2, 2, 2, 4}, inner)));
  }

  @Test
  void whatNullParentsHideIsNoValue() throws Exception {
    CDataColumn hidden = list("item", "vvvv", new int[] {0, 1, 2, 3, 4}, ints("item", 1, 2, 3, 4));
    assertRows(
        List.of("[[1]]", "null", "[[4]]"),
        batch(3, list("c", "v.v", new int[] {0, 1, 3, 4}, hidden)));
  }

  @Test
  void slicesAreSeenFromTheirOffsetsAtEveryLevel() throws Exception {
    @Nullable Integer[] numbers = new @Nullable Integer[40];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i % 5 == 3 ? null : i;
    }
    CDataColumn member = ints("a", numbers).slice(3, 20);
    CDataColumn outer = struct("c", "vvvvvvvvvvvvvv.vvv", member).slice(13, 4);
    assertRows(List.of("{\"a\":16}", "null", "{\"a\":null}", "{\"a\":19}"), batch(4, outer));
    CDataColumn elements = ints("item", numbers).slice(2, 30);
    CDataColumn lists =
        list("c", "vvv.vv", new int[] {0, 5, 9, 11, 12, 14, 20}, elements).slice(2, 3);
    assertRows(List.of("[11,12]", "null", "[14,15]"), batch(3, lists));
    CDataColumn fixed = fixedSizeList("c", "vvv.v", 2, ints("item", numbers)).slice(2, 3);
    assertRows(List.of("[4,5]", "null", "[null,9]"), batch(3, fixed));
  }

  @Test
  void runsAndDictionariesAreResolvedAtAnyDepth() throws Exception {
    CDataColumn coded =
        integers("item", "c", 1, 1, 0, null, 1, 2).dictionary(strings("", "a", "b", null));
    assertRows(
        List.of("[\"b\",\"a\"]", "[null,\"b\",null]"),
        batch(2, list("c", "vv", new int[] {0, 2, 5}, coded)));
    CDataColumn structs = struct("", "v.", ints("a", 1, 2));
    assertRows(
        List.of("{\"a\":1}", "null", "{\"a\":1}"),
        batch(3, integers("c", "s", 2, 0, 1, 0).dictionary(structs)));
    CDataColumn values = struct("values", "v.v", ints("a", 1, 2, 3));
    assertRows(
        List.of("{\"a\":1}", "{\"a\":1}", "null", "{\"a\":3}"),
        batch(4, runs("c", new int[] {2, 3, 4}, values)));
    assertRows(
        List.of("[\"short\",\"a string longer than a view\"]", "[null]"),
        batch(
            2,
            list(
                "c",
                "vv",
                new int[] {0, 2, 3},
                views("item", "vu", "short", "a string longer than a view", null))));
  }

  @Test
  void batchesMayDifferInTheLayoutOfNestedColumns() throws Exception {
    assertRows(
        List.of("[\"a\"]", "[\"b\",null]", "[\"c\"]", "[]", "[\"d\"]"),
        batch(1, list("c", "v", new int[] {0, 1}, strings("item", "a"))),
        batch(1, largeList("c", "v", new long[] {0, 2}, views("element", "vu", "b", null))),
        batch(
            2,
            listView(
                "c",
                "vv",
                new int[] {0, 0},
                new int[] {1, 0},
                integers("x", "c", 1, 0).dictionary(strings("", "c")))),
        batch(1, list("c", "v", new int[] {0, 1}, runs("x", new int[] {1}, strings("v", "d")))));
  }

  @Test
  void nullsAllTheWay() throws Exception {
    assertRows(List.of("{\"f\":null}", "null"), batch(2, struct("c", "v.", nulls("f", 2))));
    assertRows(
        List.of("[]", "null", "[null,null]"),
        batch(3, list("c", "v.v", new int[] {0, 0, 0, 2}, nulls("item", 2))));
    assertRows(List.of("null", "null"), batch(2, nulls("c", 2)));
  }

  @Test
  void emptyChildrenNeedNoBuffers() throws Exception {
    CDataColumn none = list("item", "", new int[] {0}, ints("item")).buffer(1, null);
    assertRows(
        List.of("[]", "null", "[]"), batch(3, list("c", "v.v", new int[] {0, 0, 0, 0}, none)));
    assertRows(List.of(), batch(0, list("c", "", new int[] {0}, struct("item", "", ints("a")))));
  }

  @Test
  void namesWithDotsStayApartFromPaths() throws Exception {
    Path file =
        write(WriterOptions.DEFAULT, batch(1, ints("a.b", 1), struct("a", "v", ints("b", 2))));
    assertColumn(file, "a.b", List.of("1"));
    assertColumn(file, "a", List.of("{\"b\":2}"));
  }

  @Test
  void valuesThatDoNotFitAreNoErrorWhereNoRowLeadsToThem() throws Exception {
    BigInteger wide = BigInteger.TEN.pow(9);
    CDataColumn elements =
        struct(
            "item",
            "v.vv",
            decimals("d", 16, 9, 0, BigInteger.ONE, wide, wide, BigInteger.TWO),
            bools("b", true, null, false, true));
    Path file =
        write(WriterOptions.DEFAULT, batch(3, list("c", "v.v", new int[] {0, 2, 3, 4}, elements)));
    assertRecords(
        file, "c", List.of("[{\"d\":1,\"b\":true},null]", "null", "[{\"d\":2,\"b\":true}]"));
  }

  @Test
  void nullsOfListsAreCountedByTheirLevels() throws Exception {
    CDataColumn elements = longs("item", 0L, 1L, 2L, null, 3L);
    Path file =
        write(WriterOptions.DEFAULT, batch(3, list("c", "v.v", new int[] {0, 2, 2, 5}, elements)));
    FileMetaData footer = ParquetFiles.footer(file);
    ColumnMetaData chunk = ParquetFiles.column(footer, 0, 0);
    assertEquals(List.of("c", "list", "element"), chunk.getPath_in_schema());
    assertEquals(6, chunk.getNum_values());
    assertEquals(2, ParquetFiles.statistics(footer, 0, 0).getNull_count());
    assertEquals(3, ParquetFiles.rowGroups(footer).getFirst().getNum_rows());
  }
}
