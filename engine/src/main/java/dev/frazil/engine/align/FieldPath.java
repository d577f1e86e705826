package dev.frazil.engine.align;

import java.util.ArrayList;
import java.util.List;

/// Where a field of the target stands; see [TargetDefaults].
///
/// @param names the names from the column down
record FieldPath(List<String> names) {
  static final FieldPath ROOT = new FieldPath(List.of());

  FieldPath then(String name) {
    List<String> longer = new ArrayList<>(names);
    longer.add(name);
    return new FieldPath(List.copyOf(longer));
  }

  /// What stands before the names of members in messages.
  String prefix() {
    return names.isEmpty() ? "" : this + ".";
  }

  @Override
  public String toString() {
    return String.join(".", names);
  }
}
