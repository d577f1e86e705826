package dev.frazil.engine.arrow;

import static dev.frazil.engine.arrow.CDataColumn.int32s;
import static dev.frazil.engine.arrow.CDataColumn.int64s;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.ArrowImportException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// What nested arrays and views may contradict, each with its message. The producer fails the test
/// when anything is not released, or released twice.
class NestedImportErrorTest {
  private static final String LONG = "a text of more than twelve bytes";

  @Test
  void bufferAndChildCountsFollowTheType() {
    CDataColumn element = CDataColumn.ints("item", 1, 2);
    CDataColumn list = CDataNested.list("a", "v", new int[] {0, 2}, element);
    refuse("a: expected 2 buffers, got 3", list.bufferCount(3));
    CDataColumn views =
        CDataNested.listView("a", "v", new int[] {0}, new int[] {1}, element).bufferCount(2);
    refuse("a: expected 3 buffers, got 2", views);
    refuse("a: expected 1 buffers, got 2", CDataNested.struct("a", "v", element).bufferCount(2));
    refuse(
        "a: expected 1 buffers, got 0",
        CDataNested.fixedSizeList("a", "v", 2, element).bufferCount(0));
    refuse(
        "a: expected 0 buffers, got 1",
        CDataNested.runs("a", new int[] {1, 2}, element).bufferCount(1));
    refuse("a: expected 0 buffers, got 1", CDataNested.nulls("a", 1).bufferCount(1));
    CDataColumn text = CDataNested.views("a", "vu", "x");
    refuse("a: expected 3 to 1048576 buffers, got 2", text.bufferCount(2));
    refuse("a: expected 3 to 1048576 buffers, got -1", text.bufferCount(-1));
    refuse(
        "a: expected 3 to 1048576 buffers, got 9223372036854775807",
        text.bufferCount(Long.MAX_VALUE));
    refuse(
        "a: expected 2 children, got 1",
        CDataNested.struct("a", "v", element, element).childCount(1),
        CDataNested.struct("a", "v", element, element));
    refuse(
        "a.element: expected a live ArrowArray, got a released one",
        CDataNested.list("a", "v", new int[] {0, 1}, CDataColumn.ints("item", 1).released()));
    refuse(
        "a.b: expected 0 children, got 1",
        CDataNested.struct("a", "v", CDataColumn.ints("b", 1).childCount(1)),
        CDataNested.struct("a", "v", CDataColumn.ints("b", 1)));
  }

  @Test
  void childrenMustReachAsFarAsTheirParents() {
    refuse(
        "a.b: expected at least 3 slots, got 2",
        CDataNested.struct("a", "vvv", CDataColumn.ints("b", 1, 2)));
    refuse(
        "a.b: expected at least 3 slots, got 2",
        CDataNested.struct("a", "vvv", CDataColumn.ints("b", 1, 2)).slice(2, 1));
    refuse(
        "a.element: expected at least 5 slots, got 2",
        CDataNested.list("a", "v", new int[] {0, 5}, CDataColumn.ints("item", 1, 2)));
    refuse(
        "a.element: expected at least 4 slots, got 3",
        CDataNested.fixedSizeList("a", "vv", 2, CDataColumn.ints("item", 1, 2, 3)));
    refuse(
        "a.values: expected at least 2 slots, got 1",
        CDataNested.runs("a", new int[] {1, 2}, CDataColumn.ints("values", 1)));
    refuse(
        "a.element.c: expected at least 2 slots, got 1",
        CDataNested.list(
            "a",
            "v",
            new int[] {0, 2},
            CDataNested.struct("item", "vv", CDataColumn.ints("c", 1))));
    refuse(
        "a.element: expected at most 2147483647 slots, got 4294967296",
        CDataNested.largeList(
            "a",
            "vvv",
            new long[] {0, Integer.MAX_VALUE, 2L * Integer.MAX_VALUE, 1L << 32},
            CDataColumn.ints("item").length(1L << 33)));
    refuse(
        "a: expected at most 2147483647 elements, got 2 lists of 1073741824",
        CDataNested.fixedSizeList("a", "vv", 1 << 30, CDataColumn.ints("item")));
    refuse(
        "a: expected at most 2147483647 elements, got 4611686018427387905 lists of 2",
        CDataNested.fixedSizeList("a", "v", 2, CDataColumn.ints("item")).offset(1L << 62));
    refuse(
        "a.b: expected at least 4611686018427387905 slots, got 1",
        CDataNested.struct("a", "v", CDataColumn.ints("b", 1)).offset(1L << 62));
  }

