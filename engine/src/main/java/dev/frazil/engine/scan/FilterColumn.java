package dev.frazil.engine.scan;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.file.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A column that a filter looks at, or a member of structs in one. Immutable.
///
/// @param path names from the top-level column on
/// @param way the number of the top-level column, then of the member in each struct
/// @param field its field
record FilterColumn(List<String> path, List<Integer> way, ArrowField field) {
  /// Finds a column.
  ///
  /// @param schema the schema of the scan
  /// @param path names from the top-level column on
  /// @throws SchemaException if there is none, or more than one
  static FilterColumn of(ArrowSchema schema, List<String> path) {
    List<ArrowField> fields = schema.fields();
    List<Integer> way = new ArrayList<>();
    ArrowField field = null;
    for (int i = 0; i < path.size(); i++) {
      if (field != null && !(field.type() instanceof ArrowType.Struct)) {
        throw new SchemaException(
            "filter: %s: expected %s to be a struct, got %s"
                .formatted(text(path), text(path.subList(0, i)), field.type()));
      }
      int found = find(fields, path, i);
      way.add(found);
      field = fields.get(found);
      fields = field.children();
    }
    if (field == null) {
      throw new IllegalArgumentException("filter: expected a column, got an empty path");
    }
    return new FilterColumn(List.copyOf(path), List.copyOf(way), field);
  }

  private static int find(List<ArrowField> fields, List<String> path, int depth) {
    String name = path.get(depth);
    int found = -1;
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        if (found >= 0) {
          throw new SchemaException(
              "filter: %s: expected one column of the name, got several".formatted(text(path)));
        }
        found = i;
      }
    }
    if (found < 0) {
      throw new SchemaException(
          "filter: %s: expected one of %s, got none of them"
              .formatted(
                  text(path),
                  fields.stream()
                      .map(field -> ColumnPath.format(List.of(field.name())))
                      .collect(Collectors.joining(", "))));
    }
    return found;
  }

  /// The number of the top-level column.
  int top() {
    return way.getFirst();
  }

  /// The same column among some of the top-level ones.
  ///
  /// @param columns their numbers, that of this one among them
  FilterColumn among(List<Integer> columns) {
    List<Integer> moved = new ArrayList<>(way);
    moved.set(0, columns.indexOf(top()));
    return new FilterColumn(path, List.copyOf(moved), field);
  }

  ArrowType type() {
    return field.type();
  }

  /// The path as text.
  String text() {
    return text(path);
  }

  private static String text(List<String> path) {
    return ColumnPath.format(path);
  }
}
