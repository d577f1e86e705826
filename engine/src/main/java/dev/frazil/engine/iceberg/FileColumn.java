package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.FileMetadata;
import java.util.List;
import java.util.OptionalInt;

/// A column of a Parquet file, or a field of one, as a table sees it: the groups that make a list
/// or a map are one type.
///
/// @param field the outermost field of it in the file's schema
/// @param id its field id, or empty
/// @param optional whether it may be null where the one around it is not
/// @param shape what it holds
record FileColumn(FileMetadata.Field field, OptionalInt id, boolean optional, Shape shape) {

  /// What a column holds.
  sealed interface Shape {
    /// Values of a physical type.
    ///
    /// @param position the leaf among all leaves of the file, from 0
    /// @param nullable whether it has definition levels: it, or what is around it, may be missing
    record Leaf(int position, boolean nullable) implements Shape {}

    /// Fields side by side.
    ///
    /// @param members the fields
    record Struct(List<FileColumn> members) implements Shape {}

    /// A list.
    ///
    /// @param element its elements
    record ListOf(FileColumn element) implements Shape {}

    /// A map.
    ///
    /// @param key its keys
    /// @param value its values
    record MapOf(FileColumn key, FileColumn value) implements Shape {}

    /// A variant, whose fields are its own affair.
    record Variant() implements Shape {}

    /// Groups that no table type is made of.
    ///
    /// @param found what they are
    record Other(String found) implements Shape {}
  }

  /// The name of the field.
  String name() {
    return field.path().getLast();
  }

  /// Names from below the root.
  String path() {
    return String.join(".", field.path());
  }

  /// This column with another id and other fields.
  FileColumn with(OptionalInt newId, Shape newShape) {
    return new FileColumn(field, newId, optional, newShape);
  }
}
