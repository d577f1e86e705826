package dev.frazil.engine.arrow;

import static dev.frazil.engine.arrow.CDataColumn.int32s;
import static java.util.Arrays.asList;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Sound arrays of the types that have children, views, or slots of unusual width. The producer's
/// buffers end at a page that kills whoever reads it.
class NestedImportTest {
  @Test
  void nestedTypesArriveWithTheirParametersAndChildren() throws IOException {
    CDataColumn element = CDataColumn.ints("item", 1, 2);
    assertType(new ArrowType.List(false), CDataNested.list("x", "v", new int[] {0, 2}, element));
    assertType(
        new ArrowType.List(true), CDataNested.largeList("x", "v", new long[] {0, 2}, element));
    assertType(
        new ArrowType.ListView(false),
        CDataNested.listView("x", "v", new int[] {0}, new int[] {2}, element));
    assertType(
        new ArrowType.ListView(true),
        CDataNested.largeListView("x", "v", new long[] {0}, new long[] {2}, element));
    assertType(new ArrowType.FixedSizeList(2), CDataNested.fixedSizeList("x", "v", 2, element));
    assertType(new ArrowType.Struct(), CDataNested.struct("x", "vv", element));
    assertType(new ArrowType.RunEndEncoded(32), CDataNested.runs("x", new int[] {3, 5}, element));
    CDataColumn map = CDataNested.map("x", "v", new int[] {0, 2}, element, element);
    assertType(new ArrowType.Map(false), map);
    map.flags |= CStructs.FLAG_MAP_KEYS_SORTED;
    assertType(new ArrowType.Map(true), map);
    ArrowField entries = field(map).children().getFirst();
    assertEquals(new ArrowType.Struct(), entries.type());
    assertEquals(
        List.of(false, false, true),
        List.of(
            entries.nullable(),
            entries.children().getFirst().nullable(),
            entries.children().getLast().nullable()));
  }

  @Test
  void remainingFlatTypesArrive() throws IOException {
    assertType(new ArrowType.Null(), CDataNested.nulls("x", 1));
    assertEquals(asList(null, null), read(CDataNested.nulls("x", 2)));
    assertEquals(asList(null, null), read(CDataNested.nulls("x", 2).nullCount(-1)));
    assertEquals(asList(0x3C00L, null), read(CDataColumn.integers("x", "e", 2, 0x3C00, null)));
    assertEquals(asList(-7L, null), read(CDataColumn.integers("x", "tDn", 8, -7, null)));
    assertType(
        new ArrowType.Duration(ArrowType.TimeUnit.SECOND), CDataColumn.integers("x", "tDs", 8, 1));
    BigInteger wide = BigInteger.TEN.pow(75).negate();
    assertEquals(asList(wide, null), read(CDataColumn.decimals("x", 32, 76, 3, wide, null)));
    assertType(new ArrowType.Decimal(256, 76, 3), CDataColumn.decimals("x", 32, 76, 3, wide));
    assertEquals(
        List.of(bytes(int32s(5)), bytes(int32s(-1))),
        read(CDataColumn.of("x", "tiM", 2, null, int32s(5, -1))));
    assertEquals(
        List.of(bytes(int32s(1, 2))), read(CDataColumn.of("x", "tiD", 1, null, int32s(1, 2))));
    assertEquals(
        List.of(bytes(int32s(1, 2, 3, 4))),
        read(CDataColumn.of("x", "tin", 1, null, int32s(1, 2, 3, 4))));
  }

  @Test
  void viewsArrive() throws IOException {
    String longer = "thirteen bytes and more";
    assertEquals(
        asList("", null, "twelve bytes", longer, "é" + longer, longer),
        read(CDataNested.views("x", "vu", "", null, "twelve bytes", longer, "é" + longer, longer)));
    assertEquals(
        asList(bytes("ab".getBytes(java.nio.charset.StandardCharsets.UTF_8))),
        read(CDataNested.views("x", "vz", "ab")));
    assertEquals(List.of(), read(CDataColumn.of("x", "vu", 0, null, null, null)));
    assertEquals(List.of(""), read(CDataColumn.of("x", "vu", 1, null, int32s(0, 0, 0, 0), null)));
  }

  @Test
  void structsAndTheirMembersHaveOffsetsOfTheirOwn() throws IOException {
    CDataColumn member = CDataColumn.ints("m", 0, 1, null, 3, 4, 5).slice(1, 5);
    CDataColumn struct = CDataNested.struct("s", "vv.v", member).slice(1, 3);
    assertEquals(
        asList(asList((Object) null), null, List.of(4L)),
        readAll(CDataColumn.batch(3, struct)).getFirst());
    assertEquals(
        asList(null, List.of(4L)), readAll(CDataColumn.batch(2, struct).offset(1)).getFirst());
  }

