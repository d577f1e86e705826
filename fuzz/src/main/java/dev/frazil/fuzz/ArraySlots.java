package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One Arrow array as Java objects: `Boolean`, `Long` (integers, times, the raw bits of floating
/// point numbers, dictionary indices), `BigInteger` (unscaled decimals) or `byte[]`.
///
/// @param field the column
/// @param slots every slot of the buffers, null for a null one; indices when the column is
///   dictionary-encoded
/// @param offset slots in front of the array: garbage that belongs to nobody
/// @param dictionary the dictionary of a dictionary-encoded column, else null
record ArraySlots(
    ArrowField field, List<@Nullable Object> slots, int offset, @Nullable ArraySlots dictionary) {

  /// The type that stands in the buffers.
  ArrowType storedType() {
    ArrowType index = field.indexType();
    return index == null ? field.type() : index;
  }

  /// `length` of the array.
  int length() {
    return slots.size() - offset;
  }

  /// The value of the array at `index`, dictionary resolved.
  @Nullable Object value(int index) {
    Object slot = slots.get(offset + index);
    ArraySlots entries = dictionary;
    if (entries == null || slot == null) {
      return slot;
    }
    return entries.value(Math.toIntExact((Long) slot));
  }
}