  @Test
  void offsetsOfListsMustRise() {
    CDataColumn element = CDataColumn.ints("item", 1, 2, 3);
    refuse(
        "a: row 1: expected offsets that never go back, got 2 before 1",
        CDataNested.list("a", "vv", new int[] {0, 2, 1}, element));
    refuse(
        "a: row 1: expected offsets that never go back, got 2 before 1",
        CDataNested.list("a", "v.", new int[] {0, 2, 1}, element));
    refuse(
        "a: row 0: expected an offset of 0 or more, got -1",
        CDataNested.largeList("a", "v", new long[] {-1, 1}, element));
    refuse(
        "a: row 0: expected a value of at most 2147483647 elements, got 2147483648",
        CDataNested.largeList("a", "v", new long[] {0, 1L << 31}, element));
    refuse(
        "a.element: slot 2: expected offsets that never go back, got 3 before 1",
        CDataNested.list(
            "a",
            "v",
            new int[] {1, 3},
            CDataNested.list("item", "vvv", new int[] {9, 1, 3, 1}, element)));
    refuse(
        "a: expected an offsets buffer of 8 bytes, got NULL",
        CDataNested.list("a", "v", new int[] {0, 1}, element).buffer(1, null));
    CDataColumn key = CDataColumn.strings("key", "a");
    refuse(
        "a: row 0: expected offsets that never go back, got 1 before 0",
        CDataNested.map("a", "v", new int[] {1, 0}, key, CDataColumn.ints("value", 1)));
    refuse(
        "a: expected slots of 32 bits in at most 2^63 - 1 bits, got slots up to number"
            + " 288230376151711745",
        CDataNested.list("a", "v", new int[] {0, 1}, element).offset(1L << 58));
  }

  @Test
  void listViewsMustLieInsideOfTheElements() {
    CDataColumn element = CDataColumn.ints("item", 1, 2, 3);
    String place = "a: row 1: expected a list inside of 3 elements, got ";
    refuse(place + "3 elements from 1", listView(1, 3, element));
    refuse(place + "-1 elements from 0", listView(0, -1, element));
    refuse(place + "1 elements from -1", listView(-1, 1, element));
    refuse(place + "0 elements from 4", listView(4, 0, element));
    refuse(place + "2147483647 elements from 2147483647", listView(-1 >>> 1, -1 >>> 1, element));
    refuse(
        "a: row 0: expected a list inside of 3 elements, got 9223372036854775807 elements from 1",
        CDataNested.largeListView("a", "v", new long[] {1}, new long[] {Long.MAX_VALUE}, element));
    refuse(
        "a: expected an offsets buffer of 8 bytes, got NULL",
        listView(0, 0, element).buffer(1, null));
    refuse(
        "a: expected a sizes buffer of 8 bytes, got NULL", listView(0, 0, element).buffer(2, null));
  }

  private static CDataColumn listView(int offset, int size, CDataColumn element) {
    return CDataNested.listView("a", "vv", new int[] {0, offset}, new int[] {3, size}, element);
  }

  @Test
  void runsMustRiseAndCoverTheirSlots() {
    CDataColumn values = CDataColumn.ints("values", 1, 2);
    refuse(
        "a.run_ends: run 1: expected an end behind 2, where the run before it ends, got 2",
        runs(2, values, 2, 2));
    refuse(
        "a.run_ends: run 0: expected an end behind 0, where the run before it ends, got 0",
        runs(1, values, 0, 1));
    refuse(
        "a.run_ends: run 0: expected an end behind 0, where the run before it ends, got -1",
        runs(1, values, -1, 1));
    refuse("a.run_ends: expected runs up to slot 4, got runs up to slot 3", runs(4, values, 1, 3));
    refuse(
        "a.run_ends: expected runs up to slot 4, got runs up to slot 3",
        runs(2, values, 1, 3).offset(2));
    refuse("a.run_ends: expected runs up to slot 1, got runs up to slot 0", runs(1, values));
    CDataColumn ends = CDataColumn.ints("run_ends", 1, null);
    refuse(
        "a.run_ends: expected no nulls, got 1 nulls",
        CDataNested.runs("a", ends, values).length(1));
    refuse("a: expected a null count of 0, got 1", runs(2, values, 1, 2).nullCount(1));
  }

  private static CDataColumn runs(long length, CDataColumn values, int... ends) {
    return CDataNested.runs("a", ends, values).length(length);
  }

  @Test
  void mapsHaveEntriesAndKeys() {
    CDataColumn key = CDataColumn.strings("key", "a", null);
    CDataColumn value = CDataColumn.ints("value", 1, 2);
    refuse(
        "a.key_value.key: slot 1: expected a key, got null",
        CDataNested.map("a", "vv", new int[] {0, 1, 2}, key, value));
    CDataColumn map =
        CDataNested.map("a", "v", new int[] {0, 2}, CDataColumn.strings("key", "a", "b"), value);
    CDataColumn entries = requireNonNull(map.children.getFirst());
    entries.buffer(0, CDataNested.bits("v.")).nullCount(1);
    refuse("a.key_value: slot 1: expected an entry, got null", map);
  }

