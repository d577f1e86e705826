package dev.frazil.engine.arrow;

import static java.util.Arrays.asList;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Columns laid out anew, and slots gathered, against the values of their sources.
class PlainLayoutTest {
  @Test
  void columnsThatArePlainAreNotTouched() throws IOException {
    CDataColumn list =
        CDataNested.list("x", "v", new int[] {0, 2}, CDataNested.views("item", "vu", "a", "b"));
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(1, list));
        RecordBatch batch = requireNonNull(source.next())) {
      ArrowColumn column = batch.columns().getFirst();
      assertEquals(column.field(), PlainLayout.field(column.field()));
      try (PlainLayout layout = new PlainLayout(column.field())) {
        assertSame(column, layout.apply(column, ReachedSlots.all()));
      }
    }
  }

  @Test
  void listViewsBecomeListsInOrder() throws IOException {
    CDataColumn views =
        CDataNested.listView(
            "x",
            "vv.v",
            new int[] {3, 1, 99, 0},
            new int[] {2, 3, -4, 0},
            CDataColumn.ints("item", 0, 1, 2, 3, 4));
    assertEquals(asList(List.of(3L, 4L), List.of(1L, 2L, 3L), null, List.of()), plain(views));
    CDataColumn large =
        CDataNested.largeListView(
            "x", "vv", new long[] {1, 0}, new long[] {1, 2}, CDataColumn.strings("item", "a", "b"));
    assertEquals(List.of(List.of("b"), List.of("a", "b")), plain(large));
  }

  @Test
  void dictionariesOfNestedValuesAreResolved() throws IOException {
    CDataColumn struct = CDataNested.struct("d", "v.v", CDataColumn.strings("a", "x", "y", "z"));
    CDataColumn column = CDataColumn.ints("x", 2, 0, null, 1, 2).dictionary(struct);
    assertEquals(asList(List.of("z"), List.of("x"), null, null, List.of("z")), plain(column));
    assertEquals(asList(null, null), plain(column.slice(2, 2)));
  }

  @Test
  void slotsBeforeTheFirstReachedOneAreNotLookedAt() throws IOException {
    CDataColumn runs =
        CDataNested.runs("item", new int[] {2, 3, 6}, CDataColumn.strings("v", "a", "b", "c"));
    CDataColumn list = CDataNested.list("x", "vv", new int[] {0, 2, 5}, runs).slice(1, 1);
    assertEquals(List.of(List.of("b", "c", "c")), plain(list));
    CDataColumn deep =
        CDataNested.list(
                "x", "vv", new int[] {0, 1, 2}, CDataNested.struct("item", "vv", list(), list()))
            .slice(1, 1);
    assertEquals(List.of(List.of(List.of(List.of(3L), List.of(3L)))), plain(deep));
  }

  private static CDataColumn list() {
    return CDataNested.listView(
        "l", "vv", new int[] {2, 1}, new int[] {1, 1}, CDataColumn.ints("item", 2, 3, 4));
  }

  @Test
  void randomColumnsKeepTheirValues() throws IOException {
    for (long seed = 0; seed < 300; seed++) {
      RandomColumns random = new RandomColumns(new Random(seed));
      CDataColumn column = random.column("x", 12, 3);
      assertEquals(values(column), plain(column), "seed " + seed);
    }
  }

  @Test
  void anySlotsAreGathered() throws IOException {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      CDataColumn data = new RandomColumns(random).column("x", 12, 3);
      try (CDataBuilder producer = new CDataBuilder();
          RecordBatchSource source = producer.source(CDataColumn.batch(12, data));
          RecordBatch batch = requireNonNull(source.next());
          Arena arena = Arena.ofConfined();
          NestedGather gather = new NestedGather()) {
        ArrowColumn column = batch.columns().getFirst();
        List<@Nullable Object> all = ColumnValues.of(column);
        for (int count : new int[] {20, 0, 5}) {
          MemorySegment slots = arena.allocate(ValueLayout.JAVA_INT, count);
          List<@Nullable Object> expected = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            int slot = random.nextInt(-1, 12);
            slots.setAtIndex(ValueLayout.JAVA_INT, i, slot);
            expected.add(slot < 0 ? null : all.get(slot));
          }
          ArrowColumn gathered = gather.gather(column, slots, count);
          assertEquals(expected, ColumnValues.of(gathered), "seed " + seed);
          requirePlain(gathered);
        }
      }
    }
  }

  private static void requirePlain(ArrowColumn column) {
    ArrowType type = column.field().type();
    assertFalse(type instanceof ArrowType.RunEndEncoded || type instanceof ArrowType.ListView);
    assertFalse(column.dictionary() != null && type.nested());
    column.children().forEach(PlainLayoutTest::requirePlain);
  }

  private static List<@Nullable Object> values(CDataColumn data) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(data.length, data));
        RecordBatch batch = requireNonNull(source.next())) {
      return ColumnValues.of(batch.columns().getFirst());
    }
  }

  private static List<@Nullable Object> plain(CDataColumn data) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CDataColumn.batch(data.length, data));
        RecordBatch batch = requireNonNull(source.next());
        PlainLayout layout = new PlainLayout(source.schema().fields().getFirst())) {
      ArrowColumn column = layout.apply(batch.columns().getFirst(), ReachedSlots.all());
      requirePlain(column);
      List<@Nullable Object> values = ColumnValues.of(column);
      if (column.dictionary() == null) {
        assertEquals(values.stream().filter(v -> v == null).count(), column.nullCount());
      }
      return values;
    }
  }
}
