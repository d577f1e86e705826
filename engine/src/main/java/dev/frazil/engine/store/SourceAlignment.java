package dev.frazil.engine.store;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/// Appended rows in the shape of the version they are appended to.
final class SourceAlignment {
  private SourceAlignment() {}

  /// The rows with the version's columns, in its order and of its types.
  ///
  /// @param rows the rows, which stay the caller's to close
  /// @param schema the version's schema
  /// @param mode what columns of other types are made into
  /// @param key the profile, for messages
  /// @return the rows as the version has them
  /// @throws ColumnsMismatchException if the columns have other names
  /// @throws SchemaException if a column cannot be cast
  static RecordBatchSource align(
      RecordBatchSource rows, ArrowSchema schema, CastMode mode, ProfileKey key) {
    List<String> names = names(rows.schema());
    if (!new HashSet<>(names).equals(new HashSet<>(names(schema)))) {
      throw new ColumnsMismatchException(
          "Columns %s do not match existing columns %s for %s"
              .formatted(repr(names), repr(names(schema)), key));
    }
    if (!rows.schema().fields().equals(schema.fields())) {
      throw new SchemaException(
          "append: %s: expected %s, got %s (%s)"
              .formatted(key, schema.fields(), rows.schema().fields(), mode));
    }
    return rows;
  }

  private static List<String> names(ArrowSchema schema) {
    return schema.fields().stream().map(ArrowField::name).toList();
  }

  private static String repr(List<String> names) {
    return names.stream().map(PythonText::repr).collect(Collectors.joining(", ", "[", "]"));
  }
}
