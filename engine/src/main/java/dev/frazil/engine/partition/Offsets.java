package dev.frazil.engine.partition;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Offsets of strings, of four or eight bytes.
final class Offsets {
  private Offsets() {}

  static long at(MemorySegment offsets, int width, long slot) {
    return width == Long.BYTES
        ? offsets.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, slot)
        : offsets.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, slot);
  }

  /// Writes the offsets of the selected strings laid end to end, from 0.
  ///
  /// @return their length in bytes
  static long gather32(MemorySegment from, long offset, RowSelection rows, MemorySegment to) {
    int end = 0;
    to.set(ValueLayout.JAVA_INT_UNALIGNED, 0, 0);
    for (int i = 0; i < rows.rowCount(); i++) {
      long slot = offset + rows.row(i);
      end +=
          from.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, slot + 1)
              - from.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, slot);
      to.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i + 1L, end);
    }
    return end;
  }

  /// As `gather32`, for offsets of eight bytes.
  static long gather64(MemorySegment from, long offset, RowSelection rows, MemorySegment to) {
    long end = 0;
    to.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 0);
    for (int i = 0; i < rows.rowCount(); i++) {
      long slot = offset + rows.row(i);
      end +=
          from.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, slot + 1)
              - from.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, slot);
      to.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i + 1L, end);
    }
    return end;
  }
}
