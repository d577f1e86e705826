package dev.frazil.engine.partition;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;

/// Offsets of strings, of four or eight bytes.
final class Offsets {
  private Offsets() {}

  /// Writes the offsets of the selected strings laid end to end, from 0.
  ///
  /// @return their length in bytes
  static long gather32(MemorySegment from, long offset, RowSelection rows, MemorySegment to) {
    int end = 0;
    to.set(INT, 0, 0);
    for (int i = 0; i < rows.rowCount(); i++) {
      long slot = offset + rows.row(i);
      end += from.getAtIndex(INT, slot + 1) - from.getAtIndex(INT, slot);
      to.setAtIndex(INT, i + 1L, end);
    }
    return end;
  }

  /// As `gather32`, for offsets of eight bytes.
  static long gather64(MemorySegment from, long offset, RowSelection rows, MemorySegment to) {
    long end = 0;
    to.set(LONG, 0, 0);
    for (int i = 0; i < rows.rowCount(); i++) {
      long slot = offset + rows.row(i);
      end += from.getAtIndex(LONG, slot + 1) - from.getAtIndex(LONG, slot);
      to.setAtIndex(LONG, i + 1L, end);
    }
    return end;
  }
}
