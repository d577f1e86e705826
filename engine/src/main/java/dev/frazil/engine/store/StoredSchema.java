package dev.frazil.engine.store;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.PlainLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a version says of its columns: names, types and metadata, and nothing of how the batches
/// that it was made of were encoded. Dictionaries and runs are stored as their values, list views
/// as lists, views of strings as strings; widths of offsets stay.
final class StoredSchema {
  private StoredSchema() {}

  /// The schema of a version that is made of batches.
  ///
  /// @param batches the schema of the batches
  /// @return the schema to store
  /// @throws SchemaException if there is no column, or two columns, or two members of a struct, of
  ///   one name; names of other case are other names, and a name may be empty
  static ArrowSchema of(ArrowSchema batches) {
    if (batches.fields().isEmpty()) {
      throw new SchemaException("store: schema: expected one column or more, got none");
    }
    return new ArrowSchema(fields(batches.fields(), ""), batches.metadata());
  }

  private static List<ArrowField> fields(List<ArrowField> fields, String above) {
    Set<String> names = new HashSet<>();
    for (ArrowField field : fields) {
      if (!names.add(field.name())) {
        throw new SchemaException(
            "store: %s%s: expected one column of the name, got several"
                .formatted(above, field.name()));
      }
    }
    return fields.stream().map(field -> stored(PlainLayout.field(field), above)).toList();
  }

  private static ArrowField stored(ArrowField field, String above) {
    ArrowType type =
        switch (field.type()) {
          case ArrowType.Utf8View() -> new ArrowType.Utf8(false);
          case ArrowType.BinaryView() -> new ArrowType.Binary(false);
          default -> field.type();
        };
    List<ArrowField> children = fields(field.children(), above + field.name() + ".");
    return new ArrowField(field.name(), type, field.nullable(), field.metadata(), null, children);
  }

  /// The schema without field ids, so that columns are found by their names alone.
  ///
  /// @param schema the schema of a version
  /// @return the same columns
  static ArrowSchema byName(ArrowSchema schema) {
    return new ArrowSchema(
        schema.fields().stream().map(StoredSchema::withoutIds).toList(), schema.metadata());
  }

  private static ArrowField withoutIds(ArrowField field) {
    Map<String, String> metadata = new HashMap<>(field.metadata());
    metadata.remove(ArrowField.FIELD_ID);
    return new ArrowField(
        field.name(),
        field.type(),
        field.nullable(),
        metadata,
        field.indexType(),
        field.children().stream().map(StoredSchema::withoutIds).toList());
  }

  /// Refuses batches whose types are not those of a version, layouts aside.
  ///
  /// @param batches what they have, with the same names as the version
  /// @param version what the version has
  /// @throws SchemaException naming the first column that differs
  static void requireSameTypes(List<ArrowField> batches, List<ArrowField> version, String above) {
    for (ArrowField expected : version) {
      String path = above + expected.name();
      ArrowField got =
          batches.stream()
              .filter(field -> field.name().equals(expected.name()))
              .findFirst()
              .map(PlainLayout::field)
              .orElseThrow(() -> differs(path, expected.type().toString(), "none"));
      requireSameType(got, expected, path);
    }
    if (batches.size() > version.size()) {
      List<String> names = version.stream().map(ArrowField::name).toList();
      batches.stream()
          .filter(field -> !names.contains(field.name()))
          .findFirst()
          .ifPresent(field -> {
            throw differs(above + field.name(), "none", field.type().toString());
          });
    }
  }

  private static void requireSameType(ArrowField got, ArrowField expected, String path) {
    if (!layout(got.type()).equals(layout(expected.type()))
        || !extension(got).equals(extension(expected))) {
      throw differs(path, described(expected), described(got));
    }
    if (expected.type() instanceof ArrowType.Struct) {
      requireSameTypes(got.children(), expected.children(), path + ".");
      return;
    }
    // the names of elements, keys and values mean nothing
    for (int i = 0; i < expected.children().size(); i++) {
      ArrowField child = PlainLayout.field(got.children().get(i));
      requireSameType(child, expected.children().get(i), path + "." + child.name());
    }
  }

  /// A type that says nothing of its layout: of the width of offsets, of views, of sorted keys.
  static ArrowType layout(ArrowType type) {
    return switch (type) {
      case ArrowType.Utf8 _, ArrowType.Utf8View _ -> new ArrowType.Utf8(false);
      case ArrowType.Binary _, ArrowType.BinaryView _ -> new ArrowType.Binary(false);
      case ArrowType.List _, ArrowType.ListView _ -> new ArrowType.List(false);
      case ArrowType.Map _ -> new ArrowType.Map(false);
      default -> type;
    };
  }

  private static String extension(ArrowField field) {
    return field.metadata().getOrDefault(ArrowField.EXTENSION_NAME, "");
  }

  private static String described(ArrowField field) {
    String extension = extension(field);
    return extension.isEmpty() ? field.type().toString() : extension + " over " + field.type();
  }

  private static SchemaException differs(String path, String expected, String got) {
    return new SchemaException(
        "append: %s: expected %s as the version has it, got %s".formatted(path, expected, got));
  }
}
