package dev.frazil.engine.arrow;

import static java.util.Arrays.asList;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.WriteException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Dictionary-encoded columns whose entries are cast and whose indices stay.
class CodedCastTest {
  private static final ArrowType DAYS = new ArrowType.Date(false);

  @Test
  void entriesAreCastAndIndicesStay() throws IOException {
    CDataColumn column =
        CDataColumn.integers("x", "C", 1, 2, 0, null, 1, 0)
            .dictionary(CDataColumn.integers("d", "tdm", 8, 0, 0, 86_400_000L));
    assertEquals(asList(1L, 0L, null, 0L, 0L), cast(column, DAYS, 3));
    assertEquals(asList(0L, null, 0L), cast(column.slice(1, 3), DAYS, 3));
  }

  @Test
  void nullEntriesBecomeNullSlots() throws IOException {
    CDataColumn column =
        CDataColumn.integers("x", "s", 2, 0, 1, null, 2, 1)
            .dictionary(CDataColumn.strings("d", "a", null, "a"));
    assertEquals(asList("a", null, null, "a", null), cast(column, new ArrowType.Utf8(false), 3));
    assertEquals(asList(null, null, "a"), cast(column.slice(1, 3), new ArrowType.Utf8(false), 3));
    CDataColumn none = CDataColumn.ints("x", null, null).dictionary(CDataColumn.strings("d"));
    assertEquals(asList(null, null), cast(none, new ArrowType.Utf8(false), 0));
  }

  @Test
  void viewsInADictionaryAreCopiedOnce() throws IOException {
    String text = "a text of more than twelve bytes";
    CDataColumn column =
        CDataColumn.ints("x", 1, 0, 1).dictionary(CDataNested.views("d", "vu", "a", text));
    assertEquals(List.of(text, "a", text), cast(column, new ArrowType.Utf8(false), 2));
  }

  @Test
  void runsOfIndicesStayCoded() throws IOException {
    CDataColumn indices =
        CDataColumn.ints("v", 1, null, 0).dictionary(CDataColumn.strings("d", "a", "b"));
    CDataColumn runs = CDataNested.runs("x", new int[] {2, 3, 4}, indices);
    assertEquals(asList("b", "b", null, "a"), cast(runs, new ArrowType.Utf8(false), 2));
  }

  @Test
  void onlyEntriesInUseMustFit() throws IOException {
    CDataColumn dictionary = CDataColumn.integers("d", "tdm", 8, 0, 1, 86_400_000L);
    CDataColumn unused = CDataColumn.ints("x", 2, 0).dictionary(dictionary);
    assertEquals(List.of(1L, 0L), cast(unused, DAYS, 3));
    CDataColumn used = CDataColumn.ints("x", 2, 1).dictionary(dictionary);
    WriteException failure = assertThrows(WriteException.class, () -> cast(used, DAYS, 3));
    assertEquals(
        "cast of date64 to date32: x.dictionary: row 1: expected a multiple of 86400000, got 1",
        failure.getMessage());
  }

  @Test
  void booleansNullsAndNestedEntriesAreResolved() {
    ArrowType.Int index = new ArrowType.Int(8, true);
    ArrowField bool = new ArrowField("x", new ArrowType.Bool(), true);
    ArrowField text = new ArrowField("x", new ArrowType.Utf8(false), true);
    assertEquals(bool, ColumnCast.coded(encoded(bool.type(), index), bool));
    assertEquals(text, ColumnCast.coded(text, text));
    assertEquals(encoded(text.type(), index), ColumnCast.coded(encoded(text.type(), index), text));
    ArrowField nothing = new ArrowField("x", new ArrowType.Null(), true);
    assertEquals(nothing, ColumnCast.coded(encoded(nothing.type(), index), nothing));
    ArrowField struct =
        new ArrowField("x", new ArrowType.Struct(), true, Map.of(), index, List.of(bool));
    ArrowField plain = PlainLayout.field(struct);
    assertEquals(new ArrowField("x", new ArrowType.Struct(), true, List.of(bool)), plain);
    assertEquals(plain, ColumnCast.coded(struct, plain));
  }

  private static ArrowField encoded(ArrowType type, ArrowType.Int index) {
    return new ArrowField("x", type, true, Map.of(), index);
  }

  private static List<@Nullable Object> cast(CDataColumn data, ArrowType type, int entries)
      throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source = producer.source(CastTrial.batch(data));
        RecordBatch batch = requireNonNull(source.next())) {
      ArrowField from = source.schema().fields().getFirst();
      ArrowField to = ColumnCast.coded(from, new ArrowField("x", type, true));
      try (ColumnCast cast = ColumnCast.of(from, to)) {
        ArrowColumn stored = cast.apply(batch.columns().getFirst());
        ArrowColumn dictionary = requireNonNull(stored.dictionary());
        assertEquals(entries, dictionary.length());
        List<@Nullable Object> values = ColumnValues.of(stored);
        assertEquals(values.stream().filter(v -> v == null).count(), stored.nullCount());
        return values;
      }
    }
  }
}
