package dev.frazil.engine.arrow;

import dev.frazil.engine.WriteException;

/// Where the values of a cast come from, for its errors.
///
/// @param type the type of the values
/// @param path the column
/// @param reached which slots of the column belong to a row
/// @param unit what a slot is called: a row, or a slot of a nested column
/// @param first the number of the first slot that the cast looks at
record CastSite(ArrowType type, String path, ReachedSlots reached, String unit, int first) {

  /// Whether a slot of the column, counted from `first` on, holds a value of a row.
  boolean holds(ArrowColumn column, int slot) {
    return !column.isNull(slot) && reached.contains(slot);
  }

  /// The error that the value of a slot does not fit.
  ///
  /// @param slot the slot, counted from `first` on
  WriteException unfit(int slot, String expected, Object got) {
    return new WriteException(
        "cast of %s: %s: %s %d: expected %s, got %s"
            .formatted(type, path, unit, first + slot, expected, got));
  }
}
