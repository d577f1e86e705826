package dev.frazil.engine.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.iceberg.ValueBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Sources inside structs: `o` holds `n` and a struct `i`, which holds `s`.
class NestedSourcesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(
              2,
              "o",
              Types.StructType.of(
                  Types.NestedField.optional(3, "n", Types.IntegerType.get()),
                  Types.NestedField.optional(
                      4,
                      "i",
                      Types.StructType.of(
                          Types.NestedField.optional(5, "s", Types.StringType.get()))))));
  private static final ArrowField ID = new ArrowField("id", new ArrowType.Int(32, true), false);
  private static final ArrowField N = new ArrowField("n", new ArrowType.Int(32, true), true);
  private static final ArrowField S = new ArrowField("s", new ArrowType.Utf8(false), true);
  private static final ArrowField I = new ArrowField("i", new ArrowType.Struct(), true, List.of(S));
  private static final ArrowField O =
      new ArrowField("o", new ArrowType.Struct(), true, List.of(N, I));

  /// Slots of each struct before its first row, whose members hold other values there.
  private static final int SKIPPED = 2;

  private static final List<Integer> NUMBERS = Arrays.asList(1, 1, 9, 2, null, 1, 2);
  private static final List<String> TEXTS = Arrays.asList("a", "b", "z", "y", "a", null, "a");
  private static final List<Boolean> OUTER = List.of(true, true, false, true, true, true, true);
  private static final List<Boolean> INNER = List.of(true, true, true, false, true, true, true);

  private static <T> List<@Nullable Object> skipped(int count, T garbage, List<T> values) {
    List<@Nullable Object> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(garbage);
    }
    all.addAll(values);
    return all;
  }

  private static ArrowColumn struct(
      ArrowField field, List<Boolean> valid, List<ArrowColumn> members, Arena arena) {
    MemorySegment bits = arena.allocate(8);
    int nulls = 0;
    for (int i = 0; i < valid.size(); i++) {
      if (valid.get(i)) {
        int bit = SKIPPED + i;
        byte old = bits.get(ValueLayout.JAVA_BYTE, bit / 8);
        bits.set(ValueLayout.JAVA_BYTE, bit / 8, (byte) (old | 1 << bit % 8));
      } else {
        nulls++;
      }
    }
    return new ArrowColumn(
        field,
        valid.size(),
        SKIPPED,
        nulls,
        bits,
        MemorySegment.NULL,
        MemorySegment.NULL,
        List.of(),
        null,
        members);
  }

  private static ArrowColumn flat(ArrowField field, List<@Nullable Object> values) {
    return ValueBatch.of(new ArrowSchema(List.of(field)), List.of(values)).columns().getFirst();
  }

  /// The rows of the lists above. `i` has the slots that `o` skips as well.
  private static RecordBatch batch(Arena arena) {
    List<Boolean> inner = new ArrayList<>(List.of(true, true));
    inner.addAll(INNER);
    ArrowColumn texts = flat(S, skipped(2 * SKIPPED, "garbage", TEXTS));
    ArrowColumn i = struct(I, inner, List.of(texts), arena);
    ArrowColumn o = struct(O, OUTER, List.of(flat(N, skipped(SKIPPED, 77, NUMBERS)), i), arena);
    ArrowColumn id = flat(ID, skipped(0, 0, IntStream.range(0, OUTER.size()).boxed().toList()));
    return new RecordBatch(new ArrowSchema(List.of(ID, O)), OUTER.size(), List.of(id, o), () -> {});
  }

  private static List<String> routed(PartitionSpec spec, RecordBatch batch) {
    return new PartitionRouter(SCHEMA, spec)
        .route(batch).stream()
            .map(selection ->
                spec.partitionToPath(Objects.requireNonNull(selection.partition()))
                    + " "
                    + IntStream.range(0, selection.rowCount()).map(selection::row).boxed().toList())
            .toList();
  }

  @Test
  void membersOfStructsDecideAndThoseOfNullStructsAreNull() {
    PartitionSpec spec =
        PartitionSpec.builderFor(SCHEMA).identity("o.n").truncate("o.i.s", 1).build();
    try (Arena arena = Arena.ofConfined()) {
      assertEquals(
          List.of(
              "o.n=1/o.i.s_trunc=a [0]",
              "o.n=1/o.i.s_trunc=b [1]",
              "o.n=null/o.i.s_trunc=null [2]",
              "o.n=2/o.i.s_trunc=null [3]",
              "o.n=null/o.i.s_trunc=a [4]",
              "o.n=1/o.i.s_trunc=null [5]",
              "o.n=2/o.i.s_trunc=a [6]"),
          routed(spec, batch(arena)));
    }
  }

  @Test
  void gatheredStructsKeepTheirMembers() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).identity("o.n").build();
    SourceColumn text = Objects.requireNonNull(SourceColumn.of(SCHEMA, 5));
    try (Arena arena = Arena.ofConfined();
        Gather gather = new Gather()) {
      RecordBatch batch = batch(arena);
      for (RowSelection selection : new PartitionRouter(SCHEMA, spec).route(batch)) {
        SourceValues values = text.in(gather.gather(batch, selection));
        for (int i = 0; i < selection.rowCount(); i++) {
          int row = selection.row(i);
          assertEquals(OUTER.get(row) && INNER.get(row) ? TEXTS.get(row) : null, values.value(i));
        }
      }
    }
  }

  @Test
  void rowsThatAreNeighboursAreNotCopied() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).truncate("id", 4).build();
    try (Arena arena = Arena.ofConfined();
        Gather gather = new Gather()) {
      RecordBatch batch = batch(arena);
      List<RowSelection> selections = new PartitionRouter(SCHEMA, spec).route(batch);
      RecordBatch second = gather.gather(batch, selections.getLast());
      assertEquals(3, second.rowCount());
      ArrowColumn id = second.columns().getFirst();
      assertSame(batch.columns().getFirst().values(), id.values());
      assertEquals(0, second.columns().getLast().nullCount());
      RecordBatch first = gather.gather(batch, selections.getFirst());
      assertEquals(1, first.columns().getLast().nullCount());
      SourceValues text = Objects.requireNonNull(SourceColumn.of(SCHEMA, 5)).in(second);
      assertEquals("a", text.value(0));
      assertNull(text.value(1));
      assertEquals("a", text.value(2));
    }
  }

  /// What dropping a partition field, and then its source, leaves of a spec in a v1 table.
  @Test
  void aVoidFieldNeedsNoSource() {
    PartitionSpec spec =
        PartitionSpecParser.fromJson(
            SCHEMA,
            """
            {"spec-id": 3, "fields": [
             {"name": "gone", "transform": "void", "source-id": 99, "field-id": 1000},
             {"name": "n", "transform": "bucket[4]", "source-id": 3, "field-id": 1001},
             {"name": "same", "transform": "identity", "source-id": 3, "field-id": 1002}]}
            """);
    try (Arena arena = Arena.ofConfined()) {
      List<RowSelection> selections = new PartitionRouter(SCHEMA, spec).route(batch(arena));
      assertEquals(3, selections.size());
      assertNull(Objects.requireNonNull(selections.getFirst().partition()).get(0, Object.class));
      assertEquals(
          1, Objects.requireNonNull(selections.getFirst().partition()).get(2, Object.class));
    }
  }

  @Test
  void aSourceThatIsNotInTheBatchesIsRefused() {
    Schema without = new Schema(SCHEMA.columns().getFirst());
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).identity("o.n").build();
    SchemaException refusal =
        assertThrows(SchemaException.class, () -> new PartitionRouter(without, spec));
    assertEquals(
        "partition: o.n: expected its source, field 3, in the batches, got none",
        refusal.getMessage());
  }

  @Test
  void anOrderOfMembersIsCheckedWithNullsOfTheirStructs() {
    SortOrder order = SortOrder.builderFor(SCHEMA).asc("o.n").asc("o.i.s").build();
    try (Arena arena = Arena.ofConfined()) {
      RecordBatch batch = batch(arena);
      RowOrder rows = new RowOrder(SCHEMA, order);
      RowSelection all =
          new PartitionRouter(SCHEMA, PartitionSpec.unpartitioned()).route(batch).getFirst();
      rows.wrap(batch, all);
      // (1, a) (1, b) | (null, null) (2, null) | (null, a) (1, null) (2, a)
      assertEquals(2, rows.runEnd(0, 7));
      assertEquals(4, rows.runEnd(2, 7));
      assertEquals(7, rows.runEnd(4, 7));
      rows.keep(1);
      WriteException refusal = assertThrows(WriteException.class, () -> rows.requireNext(2));
      assertEquals(
          "sort order: o.n: expected rising values with nulls first, got null behind 1 in row 2 of"
              + " the batch",
          refusal.getMessage());
    }
  }
}
