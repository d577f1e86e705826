package dev.frazil.engine.arrow;

import dev.frazil.engine.WriteException;

/// Where the values of a cast come from, for its errors.
///
/// @param from the type of the values
/// @param to the type of the results
/// @param path the column
/// @param reached which slots, counted from the first one that the cast looks at, belong to a row
record CastSite(ArrowType from, ArrowType to, String path, ReachedSlots reached) {

  /// Whether a slot of the column holds a value of a row.
  boolean holds(ArrowColumn column, int slot) {
    return !column.isNull(slot) && reached.contains(slot);
  }

  /// The error that the value of a slot does not fit.
  WriteException unfit(int slot, String expected, Object got) {
    return new WriteException(
        "cast of %s to %s: %s: row %d: expected %s, got %s"
            .formatted(from, to, path, reached.row(slot), expected, got));
  }
}
