package dev.frazil.encoders;

import dev.frazil.encoders.memory.Layouts;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// How the rows of a batch lead to the slots of a leaf: which slots hold a value.
public sealed interface Nesting {

  /// Rows of the batch.
  ///
  /// @return a count, 0 or more
  int rowCount();

  /// Every row has one value.
  ///
  /// @param rowCount rows of the batch
  record Required(int rowCount) implements Nesting {}

  /// Every row has one slot, and a bit says whether it holds a value.
  ///
  /// @param rowCount rows of the batch
  /// @param validity a bit a row, least significant first, 1 for a value; not read when `nullCount`
  ///   is 0 or `rowCount`
  /// @param offset bits before the first row
  /// @param nullCount rows without a value, exact
  record Optional(int rowCount, MemorySegment validity, long offset, int nullCount)
      implements Nesting {}

  /// A path of steps, each from the slots of the one before it to its own; row `r` is slot `r` of
  /// the first step, and the slots of the last step are those of the leaf's values.
  ///
  /// @param rowCount rows of the batch
  /// @param steps from the row to the leaf, required structs left out; at least one
  record Nested(int rowCount, List<Step> steps) implements Nesting {
    /// Copies the list.
    public Nested {
      steps = List.copyOf(steps);
    }
  }

  /// One step from a row to a leaf.
  sealed interface Step {
    /// Where a slot starts among those of the next step, and the slot before it ends.
    ///
    /// @param slot from 0 to the number of slots
    /// @return a slot of the next step
    long start(long slot);

    /// The same slots again, some of which are null: an optional struct, list, map or value. Adds a
    /// definition level.
    ///
    /// @param validity a bit a slot, least significant first, 0 for null; slot `i` at bit `offset +
    ///   i`; not read when `allValid` or `allNull`
    /// @param offset bits before the first slot
    /// @param allValid whether no slot is null
    /// @param allNull whether every slot is null
    record Optional(MemorySegment validity, long offset, boolean allValid, boolean allNull)
        implements Step {
      @Override
      public long start(long slot) {
        return slot;
      }
    }

    /// Lists of any length. Adds a definition and a repetition level.
    ///
    /// @param offsets slot `i` spans the next step's slots from offset number `offset + i` to the
    ///   next one
    /// @param offsetWidth bytes of an offset, 4 or 8; signed, never falling, null slots included
    /// @param offset slots before the first one
    record Repeated(MemorySegment offsets, int offsetWidth, long offset) implements Step {
      @Override
      public long start(long slot) {
        return offsetWidth == Long.BYTES
            ? offsets.get(Layouts.LONG, (offset + slot) << 3)
            : offsets.get(Layouts.INT, (offset + slot) << 2);
      }
    }

    /// Lists of one length. Adds a definition and a repetition level.
    ///
    /// @param size slots of the next step in each slot, 0 or more; slot `i` spans those from
    ///   `(offset + i) * size`
    /// @param offset slots before the first one
    record FixedSize(int size, long offset) implements Step {
      @Override
      public long start(long slot) {
        return (offset + slot) * size;
      }
    }
  }
}
