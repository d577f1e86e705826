package dev.frazil.engine.schema;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.engine.arrow.ArrowField;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A leaf of a Parquet schema and the Arrow column it is written from.
///
/// @param column path, physical type, level and order
/// @param logicalType the annotation, or null for none
/// @param fieldId the field id, or empty
/// @param storage the Arrow field whose buffers are the PLAIN layout of the physical type
public record ParquetLeaf(
    LeafColumn column,
    @Nullable LogicalType logicalType,
    OptionalInt fieldId,
    ArrowField storage) {}
