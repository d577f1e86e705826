package dev.frazil.engine.arrow;

import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Loops that turn views into offsets and data.
///
/// A null slot becomes an empty string. So does a view of bytes that are not there: the importer
/// has refused those of rows, and what belongs to no row may hold anything.
final class ViewGather {
  private ViewGather() {}

  /// 64-bit offsets from number `first` on, the first of them 0.
  ///
  /// @return the last one: the bytes of data
  static long offsets(ArrowColumn column, MemorySegment to, long first) {
    long end = 0;
    to.set(LONG, first << 3, end);
    for (int i = 0; i < column.length(); i++) {
      end += size(column, i);
      to.set(LONG, (first + i + 1) << 3, end);
    }
    return end;
  }

  /// The bytes of the strings, one after the other.
  static MemorySegment bytes(ArrowColumn column, Slab slab, long size) {
    MemorySegment to = slab.ensure(size, 0);
    List<MemorySegment> variadic = column.variadic();
    MemorySegment views = column.values();
    long at = 0;
    for (int i = 0; i < column.length(); i++) {
      int length = size(column, i);
      if (length > 0) {
        long slot = column.offset() + i;
        MemorySegment from = Views.data(views, slot, variadic);
        MemorySegment.copy(from, Views.start(views, slot), to, at, length);
        at += length;
      }
    }
    return to.asSlice(0, size);
  }

  private static int size(ArrowColumn column, int i) {
    long slot = column.offset() + i;
    return column.isNull(i) || !Views.isInside(column.values(), slot, column.variadic())
        ? 0
        : Views.length(column.values(), slot);
  }
}
