package dev.frazil.fuzz;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The slots of an array's buffers.
///
/// @param values a value a slot, null for a null one
/// @param offset slots in front of the array: they belong to nobody
record Slots(List<@Nullable Object> values, int offset) {

  /// Slots with others in front that nobody sees.
  ///
  /// @param offset how many
  /// @param hidden what is in them
  /// @param values the slots of the array
  static Slots behind(
      int offset, Supplier<? extends @Nullable Object> hidden, List<@Nullable Object> values) {
    List<@Nullable Object> all = new ArrayList<>(offset + values.size());
    for (int i = 0; i < offset; i++) {
      all.add(hidden.get());
    }
    all.addAll(values);
    return new Slots(all, offset);
  }

  /// All slots, the ones in front included.
  int size() {
    return values.size();
  }

  /// `length` of the array.
  int length() {
    return values.size() - offset;
  }

  /// `null_count` of the array.
  int nulls() {
    return Collections.frequency(values.subList(offset, values.size()), null);
  }
}