  @Test
  void viewsMustShowBytesThatAreThere() {
    refuse("a: row 1: expected a length of 0 or more, got -1", view(0, -1));
    refuse("a: row 1: expected a data buffer below 2, got 2", view(2, 2));
    refuse("a: row 1: expected a data buffer below 2, got -1", view(2, -1));
    refuse("a: row 1: expected bytes inside of 32 in data buffer 1, got 32 from 1", view(3, 1));
    refuse("a: row 1: expected bytes inside of 32 in data buffer 1, got 32 from -1", view(3, -1));
    refuse("a: row 1: expected bytes inside of 32 in data buffer 1, got 33 from 0", view(0, 33));
    refuse(
        "a: row 1: expected bytes inside of 32 in data buffer 1, got 2147483647 from 2147483647",
        set(view(0, Integer.MAX_VALUE), 7, Integer.MAX_VALUE));
    refuse("a: row 1: expected bytes inside of 0 in data buffer 0, got 32 from 0", view(2, 0));
    refuse("a: row 1: expected a prefix of the bytes viewed, got other bytes", view(1, 0));
    refuse(
        "a: row 0: expected valid UTF-8, got 0xff at byte 1 of 2",
        set(CDataNested.views("a", "vu", "ab"), 1, 0xFF61));
    CDataColumn text = view(0, 32);
    requireNonNull(text.buffers.get(3))[20] = (byte) 0xC0;
    refuse("a: row 1: expected valid UTF-8, got 0xc0 at byte 20 of 32", text);
  }

  @Test
  void dataBuffersOfViewsHaveSizes() {
    refuse(
        "a: data buffer 1: expected a size of 0 or more, got -1",
        view(0, 32).buffer(4, int64s(0, -1)));
    refuse("a: expected a data buffer of 32 bytes, got NULL", view(0, 32).buffer(3, null));
    refuse(
        "a: expected a buffer of data buffers' sizes of 16 bytes, got NULL",
        view(0, 32).buffer(4, null));
    refuse("a: expected a views buffer of 32 bytes, got NULL", view(0, 32).buffer(1, null));
  }

  @Test
  void whatRowsReachIsCheckedAtAnyDepth() {
    byte[] invalid = {'a', (byte) 0xFF, 'b'};
    CDataColumn text = CDataColumn.of("t", "u", 3, null, int32s(0, 1, 2, 3), invalid);
    String got = ": expected valid UTF-8, got 0xff at byte 0 of 1";
    refuse("a.t: slot 1" + got, CDataNested.struct("a", "vvv", text));
    refuse("a.element: slot 1" + got, CDataNested.list("a", "vvv", new int[] {0, 1, 2, 3}, text));
    refuse("a.element: slot 1" + got, CDataNested.fixedSizeList("a", "vv.", 1, text));
    refuse(
        "a.element: slot 1" + got,
        CDataNested.listView("a", "v", new int[] {1}, new int[] {1}, text));
    refuse("a.values: slot 1" + got, CDataNested.runs("a", new int[] {1, 5, 6}, text));
    CDataColumn codes =
        CDataColumn.ints("c", 0, 99, 1).dictionary(CDataColumn.strings("d", "x", "y"));
    refuse(
        "a.element.c: slot 1: expected an index below the dictionary's length of 2, got 99",
        CDataNested.list("a", "v", new int[] {1, 2}, CDataNested.struct("item", "vvv", codes)));
    refuse(
        "a.dictionary.t: slot 1" + got,
        CDataColumn.ints("a", 0).dictionary(CDataNested.struct("d", "vvv", text)));
    refuse(
        "a.c: expected a null count of 0, got a validity bitmap with 1 nulls in 2 rows",
        CDataNested.struct("a", "vv", CDataColumn.ints("c", 1, null).nullCount(0)));
  }

  /// A second view, of 32 bytes in data buffer 1, of which one number is changed.
  ///
  /// @param number of the view: 0 for the length, 1 for the prefix, 2 for the buffer, 3 for the
  ///   offset
  private static CDataColumn view(int number, int value) {
    return set(CDataNested.views("a", "vu", "short", LONG), 4 + number, value);
  }

  private static CDataColumn set(CDataColumn views, int number, int value) {
    byte[] bytes = requireNonNull(views.buffers.get(1));
    System.arraycopy(int32s(value), 0, bytes, number * 4, 4);
    return views;
  }

  private static void refuse(String message, CDataColumn column) {
    refuse(message, column, column);
  }

  private static void refuse(String message, CDataColumn array, CDataColumn schema) {
    try (CDataBuilder producer = new CDataBuilder()) {
      long arrayAddress = producer.array(CDataColumn.batch(array.length, array));
      long schemaAddress = producer.schema(CDataColumn.batch(array.length, schema));
      ArrowImportException failure =
          assertThrows(ArrowImportException.class, () -> take(arrayAddress, schemaAddress));
      assertEquals("Arrow import: " + message, failure.getMessage());
    }
  }

  private static void take(long array, long schema) throws IOException {
    try (RecordBatchSource source = RecordBatchSource.ofArray(array, schema);
        RecordBatch batch = source.next()) {
      assertEquals(0, batch == null ? 0 : batch.rowCount());
    }
  }
}
