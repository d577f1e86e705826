package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.Utf8Text;
import java.lang.foreign.MemorySegment;

/// Byte strings on their way from the heap to Arrow's memory.
final class LeafStrings {
  private LeafStrings() {}

  /// The column of a leaf.
  ///
  /// @param nulls its null slots
  /// @param validity a bit a slot
  /// @throws IllegalStateException if it is to be text and is not
  static ArrowColumn column(
      LeafBatch batch,
      int nulls,
      MemorySegment validity,
      LeafForm.Strings form,
      BatchMemory memory) {
    LeafBatch.Strings strings = batch.strings();
    int size = batch.size();
    int[] offsets = strings.offsets();
    int bytes = offsets[size];
    MemorySegment data = memory.allocate(bytes).asSlice(0, bytes);
    MemorySegment.copy(strings.bytes(), 0, data, BYTE, 0, bytes);
    if (form.text()) {
      requireText(data, offsets, size);
    }
    ArrowField field = batch.leaf().field();
    return new ArrowColumn(
        field, size, 0, nulls, validity, offsets(offsets, size, form.large(), memory), data, null);
  }

  /// Checks that every value is UTF-8: all bytes are, and no value begins inside a character.
  private static void requireText(MemorySegment data, int[] offsets, int size) {
    long end = offsets[size];
    if (Utf8Text.isAscii(data, 0, end)) {
      return;
    }
    boolean sound = Utf8Text.firstInvalid(data, 0, end) < 0;
    for (int i = 0; i < size && sound; i++) {
      sound = offsets[i] == end || !Utf8Text.isContinuation(data.get(BYTE, offsets[i]));
    }
    for (int i = 0; i < size && !sound; i++) {
      long invalid = Utf8Text.firstInvalid(data, offsets[i], offsets[i + 1]);
      if (invalid >= 0) {
        throw new IllegalStateException(
            "expected valid UTF-8, got 0x%02x at byte %d of %d"
                .formatted(
                    data.get(BYTE, invalid) & 0xFF,
                    invalid - offsets[i],
                    offsets[i + 1] - offsets[i]));
      }
    }
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
