package dev.frazil.engine.arrow;

import java.util.List;
import java.util.Map;

/// The columns of a record batch, in order. Immutable.
///
/// @param fields the columns
/// @param metadata key-value pairs of the schema
public record ArrowSchema(List<ArrowField> fields, Map<String, String> metadata) {
  /// Copies both.
  public ArrowSchema {
    fields = List.copyOf(fields);
    metadata = Map.copyOf(metadata);
  }

  /// A schema without metadata.
  ///
  /// @param fields the columns
  public ArrowSchema(List<ArrowField> fields) {
    this(fields, Map.of());
  }
}
