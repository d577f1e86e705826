package dev.frazil.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The slots of a leaf: what stands between two of its pages' headers, decoded.
///
/// @param column the leaf
/// @param repetitions the repetition level of each slot
/// @param definitions the definition level of each slot
/// @param values the value in the file of each slot, null where it has none
record ExpectedLeaf(
    ParquetColumn column,
    List<Integer> repetitions,
    List<Integer> definitions,
    List<@Nullable Object> values) {

  ExpectedLeaf(ParquetColumn column) {
    this(column, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  /// Adds a slot.
  void add(int repetition, int definition, @Nullable Object value) {
    repetitions.add(repetition);
    definitions.add(definition);
    values.add(value);
  }

  /// How many slots there are.
  int size() {
    return values.size();
  }

  /// How many rows begin in these slots.
  int rowCount() {
    return (int) repetitions.stream().filter(level -> level == 0).count();
  }

  /// A range of slots.
  ExpectedLeaf slots(int start, int end) {
    return new ExpectedLeaf(
        column,
        repetitions.subList(start, end),
        definitions.subList(start, end),
        values.subList(start, end));
  }

  /// The slots of a range of rows.
  ExpectedLeaf rows(int start, int end) {
    int from = -1;
    int row = -1;
    for (int i = 0; i < size(); i++) {
      if (repetitions.get(i) == 0) {
        row++;
        if (row == start && from < 0) {
          from = i;
        }
        if (row == end) {
          return slots(from, i);
        }
      }
    }
    return slots(from < 0 ? size() : from, size());
  }

  /// How many slots stand at each level.
  ///
  /// @param levels one of the lists of levels
  /// @param largest the largest level of the leaf
  static List<Long> histogram(List<Integer> levels, int largest) {
    long[] counts = new long[largest + 1];
    levels.forEach(level -> counts[level]++);
    return Arrays.stream(counts).boxed().toList();
  }
}
