package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.file.FileMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// Which leaf of a file holds which column of a table, by field id, after a check that a reader of
/// the table can read it.
final class SchemaFit {
  private final String file;
  private final Set<Integer> constants;
  private final List<FittedLeaf> leaves = new ArrayList<>();

  private SchemaFit(String file, Set<Integer> constants) {
    this.file = file;
    this.constants = constants;
  }

  /// A leaf of the file that is a column of the table, or a part of one.
  ///
  /// @param id its field id
  /// @param type its type in the table
  /// @param required whether the table allows no null in it
  /// @param field the leaf
  /// @param position the leaf among all leaves of the file, from 0
  /// @param nullable whether it, or a group around it, may be missing
  /// @param counted whether it has metrics: nothing inside lists and maps has
  record FittedLeaf(
      int id,
      Type.PrimitiveType type,
      boolean required,
      FileMetadata.Field field,
      int position,
      boolean nullable,
      boolean counted) {}

  /// Where the values of a column are found in the file.
  ///
  /// @param required whether the table allows no null in it, nor in what is around it
  /// @param counted whether no list or map is around it
  private record Place(boolean required, boolean counted) {
    Place inside(boolean alsoRequired) {
      return new Place(required && alsoRequired, counted);
    }

    Place repeated() {
      return new Place(false, false);
    }
  }

  /// Fits a file to a table.
  ///
  /// @param file the file's name, for messages
  /// @param columns its columns with their ids
  /// @param schema the table's schema
  /// @param constants ids of columns that readers take from the partition when the file lacks them
  /// @return the leaves of the file that are in the table, in no order
  /// @throws SchemaException if a column has another type than in the table and is not promoted to
  ///   it, if a required column without a default is missing, or if no column is in the table
  static List<FittedLeaf> of(
      String file, List<FileColumn> columns, Schema schema, Set<Integer> constants) {
    SchemaFit fit = new SchemaFit(file, constants);
    int found = fit.struct(columns, schema.asStruct(), "", new Place(true, true));
    if (found == 0) {
      throw fit.refused("columns", "one of the table at least", "none of their field ids");
    }
    return fit.leaves;
  }

  private int struct(
      List<FileColumn> columns, Types.StructType struct, String prefix, Place place) {
    Map<Integer, FileColumn> byId = new HashMap<>();
    for (FileColumn column : columns) {
      column.id().ifPresent(id -> byId.put(id, column));
    }
    int found = 0;
    for (Types.NestedField field : struct.fields()) {
      String path = prefix + field.name();
      FileColumn column = byId.get(field.fieldId());
      if (column != null) {
        found++;
        fit(column, field.fieldId(), field.type(), path, place.inside(field.isRequired()));
      } else if (field.isRequired()
          && field.initialDefault() == null
          && !constants.contains(field.fieldId())) {
        throw refused(path, "the required column, field id " + field.fieldId(), "none");
      }
    }
    return found;
  }

  private void fit(FileColumn column, int id, Type type, String path, Place place) {
    switch (column.shape()) {
      case FileColumn.Shape.Leaf leaf -> leaf(column, leaf, id, type, path, place);
      case FileColumn.Shape.Struct(List<FileColumn> members) when type.isStructType() ->
          struct(members, type.asStructType(), path + ".", place);
      case FileColumn.Shape.ListOf(FileColumn element) when type.isListType() -> {
        Types.NestedField field = type.asListType().fields().getFirst();
        inner(element, field, path, place);
      }
      case FileColumn.Shape.MapOf(FileColumn key, FileColumn value) when type.isMapType() -> {
        List<Types.NestedField> fields = type.asMapType().fields();
        inner(key, fields.getFirst(), path, place);
        inner(value, fields.getLast(), path, place);
      }
      case FileColumn.Shape.Variant _ when type.typeId() == Type.TypeID.VARIANT -> {}
      case FileColumn.Shape.Struct _,
          FileColumn.Shape.ListOf _,
          FileColumn.Shape.MapOf _,
          FileColumn.Shape.Variant _,
          FileColumn.Shape.Other _ ->
          throw refused(path, type.toString(), found(column.shape()));
    }
  }

  /// An element, a key or a value: there is one in the file, and it has to be the table's.
  private void inner(FileColumn column, Types.NestedField field, String path, Place place) {
    String innerPath = path + "." + field.name();
    if (column.id().orElse(-1) != field.fieldId()) {
      throw refused(
          innerPath,
          "field id " + field.fieldId(),
          column.id().isPresent() ? Integer.toString(column.id().getAsInt()) : "none");
    }
    fit(column, field.fieldId(), field.type(), innerPath, place.repeated());
  }

  private void leaf(
      FileColumn column, FileColumn.Shape.Leaf leaf, int id, Type type, String path, Place place) {
    if (type.typeId() == Type.TypeID.UNKNOWN) {
      return;
    }
    if (!type.isPrimitiveType() || !LeafReading.possible(column.field(), type.asPrimitiveType())) {
      throw refused(path, type.toString(), described(column.field()));
    }
    leaves.add(
        new FittedLeaf(
            id,
            type.asPrimitiveType(),
            place.required(),
            column.field(),
            leaf.position(),
            leaf.nullable(),
            place.counted()));
  }

  private static String found(FileColumn.Shape shape) {
    return switch (shape) {
      case FileColumn.Shape.Leaf _ -> "a value";
      case FileColumn.Shape.Struct _ -> "a struct";
      case FileColumn.Shape.ListOf _ -> "a list";
      case FileColumn.Shape.MapOf _ -> "a map";
      case FileColumn.Shape.Variant _ -> "a variant";
      case FileColumn.Shape.Other(String found) -> found;
    };
  }

  /// The type of a leaf for messages.
  static String described(FileMetadata.Field leaf) {
    String physical = Objects.requireNonNull(leaf.type()).name();
    @Nullable String annotation = leaf.annotation();
    String width = leaf.typeLength() == 0 ? "" : "(" + leaf.typeLength() + ")";
    return physical + width + (annotation == null ? "" : " of " + annotation);
  }

  private SchemaException refused(String path, String expected, String found) {
    return new SchemaException(
        "fit to the table: %s: %s: expected %s, got %s".formatted(file, path, expected, found));
  }
}
