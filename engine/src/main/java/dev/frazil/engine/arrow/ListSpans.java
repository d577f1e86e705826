package dev.frazil.engine.arrow;

import java.lang.foreign.MemorySegment;

/// Where the lists of a column lie among their elements, whatever the layout.
///
/// @param column a list, list_view or map column
/// @param offsets the first element of each list
/// @param ends offsets again, where the next list's start ends a list; sizes for views
/// @param large whether both have 64 bits
/// @param views whether `ends` are sizes
record ListSpans(
    ArrowColumn column, MemorySegment offsets, MemorySegment ends, boolean large, boolean views) {

  static ListSpans of(ArrowColumn column) {
    boolean views = column.field().type() instanceof ArrowType.ListView;
    boolean large = column.field().type().slotBits() == Long.SIZE;
    return new ListSpans(
        column, column.values(), views ? column.data() : column.values(), large, views);
  }

  /// The elements of a list: 0 for a null one, for [NestedGather#NULL_SLOT], and for a view of
  /// elements that are not there, which then belongs to no row.
  int size(int slot) {
    if (slot < 0 || column.isNull(slot)) {
      return 0;
    }
    long at = column.offset() + slot;
    if (!views) {
      return (int) (RisingOffsets.at(ends, large, at + 1) - RisingOffsets.at(offsets, large, at));
    }
    long start = RisingOffsets.at(offsets, large, at);
    long size = RisingOffsets.at(ends, large, at);
    long elements = column.children().getFirst().length();
    return start >= 0 && size >= 0 && start <= elements && size <= elements - start
        ? (int) size
        : 0;
  }

  /// The first element of a list that has any.
  int start(int slot) {
    return (int) RisingOffsets.at(offsets, large, column.offset() + slot);
  }
}
