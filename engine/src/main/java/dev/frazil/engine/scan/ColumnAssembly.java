package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.Validity;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Builds the columns of one batch from what the readers of their leaves stand on.
///
/// Validity and offsets of a column above leaves come from the levels of the first one; that the
/// others agree in the number of elements is checked.
final class ColumnAssembly {
  private final String file;
  private final @Nullable ColumnReader[] readers;
  private final BatchMemory memory;

  /// An assembly of one batch.
  ///
  /// @param file the file, for messages
  /// @param readers the reader of each leaf of the file that is read
  /// @param memory where buffers go
  ColumnAssembly(String file, @Nullable ColumnReader[] readers, BatchMemory memory) {
    this.file = file;
    this.readers = readers;
    this.memory = memory;
  }

  /// A column of a batch.
  ///
  /// @param rows the rows of the batch
  /// @throws IOException if the levels of the file contradict each other, or a value is none of its
  ///   column's type
  ArrowColumn column(ReadColumn column, int rows) throws IOException {
    List<ReadColumn.Leaf> leaves = column.leaves();
    List<Axis> axes = new ArrayList<>(leaves.size());
    for (ReadColumn.Leaf leaf : leaves) {
      ColumnReader reader = reader(leaf);
      if (reader.getRecordCount() != rows) {
        throw damaged(leaf.path(), rows + " rows in a batch", "" + reader.getRecordCount());
      }
      axes.add(attempt(leaf.path(), () -> Axis.rows(rows, reader.getRepetitionLevels())));
    }
    return column(column, axes);
  }

  private ArrowColumn column(ReadColumn column, List<Axis> axes) throws IOException {
    return switch (column) {
      case ReadColumn.Leaf leaf -> leaf(leaf, axes.getFirst());
      case ReadColumn.Struct struct -> struct(struct, axes);
      case ReadColumn.Lists lists -> list(lists, axes);
    };
  }

  private ArrowColumn struct(ReadColumn.Struct struct, List<Axis> axes) throws IOException {
    List<ArrowColumn> children = new ArrayList<>(struct.children().size());
    int from = 0;
    for (ReadColumn child : struct.children()) {
      int count = child.leaves().size();
      children.add(column(child, axes.subList(from, from + count)));
      from += count;
    }
    ReadColumn.Leaf first = struct.leaves().getFirst();
    Slots slots = slots(struct.field(), first, axes.getFirst(), struct.definition());
    return slots.column(struct.field(), MemorySegment.NULL, children);
  }

  private ArrowColumn list(ReadColumn.Lists list, List<Axis> axes) throws IOException {
    List<ReadColumn.Leaf> leaves = list.leaves();
    List<Axis> below = new ArrayList<>(leaves.size());
    for (int i = 0; i < leaves.size(); i++) {
      below.add(elements(list, leaves.get(i), axes.get(i)));
      if (below.get(i).size() != below.getFirst().size()) {
        throw damaged(
            leaves.get(i).path(),
            below.getFirst().size() + " elements as in " + leaves.getFirst().path(),
            "" + below.get(i).size());
      }
    }
    ArrowColumn element = column(list.element(), below);
    Slots slots = slots(list.field(), leaves.getFirst(), axes.getFirst(), list.definition());
    return slots.column(
        list.field(), offsets(list, leaves.getFirst(), axes.getFirst()), List.of(element));
  }

  private Axis elements(ReadColumn.Lists list, ReadColumn.Leaf leaf, Axis axis) throws IOException {
    int[] definitions = definitions(leaf);
    int[] repetitions = repetitions(leaf);
    return list.field().type() instanceof ArrowType.FixedSizeList(int size)
        ? attempt(list.path(), () -> LevelWalk.elements(axis, definitions, repetitions, list, size))
        : LevelWalk.elements(definitions, repetitions, list);
  }

  private MemorySegment offsets(ReadColumn.Lists list, ReadColumn.Leaf leaf, Axis axis)
      throws IOException {
    if (list.field().type() instanceof ArrowType.FixedSizeList) {
      return MemorySegment.NULL;
    }
    boolean large = list.field().type().slotBits() == Long.SIZE;
    MemorySegment offsets =
        memory.allocate((axis.size() + 1L) * (large ? Long.BYTES : Integer.BYTES));
    LevelWalk.offsets(axis, definitions(leaf), repetitions(leaf), list, offsets, large);
    return offsets;
  }

  /// Which slots of a column hold something.
  private record Slots(int size, int nulls, MemorySegment validity) {
    ArrowColumn column(ArrowField field, MemorySegment values, List<ArrowColumn> children) {
      return new ArrowColumn(
          field, size, 0, nulls, validity, values, MemorySegment.NULL, List.of(), null, children);
    }
  }