  @Test
  void listsNeedNotStartAtTheFirstElement() throws IOException {
    CDataColumn element = CDataColumn.strings("item", "skip", "a", "b", null, "c", "past");
    CDataColumn list =
        CDataNested.list("l", "vv.vv", new int[] {0, 1, 3, 3, 4, 5}, element).slice(1, 4);
    assertEquals(asList(List.of("a", "b"), null, asList((Object) null), List.of("c")), read(list));
    CDataColumn large =
        CDataNested.largeList(
            "l", "vv", new long[] {2, 3, 5}, CDataColumn.ints("i", 0, 1, 2, 3, 4));
    assertEquals(List.of(List.of(2L), List.of(3L, 4L)), read(large));
  }

  @Test
  void listViewsLieInAnyOrderAndOverlap() throws IOException {
    CDataColumn element = CDataColumn.ints("item", 0, 1, 2, 3, 4);
    CDataColumn views =
        CDataNested.listView(
            "l", "vvv.v", new int[] {3, 1, 0, -9, 5}, new int[] {2, 3, 5, 77, 0}, element);
    assertEquals(
        asList(List.of(3L, 4L), List.of(1L, 2L, 3L), List.of(0L, 1L, 2L, 3L, 4L), null, List.of()),
        read(views));
    CDataColumn large =
        CDataNested.largeListView("l", "vv", new long[] {4, 2}, new long[] {1, 2}, element);
    assertEquals(List.of(List.of(4L), List.of(2L, 3L)), read(large));
  }

  @Test
  void fixedSizeListsCountTheirOffsetInLists() throws IOException {
    CDataColumn element = CDataColumn.ints("item", 9, 0, 1, 2, 3, null, 5).slice(1, 6);
    CDataColumn list = CDataNested.fixedSizeList("l", "v.v", 2, element);
    assertEquals(asList(List.of(0L, 1L), null, asList(null, 5L)), read(list));
    assertEquals(asList(null, asList(null, 5L)), read(list.slice(1, 2)));
    CDataColumn empty = CDataNested.fixedSizeList("l", "v.v", 0, CDataColumn.ints("item"));
    assertEquals(asList(List.of(), null, List.of()), read(empty));
  }

  @Test
  void mapsAreListsOfEntries() throws IOException {
    CDataColumn map =
        CDataNested.map(
            "m",
            "vv.",
            new int[] {0, 2, 2, 3},
            CDataColumn.strings("key", "a", "b", null),
            CDataColumn.ints("value", 1, null, 3));
    assertEquals(asList(asList(List.of("a", 1L), asList("b", null)), List.of(), null), read(map));
  }

  @Test
  void runsAreFoundBehindAnyOffset() throws IOException {
    CDataColumn values = CDataColumn.strings("values", "a", null, "c");
    List<@Nullable String> all = asList("a", "a", null, "c", "c", "c");
    for (int offset = 0; offset < 6; offset++) {
      for (int length = 0; length <= 6 - offset; length++) {
        CDataColumn runs = CDataNested.runs("r", new int[] {2, 3, 6}, values);
        runs.offset(offset).length(length);
        assertEquals(all.subList(offset, offset + length), read(runs));
      }
    }
    CDataColumn shorts = CDataColumn.integers("run_ends", "s", 2, 1, 3).required();
    CDataColumn longs = CDataColumn.integers("run_ends", "l", 8, 1, 3).required();
    for (CDataColumn ends : List.of(shorts, longs)) {
      assertEquals(
          List.of("x", "y", "y"),
          read(CDataNested.runs("r", ends, CDataColumn.strings("values", "x", "y")).length(3)));
    }
  }

  @Test
  void shapesCombine() throws IOException {
    CDataColumn tag =
        CDataColumn.integers("tag", "c", 1, 1, 0, null, 1)
            .dictionary(CDataColumn.strings("d", "x", "y"));
    CDataColumn run = CDataNested.runs("run", new int[] {1, 4}, CDataColumn.ints("v", 7, 8));
    CDataColumn struct = CDataNested.struct("item", "vv.v", tag, run);
    CDataColumn list = CDataNested.list("l", "vv", new int[] {0, 3, 4}, struct);
    assertEquals(
        List.of(asList(List.of("y", 7L), List.of("x", 8L), null), List.of(List.of("y", 8L))),
        read(list));
    CDataColumn outer = CDataNested.fixedSizeList("o", "v", 2, list);
    assertEquals(List.of(read(list)), read(outer));
    CDataColumn encoded = CDataColumn.ints("e", 1, 0, null).dictionary(list);
    List<@Nullable Object> lists = read(list);
    assertEquals(asList(lists.get(1), lists.get(0), null), read(encoded));
  }

