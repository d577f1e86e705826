package dev.frazil.engine.schema;

import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A field of a Parquet schema below the root: a group of fields, or a leaf. Immutable.
public sealed interface ParquetField permits ParquetField.Group, ParquetLeaf {
  /// How often a field occurs in the field above it (parquet.thrift, `FieldRepetitionType`).
  enum Repetition {
    /// Once.
    REQUIRED,
    /// At most once.
    OPTIONAL,
    /// Any number of times.
    REPEATED
  }

  /// The name below the group.
  ///
  /// @return one element of the path, whatever it contains
  String name();

  /// How often the field occurs.
  ///
  /// @return the repetition
  Repetition repetition();

  /// The annotation.
  ///
  /// @return the logical type, or null for none
  @Nullable LogicalType logicalType();

  /// The field id.
  ///
  /// @return the id, or empty
  OptionalInt fieldId();

  /// A group: a struct, a list, a map, a variant, or the repeated group inside a list or a map.
  ///
  /// @param name the name below the group above
  /// @param repetition how often it occurs
  /// @param logicalType LIST, MAP or VARIANT, or null for none
  /// @param fieldId the field id, or empty
  /// @param children the members in order, at least one
  record Group(
      String name,
      Repetition repetition,
      @Nullable LogicalType logicalType,
      OptionalInt fieldId,
      List<ParquetField> children)
      implements ParquetField {
    /// Copies the members. Written out because javac does not carry the nullness of a compact
    /// constructor's parameters into the class file.
    ///
    /// @param name the name below the group above
    /// @param repetition how often it occurs
    /// @param logicalType LIST, MAP or VARIANT, or null for none
    /// @param fieldId the field id, or empty
    /// @param children the members in order, at least one
    public Group(
        String name,
        Repetition repetition,
        @Nullable LogicalType logicalType,
        OptionalInt fieldId,
        List<ParquetField> children) {
      this.name = name;
      this.repetition = repetition;
      this.logicalType = logicalType;
      this.fieldId = fieldId;
      this.children = List.copyOf(children);
    }
  }
}
