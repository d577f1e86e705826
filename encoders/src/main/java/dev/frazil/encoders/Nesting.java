package dev.frazil.encoders;

import java.lang.foreign.MemorySegment;

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
  ///   is 0
  /// @param offset bits before the first row
  /// @param nullCount rows without a value, exact
  record Optional(int rowCount, MemorySegment validity, long offset, int nullCount)
      implements Nesting {}
}