  @Test
  void arraysOfLengthZeroNeedNoBuffersAtAnyDepth() throws IOException {
    CDataColumn text = CDataColumn.of("item", "u", 0, null, null, null);
    for (String format : List.of("+l", "+L", "+m")) {
      CDataColumn child = format.equals("+m") ? entries(text) : text;
      assertEquals(List.of(), read(parent(CDataColumn.of("x", format, 0, null, null), child)));
    }
    assertEquals(List.of(), read(parent(CDataColumn.of("x", "+vl", 0, null, null, null), text)));
    assertEquals(List.of(), read(parent(CDataColumn.of("x", "+w:3", 0, (byte[]) null), text)));
    assertEquals(List.of(), read(parent(CDataColumn.of("x", "+s", 0, (byte[]) null), text)));
    assertEquals(
        List.of(),
        read(parent(CDataColumn.of("x", "+r", 0), CDataColumn.of("e", "i", 0, null, null), text)));
    assertEquals(
        List.of(List.of()), read(parent(CDataColumn.of("x", "+l", 1, null, int32s(0, 0)), text)));
  }

  @Test
  void whatNoRowReachesMayBeAnything() throws IOException {
    byte[] invalid = {'a', (byte) 0xFF, 'b'};
    CDataColumn text = CDataColumn.of("t", "u", 3, null, int32s(0, 1, 2, 3), invalid);
    assertEquals(
        asList(List.of("a"), null, List.of("b")), read(CDataNested.struct("s", "v.v", text)));
    assertEquals(
        asList(List.of("a"), null, List.of("b")),
        read(CDataNested.list("l", "v.v", new int[] {0, 1, 2, 3}, text)));
    assertEquals(
        asList(List.of("a"), null, List.of("b")),
        read(CDataNested.fixedSizeList("l", "v.v", 1, text)));
    assertEquals(
        asList(List.of("b"), null, List.of("a")),
        read(CDataNested.listView("l", "v.v", new int[] {2, 1, 0}, new int[] {1, 1, 1}, text)));
    CDataColumn codes =
        CDataColumn.ints("c", 0, 99, 1).dictionary(CDataColumn.strings("d", "x", "y"));
    assertEquals(
        asList(List.of("x"), null, List.of("y")), read(CDataNested.struct("s", "v.v", codes)));
    CDataColumn views = CDataNested.views("v", "vu", "x", "a text of more than twelve", "y");
    int32Buffer(views, 1, 6, 55);
    assertEquals(
        asList(List.of("x"), null, List.of("y")), read(CDataNested.struct("s", "v.v", views)));
    CDataColumn map =
        CDataNested.map(
            "m",
            "v.v",
            new int[] {0, 1, 2, 3},
            CDataColumn.strings("key", "a", null, "c"),
            CDataColumn.ints("value", 1, 2, 3));
    assertEquals(asList(List.of(List.of("a", 1L)), null, List.of(List.of("c", 3L))), read(map));
    CDataColumn deep =
        CDataNested.struct("s", ".vv", CDataNested.list("l", "vvv", new int[] {0, 2, 2, 3}, text));
    assertEquals(asList(null, List.of(List.of()), List.of(List.of("b"))), read(deep));
    CDataColumn runs =
        CDataNested.struct("s", "v.v", CDataNested.runs("r", new int[] {1, 2, 3}, text));
    assertEquals(asList(List.of("a"), null, List.of("b")), read(runs));
  }

  private static void int32Buffer(CDataColumn column, int buffer, int number, int value) {
    byte[] bytes = requireNonNull(column.buffers.get(buffer));
    System.arraycopy(int32s(value), 0, bytes, number * 4, 4);
  }

  private static CDataColumn entries(CDataColumn member) {
    return parent(CDataColumn.of("entries", "+s", 0, (byte[]) null), member, member);
  }

  private static CDataColumn parent(CDataColumn column, CDataColumn... children) {
    column.children.addAll(List.of(children));
    return column;
  }

  private static List<Byte> bytes(byte[] bytes) {
    List<Byte> boxed = new ArrayList<>();
    for (byte b : bytes) {
      boxed.add(b);
    }
    return boxed;
  }

  private static void assertType(ArrowType type, CDataColumn column) throws IOException {
    assertEquals(type, field(column).type());
  }

  private static ArrowField field(CDataColumn column) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(column.length, column))) {
      return source.schema().fields().getFirst();
    }
  }

  private static List<@Nullable Object> read(CDataColumn column) throws IOException {
    return readAll(CDataColumn.batch(column.length, column)).getFirst();
  }

  private static List<List<@Nullable Object>> readAll(CDataColumn data) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(data);
        RecordBatch batch = requireNonNull(source.next())) {
      List<List<@Nullable Object>> values = new ArrayList<>();
      for (ArrowColumn column : batch.columns()) {
        values.add(ColumnValues.of(column));
      }
      return values;
    }
  }
}
