package dev.frazil.engine.schema;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.arrow.ArrowField;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A leaf of a Parquet schema and the Arrow column it is written from. Immutable.
///
/// @param column path, physical type, levels and order
/// @param repetition required or optional; a repeated leaf is never written
/// @param logicalType the annotation, or null for none
/// @param fieldId the field id, or empty
/// @param storage the Arrow field whose buffers are the PLAIN layout of the physical type; below
///   the top level it has the path of the leaf as its name
/// @param way from the batch to the Arrow column, at least one step
public record ParquetLeaf(
    LeafColumn column,
    Repetition repetition,
    @Nullable LogicalType logicalType,
    OptionalInt fieldId,
    ArrowField storage,
    List<Step> way)
    implements ParquetField {

  /// Copies the way. Written out because javac does not carry the nullness of a compact
  /// constructor's parameters into the class file.
  ///
  /// @param column path, physical type, levels and order
  /// @param repetition required or optional
  /// @param logicalType the annotation, or null for none
  /// @param fieldId the field id, or empty
  /// @param storage the Arrow field whose buffers are the PLAIN layout of the physical type
  /// @param way from the batch to the Arrow column
  public ParquetLeaf(
      LeafColumn column,
      Repetition repetition,
      @Nullable LogicalType logicalType,
      OptionalInt fieldId,
      ArrowField storage,
      List<Step> way) {
    this.column = column;
    this.repetition = repetition;
    this.logicalType = logicalType;
    this.fieldId = fieldId;
    this.storage = storage;
    this.way = List.copyOf(way);
  }

  /// One step from an Arrow column to one of its children, runs and dictionaries looked through.
  ///
  /// @param child the child's number; in the first step the number of the batch's column
  /// @param optional whether its nulls are nulls of the Parquet schema; where it is not, a null
  ///   under a valid parent is an error
  /// @param path the Parquet path to it, joined by dots: for messages
  public record Step(int child, boolean optional, String path) {}

  @Override
  public String name() {
    return column.path().getLast();
  }

  /// The column of the batch that the leaf is part of.
  ///
  /// @return its number from 0
  public int sourceColumn() {
    return way.getFirst().child();
  }

  /// The same leaf with its bounds in another order.
  ///
  /// @param order an order of the physical type
  /// @return the leaf
  public ParquetLeaf withOrder(ValueOrder order) {
    LeafColumn ordered =
        new LeafColumn(
            column.path(),
            column.type(),
            column.typeLength(),
            column.maxDefinitionLevel(),
            column.maxRepetitionLevel(),
            order);
    return new ParquetLeaf(ordered, repetition, logicalType, fieldId, storage, way);
  }
}