  private Slots slots(ArrowField field, ReadColumn.Leaf leaf, Axis axis, int definition)
      throws IOException {
    if (!field.nullable()) {
      return new Slots(axis.size(), 0, MemorySegment.NULL);
    }
    MemorySegment bits = memory.allocate(Bitmaps.bytes(axis.size()));
    int nulls = LevelWalk.validity(axis, definitions(leaf), definition, bits);
    return new Slots(axis.size(), nulls, bits);
  }

  private ArrowColumn leaf(ReadColumn.Leaf leaf, Axis axis) throws IOException {
    return attempt(
        leaf.path(),
        () -> {
          LeafBatch batch = new LeafBatch(reader(leaf), leaf, axis);
          Slots slots = slots(batch);
          return leaf.form() instanceof LeafForm.Strings strings
              ? LeafStrings.column(batch, slots.nulls(), slots.validity(), strings, memory)
              : slots.column(leaf.field(), values(batch), List.of());
        });
  }

  private Slots slots(LeafBatch batch) throws IOException {
    if (batch.leaf().form() instanceof LeafForm.Nothing) {
      return new Slots(batch.size(), batch.size(), MemorySegment.NULL);
    }
    int[] definitions = batch.definitions();
    ReadColumn.Leaf leaf = batch.leaf();
    if (definitions != null || !leaf.field().nullable()) {
      return slots(leaf.field(), leaf, batch.axis(), leaf.definition());
    }
    Validity validity = batch.validity();
    if (!validity.hasNulls()) {
      return new Slots(batch.size(), 0, MemorySegment.NULL);
    }
    int words = (batch.size() + Long.SIZE - 1) / Long.SIZE;
    MemorySegment bits = memory.allocate((long) words * Long.BYTES);
    MemorySegment.copy(validity.words(), 0, bits, LONG, 0, words);
    int nulls = batch.size() - Bitmaps.ones(bits, 0, batch.size());
    return new Slots(batch.size(), nulls, bits);
  }

  private MemorySegment values(LeafBatch batch) {
    return switch (batch.leaf().form()) {
      case LeafForm.Nothing(), LeafForm.Strings _ -> MemorySegment.NULL;
      case LeafForm.Bits() -> LeafValues.bits(batch, memory);
      case LeafForm.Ints(int bytes) -> LeafValues.ints(batch, bytes, memory);
      case LeafForm.WideInts(long multiplier) -> LeafValues.wideInts(batch, multiplier, memory);
      case LeafForm.DividedInts(int divisor) -> LeafValues.dividedInts(batch, divisor, memory);
      case LeafForm.Longs() -> LeafValues.longs(batch, memory);
      case LeafForm.DividedLongs(long divisor) -> LeafValues.dividedLongs(batch, divisor, memory);
      case LeafForm.Floats() -> LeafValues.floats(batch, memory);
      case LeafForm.Doubles() -> LeafValues.doubles(batch, memory);
      case LeafForm.Fixed(int width) -> LeafValues.fixed(batch, width, memory);
      case LeafForm.IntDecimals(int bytes) -> LeafNumbers.intDecimals(batch, bytes, memory);
      case LeafForm.LongDecimals(int bytes) -> LeafNumbers.longDecimals(batch, bytes, memory);
      case LeafForm.ByteDecimals(int bytes) -> LeafNumbers.byteDecimals(batch, bytes, memory);
      case LeafForm.JulianTimestamps(TimeUnit unit) -> LeafNumbers.timestamps(batch, unit, memory);
      case LeafForm.Intervals(ArrowType.IntervalUnit unit) ->
          LeafNumbers.intervals(batch, unit, memory);
    };
  }

  private ColumnReader reader(ReadColumn.Leaf leaf) {
    return Objects.requireNonNull(readers[leaf.leaf()]);
  }

  private int[] definitions(ReadColumn.Leaf leaf) throws IOException {
    int[] definitions = reader(leaf).getDefinitionLevels();
    if (definitions == null) {
      throw damaged(leaf.path(), "definition levels", "none");
    }
    return definitions;
  }

  private int[] repetitions(ReadColumn.Leaf leaf) throws IOException {
    int[] repetitions = reader(leaf).getRepetitionLevels();
    if (repetitions == null) {
      throw damaged(leaf.path(), "repetition levels", "none");
    }
    return repetitions;
  }

  /// Something that may find the file damaged.
  private interface Attempt<T> {
    T make() throws IOException;
  }

  private <T> T attempt(String path, Attempt<T> attempt) throws IOException {
    try {
      return attempt.make();
    } catch (RuntimeException e) {
      throw new IOException("Parquet read: %s: %s: %s".formatted(file, path, e.getMessage()), e);
    }
  }

  private IOException damaged(String path, String expected, String got) {
    return new IOException(
        "Parquet read: %s: %s: expected %s, got %s".formatted(file, path, expected, got));
  }
}
