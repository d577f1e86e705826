package dev.frazil.engine.file;

import dev.frazil.encoders.Nesting;
import dev.frazil.encoders.Nesting.Step;
import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ColumnCast;
import dev.frazil.engine.arrow.ReachedSlots;
import dev.frazil.engine.schema.ParquetLeaf;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The way from the rows of a batch to the slots of one leaf: the steps of its nesting, and the
/// part of the leaf's column that rows lead to. Holds the batch's memory between [#to] and
/// [#release], and memory of its own, reused from batch to batch, to look for nulls.
///
/// The slots of a column are numbered as its parent numbers them: those of a struct's member are
/// the struct's, those of elements are what the offsets of their lists count.
final class LeafWalk implements AutoCloseable {
  private static final Step NO_LISTS = new Step.FixedSize(0, 0);

  private final ParquetLeaf leaf;
  private final List<Step> steps;

  /// Which nulls are under a parent that is not; made for the first column that has any.
  private @Nullable SlotMask mask;

  private int rowCount;
  private ReachedSlots reached = ReachedSlots.all();

  /// The slot number 0 in the numbering of the column itself.
  private long base;

  /// The first slot that rows lead to, and how many there are from it.
  private long first;

  private int count;

  /// Nulls among them in the last optional step.
  private int nullCount;

  LeafWalk(ParquetLeaf leaf) {
    this.leaf = leaf;
    this.steps = new ArrayList<>(leaf.way().size());
  }

  /// Walks from a batch's column to the leaf's.
  ///
  /// @param top a column in plain layout
  /// @return the leaf's column
  /// @throws WriteException if a required field on the way is null under a parent that is not
  ArrowColumn to(ArrowColumn top) {
    release();
    rowCount = top.length();
    count = rowCount;
    ArrowColumn column = top;
    List<ParquetLeaf.Step> way = leaf.way();
    for (int i = 0; i + 1 < way.size(); i++) {
      takeNulls(column, way.get(i));
      reached = reached.below(column);
      enter(column);
      column = column.children().get(way.get(i + 1).child());
    }
    return column;
  }

  /// Brings the leaf's column into its storage. Slots keep their numbers.
  ArrowColumn cast(ColumnCast cast, ArrowColumn column) {
    return leaf.way().size() == 1
        ? cast.apply(column)
        : cast.apply(column, reached, leaf.column().displayName());
  }

  private void takeNulls(ArrowColumn column, ParquetLeaf.Step field) {
    int nulls = nullCount(column);
    Step.Optional optional =
        new Step.Optional(column.validity(), offset(column), nulls == 0, nulls == count);
    if (field.optional()) {
      steps.add(optional);
      nullCount = nulls;
    } else if (nulls > 0) {
      refuseNull(field, optional);
    }
  }

  private int nullCount(ArrowColumn column) {
    if (column.nullCount() == 0 || count == 0) {
      return 0;
    }
    if (first == 0 && count == column.length()) {
      return column.nullCount();
    }
    return column.field().type() instanceof ArrowType.Null
        ? count
        : count - Bitmaps.ones(column.validity(), offset(column) + first, count);
  }

  /// A null is none where the parent is null as well.
  private void refuseNull(ParquetLeaf.Step field, Step.Optional optional) {
    SlotMask reachable = mask;
    if (reachable == null) {
      reachable = new SlotMask();
      mask = reachable;
    }
    reachable.through(steps, rowCount);
    long slot = reachable.firstNull(optional);
    if (slot >= 0) {
      throw new WriteException(
          "required column: %s: expected a value in every %s, got null in row %d of the batch"
              .formatted(field.path(), steps.isEmpty() ? "row" : "parent", row(slot)));
    }
  }

  /// Turns to the slots of a column's children.
  private void enter(ArrowColumn column) {
    switch (column.field().type()) {
      case ArrowType.Struct _ -> base = offset(column);
      case ArrowType.List(boolean large) -> enterLists(column, large ? Long.BYTES : Integer.BYTES);
      case ArrowType.Map _ -> enterLists(column, Integer.BYTES);
      case ArrowType.FixedSizeList(int size) -> enter(new Step.FixedSize(size, offset(column)));
      default ->
          throw new IllegalStateException(
              "column: %s: expected a struct, list or map on the way, got %s"
                  .formatted(leaf.column().displayName(), column.field().type()));
    }
  }

  private void enterLists(ArrowColumn lists, int offsetWidth) {
    enter(new Step.Repeated(lists.values(), offsetWidth, offset(lists)));
  }

  /// Without slots there may be no offsets to read either: lists of no length serve as well.
  private void enter(Step lists) {
    Step step = count == 0 ? NO_LISTS : lists;
    steps.add(step);
    long start = step.start(first);
    count = Math.toIntExact(step.start(first + count) - start);
    first = start;
    base = 0;
  }

  /// The nesting of the leaf, whose values stand in `stored`.
  ///
  /// @throws WriteException if the leaf is required and null under a parent that is not
  Nesting nesting(ArrowColumn stored) {
    takeNulls(stored, leaf.way().getLast());
    if (leaf.column().nested()) {
      return new Nesting.Nested(rowCount, steps);
    }
    for (Step step : steps) {
      if (step instanceof Step.Optional(MemorySegment validity, long offset, _, _)) {
        return new Nesting.Optional(rowCount, validity, offset, nullCount);
      }
    }
    return new Nesting.Required(rowCount);
  }

  /// Slots of the column's buffers before the slot that is number 0 for its parent; negative where
  /// the first ones do not exist.
  long offset(ArrowColumn column) {
    return column.offset() + base;
  }

  /// The row that leads to a slot behind the steps so far.
  private int row(long slot) {
    int low = 0;
    int high = rowCount - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (firstSlot(middle + 1) > slot) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private long firstSlot(int row) {
    long slot = row;
    for (Step step : steps) {
      slot = step.start(slot);
    }
    return slot;
  }

  /// Forgets the batch.
  void release() {
    steps.clear();
    reached = ReachedSlots.all();
    base = 0;
    first = 0;
    count = 0;
    nullCount = 0;
  }

  @Override
  public void close() {
    release();
    if (mask != null) {
      mask.close();
    }
  }
}
