package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import java.lang.foreign.MemorySegment;

/// Byte strings on their way from the heap to Arrow's memory.
final class LeafStrings {
  private LeafStrings() {}

  /// The column of a leaf.
  ///
  /// @param nulls its null slots
  /// @param validity a bit a slot
  static ArrowColumn column(
      LeafBatch batch, int nulls, MemorySegment validity, boolean large, BatchMemory memory) {
    LeafBatch.Strings strings = batch.strings();
    int size = batch.size();
    int[] offsets = strings.offsets();
    int bytes = offsets[size];
    MemorySegment data = memory.allocate(bytes).asSlice(0, bytes);
    MemorySegment.copy(strings.bytes(), 0, data, BYTE, 0, bytes);
    ArrowField field = batch.leaf().field();
    return new ArrowColumn(
        field, size, 0, nulls, validity, offsets(offsets, size, large, memory), data, null);
  }

  private static MemorySegment offsets(int[] offsets, int size, boolean large, BatchMemory memory) {
    if (!large) {
      MemorySegment target = memory.allocate((size + 1L) * Integer.BYTES);
      MemorySegment.copy(offsets, 0, target, INT, 0, size + 1);
      return target;
    }
    MemorySegment target = memory.allocate((size + 1L) * Long.BYTES);
    for (int i = 0; i <= size; i++) {
      target.set(LONG, (long) i * Long.BYTES, offsets[i]);
    }
    return target;
  }
}
