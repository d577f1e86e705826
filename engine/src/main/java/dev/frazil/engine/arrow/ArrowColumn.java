package dev.frazil.engine.arrow;

import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The buffers of one column of a batch, as bounded native segments. Valid as long as the batch it
/// belongs to.
///
/// Slot `i` of the column is slot `offset + i` of every buffer. Buffers that a column does not have
/// are segments of size 0.
///
/// @param field name and type
/// @param length slots
/// @param offset slots before the first one
/// @param nullCount exact number of null slots, never unknown
/// @param validity a bit a slot, least significant first; not to be read when `nullCount` is 0
/// @param values fixed-width values, bits of booleans, offsets of strings, or indices of a
///   dictionary
/// @param data bytes of strings
/// @param dictionary the dictionary when the field is dictionary-encoded, else null
public record ArrowColumn(
    ArrowField field,
    int length,
    long offset,
    int nullCount,
    MemorySegment validity,
    MemorySegment values,
    MemorySegment data,
    @Nullable ArrowColumn dictionary) {

  /// Whether a slot holds no value. For a dictionary-encoded column: whether it has no index; the
  /// dictionary's slot may be null as well.
  ///
  /// @param slot from 0 to `length - 1`
  /// @return true for a null slot
  public boolean isNull(int slot) {
    return nullCount > 0 && !Bitmaps.isSet(validity, offset + slot);
  }

  /// Where the bytes of a string start in `data`, and those of the slot before it end.
  ///
  /// @param slot from 0 to `length`, of a column of strings that is not dictionary-encoded
  /// @return an offset
  public long stringStart(int slot) {
    boolean large = field.type().slotBits() == Long.SIZE;
    return StringOffsets.at(values, large, offset + slot);
  }
}
