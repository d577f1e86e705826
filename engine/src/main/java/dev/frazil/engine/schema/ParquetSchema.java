package dev.frazil.engine.schema;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The schema of a Parquet file and the Arrow schema it is written from. Immutable.
///
/// @param name the root's name: `schema`, or `table` for Iceberg; readers do not look at it
/// @param source the Arrow schema that batches must have
/// @param leaves one a column of `source`, in its order, at least one
public record ParquetSchema(String name, ArrowSchema source, List<ParquetLeaf> leaves) {

  /// Checks that the leaves can stand in one file.
  ///
  /// @throws SchemaException if there is no leaf, not one a column, two with the same path, or two
  ///   with the same field id
  public ParquetSchema {
    leaves = List.copyOf(leaves);
    if (leaves.isEmpty()) {
      throw new SchemaException("schema: " + name + ": expected at least one column, got none");
    }
    if (leaves.size() != source.fields().size()) {
      throw new SchemaException(
          "schema: %s: expected a leaf for each of %d columns, got %d"
              .formatted(name, source.fields().size(), leaves.size()));
    }
    requireDistinct(leaves);
  }

  private static void requireDistinct(List<ParquetLeaf> leaves) {
    Set<List<String>> paths = new HashSet<>();
    Map<Integer, String> ids = new HashMap<>();
    for (ParquetLeaf leaf : leaves) {
      String display = leaf.column().displayName();
      if (!paths.add(leaf.column().path())) {
        throw new SchemaException(
            "schema: " + display + ": expected distinct names, got two alike");
      }
      OptionalInt id = leaf.fieldId();
      String other = id.isPresent() ? ids.put(id.getAsInt(), display) : null;
      if (other != null) {
        throw new SchemaException(
            "schema: %s: expected distinct field ids, got %d as for %s"
                .formatted(display, id.getAsInt(), other));
      }
    }
  }

  /// The schema under which batches of `source` are written without loss, with the columns' names
  /// and field ids, below a root named `schema`.
  ///
  /// @param source the schema of the batches
  /// @return the Parquet schema
  /// @throws SchemaException if a column cannot be written, or two have one name or one field id
  public static ParquetSchema of(ArrowSchema source) {
    return of("schema", source, UnaryOperator.identity());
  }

  /// As [#of(ArrowSchema)], under a root name of its own and with the columns renamed.
  ///
  /// @param name the root's name
  /// @param source the schema of the batches
  /// @param rename from the name of an Arrow column to the name of its leaf
  /// @return the Parquet schema
  /// @throws SchemaException if a column cannot be written, or two have one name or one field id
  public static ParquetSchema of(String name, ArrowSchema source, UnaryOperator<String> rename) {
    List<ParquetLeaf> leaves = new ArrayList<>(source.fields().size());
    for (ArrowField field : source.fields()) {
      leaves.add(ParquetLeaf.of(field, rename.apply(field.name())));
    }
    return new ParquetSchema(name, source, leaves);
  }
}
