package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Rows as the slots of leaves, by the plainest reading of the format (README.md, "Nested
/// Encoding"): one call a value.
final class Shredder {
  private final List<ExpectedLeaf> leaves;

  /// @param leaves where slots are added, in schema order
  Shredder(List<ExpectedLeaf> leaves) {
    this.leaves = leaves;
  }

  /// Adds the rows of a batch.
  void add(BatchValues batch) {
    int leaf = 0;
    for (ColumnValues column : batch.columns()) {
      for (Object value : column.values()) {
        add(column.field(), value, leaf, 0, 0, 0);
      }
      leaf += leafCount(column.field());
    }
  }

  /// Adds a value of a field.
  ///
  /// @param encoded the field
  /// @param value its value, or null
  /// @param leaf the first leaf below the field
  /// @param repetition the repetition level of its first slot
  /// @param definition how many optional and repeated fields above are defined
  /// @param depth how many repeated fields are above
  private void add(
      ArrowField encoded,
      @Nullable Object value,
      int leaf,
      int repetition,
      int definition,
      int depth) {
    ArrowField field = ExpectedSchema.resolved(encoded);
    if (value == null) {
      Expect.that("null in " + field, field.nullable());
      addNone(field, leaf, repetition, definition);
      return;
    }
    int defined = definition + (field.nullable() ? 1 : 0);
    switch (value) {
      case Map<?, ?> struct -> {
        int next = leaf;
        for (ArrowField child : field.children()) {
          add(child, struct.get(child.name()), next, repetition, defined, depth);
          next += leafCount(child);
        }
      }
      case List<?> list -> addList(field, list, leaf, repetition, defined, depth);
      default -> {
        ExpectedLeaf slots = leaves.get(leaf);
        slots.add(repetition, defined, slots.column().fileValue(value));
      }
    }
  }

  private void addList(
      ArrowField field, List<?> list, int leaf, int repetition, int definition, int depth) {
    if (list.isEmpty()) {
      addNone(field, leaf, repetition, definition);
    }
    ArrowField child = field.children().getFirst();
    for (int i = 0; i < list.size(); i++) {
      int level = i == 0 ? repetition : depth + 1;
      if (list.get(i) instanceof Map.Entry<?, ?> entry) {
        ArrowField key = child.children().get(0);
        add(key, Expect.present("key", entry.getKey()), leaf, level, definition + 1, depth + 1);
        add(
            child.children().get(1),
            entry.getValue(),
            leaf + leafCount(key),
            level,
            definition + 1,
            depth + 1);
      } else {
        add(child, list.get(i), leaf, level, definition + 1, depth + 1);
      }
    }
  }

  private void addNone(ArrowField field, int leaf, int repetition, int definition) {
    for (int i = 0; i < leafCount(field); i++) {
      leaves.get(leaf + i).add(repetition, definition, null);
    }
  }

  /// How many leaves a field has.
  static int leafCount(ArrowField encoded) {
    ArrowField field = ExpectedSchema.resolved(encoded);
    return field.type() instanceof ArrowType.Struct || !field.children().isEmpty()
        ? field.children().stream().mapToInt(Shredder::leafCount).sum()
        : 1;
  }
}
