package dev.frazil.engine.schema;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.arrow.ArrowField;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A leaf of a Parquet schema and the Arrow column it is written from. Immutable.
///
/// @param column path, physical type, level and order
/// @param logicalType the annotation, or null for none
/// @param fieldId the field id, or empty
/// @param storage the Arrow field whose buffers are the PLAIN layout of the physical type
public record ParquetLeaf(
    LeafColumn column, @Nullable LogicalType logicalType, OptionalInt fieldId, ArrowField storage) {

  /// The leaf that holds a column without loss.
  ///
  /// @param field the Arrow column
  /// @param name the name of the leaf, one element of its path whatever it contains
  /// @return the leaf
  /// @throws dev.frazil.engine.SchemaException if the column cannot be written
  public static ParquetLeaf of(ArrowField field, String name) {
    LeafType type = LeafType.of(field);
    LeafColumn column =
        new LeafColumn(
            List.of(name),
            type.physicalType(),
            type.typeLength(),
            field.nullable() ? 1 : 0,
            type.order());
    ArrowField storage =
        new ArrowField(field.name(), type.storage(), field.nullable(), field.metadata(), null);
    return new ParquetLeaf(column, type.logicalType(), field.fieldId(), storage);
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
    return new ParquetLeaf(ordered, logicalType, fieldId, storage);
  }
}
