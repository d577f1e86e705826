package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;

/// The slots of an exported array that the importer looks at: from the first to the last one that
/// parents lead to.
///
/// @param array the array
/// @param offset slots of the buffers before slot 0
/// @param first the first slot
/// @param last the slot behind the last one
/// @param reached which of them belong to a row
/// @param unit what a slot is called in messages
record ImportedSlots(
    ArrayStruct array, long offset, int first, int last, ReachedSlots reached, String unit) {

  /// The rows of a column of a batch.
  ///
  /// @param skip slots of the batch before its first row
  /// @throws ArrowImportException if the array does not have them
  static ImportedSlots rows(ArrayStruct array, long skip, int rows) {
    if (array.length() - rows < skip) {
      throw ArrayStruct.failure(
          array.path(),
          "at least %d slots for %d rows behind %d".formatted(skip + rows, rows, skip),
          String.valueOf(array.length()));
    }
    return new ImportedSlots(array, array.offset() + skip, 0, rows, ReachedSlots.all(), "row");
  }

  /// The slots `first` to `last` of a child, or none at all where both are the same.
  ///
  /// @throws ArrowImportException if the array does not have them, or if they are too many
  static ImportedSlots child(ArrayStruct array, long first, long last, ReachedSlots reached) {
    if (first == last) {
      return new ImportedSlots(array, array.offset(), 0, 0, reached, "slot");
    }
    if (array.length() < last) {
      throw ArrayStruct.failure(
          array.path(), "at least " + last + " slots", String.valueOf(array.length()));
    }
    if (last > Integer.MAX_VALUE) {
      throw ArrayStruct.failure(
          array.path(), "at most " + Integer.MAX_VALUE + " slots", String.valueOf(last));
    }
    return new ImportedSlots(array, array.offset(), (int) first, (int) last, reached, "slot");
  }

  /// All slots of a dictionary.
  static ImportedSlots dictionary(ArrayStruct array) {
    return new ImportedSlots(
        array, array.offset(), 0, array.requireInt(), ReachedSlots.all(), "row");
  }

  /// How many they are.
  int count() {
    return last - first;
  }

  /// The first slot in the buffers.
  long start() {
    return offset + first;
  }

  /// The slot behind the last one in the buffers.
  long end() {
    return offset + last;
  }

  /// The path of the array.
  String path() {
    return array.path();
  }

  /// Where a slot is, for messages.
  String place(int slot) {
    return "%s: %s %d".formatted(path(), unit, slot);
  }

  /// Whether a slot of the imported column holds a value of a row.
  boolean holds(ArrowColumn column, int slot) {
    return !column.isNull(slot) && reached.contains(slot);
  }
}
