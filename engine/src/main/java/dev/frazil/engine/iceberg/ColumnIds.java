package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.mapping.NameMapping;
import org.jspecify.annotations.Nullable;

/// The field ids of a file's columns: its own, or those of a name mapping where it has none at all
/// (table specification, "Column Projection" and "Name Mapping Serialization").
final class ColumnIds {
  private static final String ELEMENT = "element";
  private static final String KEY = "key";
  private static final String VALUE = "value";

  private final String file;
  private final List<String> without = new ArrayList<>();
  private final Map<Integer, String> paths = new HashMap<>();

  private ColumnIds(String file) {
    this.file = file;
  }

  /// The columns with the ids that tables know them by; those that a name mapping leaves out have
  /// none.
  ///
  /// @param file the file's name, for messages
  /// @param columns its columns with the ids of the file
  /// @param mapping for a file without ids, or null for none
  /// @throws SchemaException if there are neither ids nor a mapping, if some columns have an id and
  ///   some have none, or if an id is negative or belongs to two columns
  static List<FileColumn> resolve(
      String file, List<FileColumn> columns, @Nullable NameMapping mapping) {
    ColumnIds found = new ColumnIds(file);
    found.visit(columns);
    if (!found.paths.isEmpty()) {
      found.requireNoneWithout();
      return columns;
    }
    if (mapping == null) {
      throw new SchemaException(
          "field ids: %s: expected ids in the file or a name mapping of the table, got neither"
              .formatted(file));
    }
    List<FileColumn> mapped = mapped(columns, mapping.asMappedFields());
    new ColumnIds(file).visit(mapped);
    return mapped;
  }

  /// Whether no column of a file has an id.
  static boolean none(String file, List<FileColumn> columns) {
    ColumnIds found = new ColumnIds(file);
    found.visit(columns);
    return found.paths.isEmpty();
  }

  private void requireNoneWithout() {
    if (!without.isEmpty()) {
      throw new SchemaException(
          "field ids: %s: expected an id of every column or of none, got none of %s"
              .formatted(file, String.join(", ", without)));
    }
  }

  private void visit(List<FileColumn> columns) {
    columns.forEach(this::visit);
  }

  private void visit(FileColumn column) {
    if (column.id().isEmpty()) {
      without.add(column.path());
    } else {
      int id = column.id().getAsInt();
      if (id < 0) {
        throw refused(column, "a field id of 0 or more", Integer.toString(id));
      }
      String other = paths.putIfAbsent(id, column.path());
      if (other != null) {
        throw refused(column, "a field id of its own", id + ", which " + other + " has too");
      }
    }
    switch (column.shape()) {
      case FileColumn.Shape.Struct(List<FileColumn> members) -> visit(members);
      case FileColumn.Shape.ListOf(FileColumn element) -> visit(element);
      case FileColumn.Shape.MapOf(FileColumn key, FileColumn value) -> visit(List.of(key, value));
      case FileColumn.Shape.Leaf _, FileColumn.Shape.Variant _, FileColumn.Shape.Other _ -> {}
    }
  }

  private SchemaException refused(FileColumn column, String expected, String found) {
    return new SchemaException(
        "field ids: %s: %s: expected %s, got %s".formatted(file, column.path(), expected, found));
  }

  private static List<FileColumn> mapped(List<FileColumn> columns, @Nullable MappedFields mapping) {
    return columns.stream().map(column -> mapped(column, column.name(), mapping)).toList();
  }

  private static FileColumn mapped(FileColumn column, String name, @Nullable MappedFields mapping) {
    MappedField field = field(mapping, name);
    MappedFields nested = field == null ? null : field.nestedMapping();
    FileColumn.Shape shape =
        switch (column.shape()) {
          case FileColumn.Shape.Struct(List<FileColumn> members) ->
              new FileColumn.Shape.Struct(mapped(members, nested));
          case FileColumn.Shape.ListOf(FileColumn element) ->
              new FileColumn.Shape.ListOf(mapped(element, ELEMENT, nested));
          case FileColumn.Shape.MapOf(FileColumn key, FileColumn value) ->
              new FileColumn.Shape.MapOf(mapped(key, KEY, nested), mapped(value, VALUE, nested));
          case FileColumn.Shape.Leaf leaf -> leaf;
          case FileColumn.Shape.Variant variant -> variant;
          case FileColumn.Shape.Other other -> other;
        };
    Integer id = field == null ? null : field.id();
    return column.with(id == null ? OptionalInt.empty() : OptionalInt.of(id), shape);
  }

  private static @Nullable MappedField field(@Nullable MappedFields mapping, String name) {
    if (mapping == null) {
      return null;
    }
    for (MappedField field : mapping.fields()) {
      if (field.names().contains(name)) {
        return field;
      }
    }
    return null;
  }
}
