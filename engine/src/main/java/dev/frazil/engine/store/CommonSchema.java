package dev.frazil.engine.store;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The one schema of several profiles that are read as one: they must have the same columns of the
/// same types, in any order and whatever the width of offsets. Where one of them may have nulls,
/// the whole may.
final class CommonSchema {
  private CommonSchema() {}

  /// The schema of all snapshots.
  ///
  /// @param snapshots one or more
  /// @return the columns of the first one, in its order
  /// @throws SchemaException if two of them do not agree; it names both profiles and the column
  static ArrowSchema of(List<Snapshot> snapshots) {
    Snapshot first = snapshots.getFirst();
    List<ArrowField> merged = new ArrayList<>(first.schema().fields());
    for (Snapshot other : snapshots.subList(1, snapshots.size())) {
      Map<String, ArrowField> columns = new HashMap<>();
      other.schema().fields().forEach(field -> columns.put(field.name(), field));
      for (int i = 0; i < merged.size(); i++) {
        ArrowField field = merged.get(i);
        ArrowField same = columns.remove(field.name());
        merged.set(i, requireMerged(first, field, other, same));
      }
      for (ArrowField extra : columns.values()) {
        throw disagreement(other, extra, first, null);
      }
    }
    return new ArrowSchema(merged, first.schema().metadata());
  }

  private static ArrowField requireMerged(
      Snapshot first, ArrowField field, Snapshot other, @Nullable ArrowField same) {
    ArrowField merged = same == null ? null : merge(field, same);
    if (merged == null) {
      throw disagreement(first, field, other, same);
    }
    return merged;
  }

  /// Two columns as one.
  ///
  /// @return null if their types differ
  private static @Nullable ArrowField merge(ArrowField one, ArrowField other) {
    if (!StoredSchema.layout(one.type()).equals(StoredSchema.layout(other.type()))
        || one.children().size() != other.children().size()) {
      return null;
    }
    List<ArrowField> children = new ArrayList<>();
    for (int i = 0; i < one.children().size(); i++) {
      ArrowField child = one.children().get(i);
      ArrowField merged = merge(child, other.children().get(i));
      if (merged == null || !child.name().equals(other.children().get(i).name())) {
        return null;
      }
      children.add(merged);
    }
    return new ArrowField(
        one.name(),
        one.type(),
        one.nullable() || other.nullable(),
        one.metadata(),
        one.indexType(),
        children);
  }

  private static SchemaException disagreement(
      Snapshot one, ArrowField field, Snapshot other, @Nullable ArrowField same) {
    return new SchemaException(
        "read: "
            + field.name()
            + ": expected "
            + shown(field)
            + " as in "
            + one.key()
            + ", got "
            + (same == null ? "no such column" : shown(same))
            + " in "
            + other.key());
  }

  private static String shown(ArrowField field) {
    return field.children().isEmpty()
        ? field.type().toString()
        : field.type()
            + " of "
            + field.children().stream().map(child -> child.name() + " " + shown(child)).toList();
  }
}
