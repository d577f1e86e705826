package dev.frazil.engine.scan;

import org.jspecify.annotations.Nullable;

/// Which entry in the levels of a leaf each slot of a column begins at.
///
/// @param size how many slots there are
/// @param entries the entry of each slot, rising, or -1 for a slot that no entry stands for, which
///   fills up a list of a fixed size that is null; or null where slot and entry are the same
/// @param filled whether there are slots that no entry stands for
@SuppressWarnings("ArrayRecordComponent") // made for one batch, never compared
record Axis(int size, int @Nullable [] entries, boolean filled) {

  /// Slots that are entries: those of a leaf that is not repeated.
  static Axis rows(int size) {
    return new Axis(size, null, false);
  }

  /// The rows of a leaf.
  ///
  /// @param repetitions the repetition levels of its entries, or null where it is not repeated
  static Axis rows(int size, int @Nullable [] repetitions) {
    if (repetitions == null) {
      return rows(size);
    }
    int[] starts = new int[size];
    int row = 0;
    for (int i = 0; i < repetitions.length && row <= size; i++) {
      if (repetitions[i] == 0) {
        if (row < size) {
          starts[row] = i;
        }
        row++;
      }
    }
    if (row != size) {
      throw new IllegalStateException("expected " + size + " rows, got " + row);
    }
    return new Axis(size, starts, false);
  }

  /// The entry of a slot.
  int entry(int slot) {
    return entries == null ? slot : entries[slot];
  }

  /// The first slot from one on that an entry stands for, or the number of slots when there is
  /// none.
  int nextBegun(int from) {
    int slot = from;
    while (slot < size && entry(slot) < 0) {
      slot++;
    }
    return slot;
  }
}
