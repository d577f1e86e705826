package dev.frazil.engine.arrow;

import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The buffers of one column of a batch, as bounded native segments, and the columns below it.
/// Valid as long as the batch it belongs to.
///
/// Slot `i` of the column is slot `offset + i` of every buffer. Buffers that a column does not have
/// are segments of size 0.
///
/// Children are seen as Arrow lays them out. Slot `i` of a struct is slot `offset + i` of each of
/// its children; slot `i` of a fixed_size_list spans the child's slots from `(offset + i) * size`;
/// offsets of lists, list views and maps, run numbers and dictionary indices count slots of the
/// child or of the dictionary, whose own `offset` comes on top. A child reaches from its slot 0 to
/// the last slot that its parent leads to, so that it may be shorter than what was exported; slots
/// before the first one that the parent leads to belong to nobody and have not been checked.
///
/// @param field name and type
/// @param length slots
/// @param offset slots before the first one
/// @param nullCount exact number of null slots, never unknown; of a child only among the slots from
///   the first one that its parent leads to
/// @param validity a bit a slot, least significant first; not to be read when `nullCount` is 0, and
///   of size 0 where the type is null, whose slots are all null
/// @param values fixed-width values, bits of booleans, offsets of strings and lists, views, or
///   indices of a dictionary
/// @param data bytes of strings; the sizes of list views
/// @param variadic the data buffers that views point into, each with the size that was stated
/// @param dictionary the dictionary when the field is dictionary-encoded, else null
/// @param children the columns below this one, as the field's children; none where there is a
///   dictionary, which then has them
public record ArrowColumn(
    ArrowField field,
    int length,
    long offset,
    int nullCount,
    MemorySegment validity,
    MemorySegment values,
    MemorySegment data,
    List<MemorySegment> variadic,
    @Nullable ArrowColumn dictionary,
    List<ArrowColumn> children) {

  /// A column without views or children.
  ///
  /// @param field name and type
  /// @param length slots
  /// @param offset slots before the first one
  /// @param nullCount exact number of null slots
  /// @param validity a bit a slot
  /// @param values values, offsets or indices
  /// @param data bytes of strings
  /// @param dictionary the dictionary when the field is dictionary-encoded, else null
  public ArrowColumn(
      ArrowField field,
      int length,
      long offset,
      int nullCount,
      MemorySegment validity,
      MemorySegment values,
      MemorySegment data,
      @Nullable ArrowColumn dictionary) {
    this(
        field, length, offset, nullCount, validity, values, data, List.of(), dictionary, List.of());
  }

  /// Whether a slot holds no value. For a dictionary-encoded column: whether it has no index; the
  /// dictionary's slot may be null as well.
  ///
  /// @param slot from 0 to `length - 1`
  /// @return true for a null slot
  public boolean isNull(int slot) {
    return nullCount > 0 && (validity.byteSize() == 0 || !Bitmaps.isSet(validity, offset + slot));
  }

  /// Neighbouring slots as a column of their own, without a copy.
  ///
  /// @param from the first slot
  /// @param count how many
  /// @return a column over the same memory
  public ArrowColumn slice(int from, int count) {
    int nulls = nullCount;
    if (nulls > 0) {
      nulls =
          validity.byteSize() == 0 ? count : count - Bitmaps.ones(validity, offset + from, count);
    }
    return new ArrowColumn(
        field, count, offset + from, nulls, validity, values, data, variadic, dictionary, children);
  }

  /// Where the bytes of a string start in `data`, and those of the slot before it end.
  ///
  /// @param slot from 0 to `length`, of a column of strings that is not dictionary-encoded
  /// @return an offset
  public long stringStart(int slot) {
    boolean large = field.type().slotBits() == Long.SIZE;
    return RisingOffsets.at(values, large, offset + slot);
  }
}
