package dev.frazil.engine.schema;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The schema of a Parquet file and the Arrow schema it is written from. Immutable.
public final class ParquetSchema {
  private final String name;
  private final ArrowSchema source;
  private final List<ParquetField> fields;
  private final List<ParquetLeaf> leaves;

  /// Checks that the fields can stand in one file.
  ///
  /// @param name the root's name: `schema`, or `table` for Iceberg; readers do not look at it
  /// @param source the Arrow schema that batches must have
  /// @param fields one a column of `source`, in its order, at least one
  /// @throws SchemaException if there is no field, not one a column, two below one group with the
  ///   same name, or two with the same field id
  public ParquetSchema(String name, ArrowSchema source, List<ParquetField> fields) {
    this.name = name;
    this.source = source;
    this.fields = List.copyOf(fields);
    if (fields.isEmpty()) {
      throw new SchemaException("schema: " + name + ": expected at least one column, got none");
    }
    if (fields.size() != source.fields().size()) {
      throw new SchemaException(
          "schema: %s: expected a field for each of %d columns, got %d"
              .formatted(name, source.fields().size(), fields.size()));
    }
    List<ParquetLeaf> found = new ArrayList<>();
    requireDistinct(this.fields, "", new HashMap<>(), found);
    leaves = List.copyOf(found);
  }

  /// Checks names and ids, and collects the leaves.
  private static void requireDistinct(
      List<ParquetField> fields,
      String prefix,
      Map<Integer, String> ids,
      List<ParquetLeaf> leaves) {
    Set<String> names = new HashSet<>();
    for (ParquetField field : fields) {
      String path = prefix + field.name();
      if (!names.add(field.name())) {
        throw new SchemaException("schema: " + path + ": expected distinct names, got two alike");
      }
      OptionalInt id = field.fieldId();
      String other = id.isPresent() ? ids.put(id.getAsInt(), path) : null;
      if (other != null) {
        throw new SchemaException(
            "schema: %s: expected distinct field ids, got %d as for %s"
                .formatted(path, id.getAsInt(), other));
      }
      switch (field) {
        case ParquetField.Group group -> requireDistinct(group.children(), path + ".", ids, leaves);
        case ParquetLeaf leaf -> leaves.add(leaf);
      }
    }
  }

  /// The schema under which batches of `source` are written without loss, with the columns' names
  /// and field ids, below a root named `schema`.
  ///
  /// Structs become groups, lists of every layout `LIST` groups of `list.element`, maps `MAP`
  /// groups of `key_value.key` and `key_value.value` (LogicalTypes.md, "Nested Types"); columns of
  /// runs and dictionaries are written as their values.
  ///
  /// @param source the schema of the batches
  /// @return the Parquet schema
  /// @throws SchemaException if a column cannot be written, or two have one name or one field id
  public static ParquetSchema of(ArrowSchema source) {
    return of("schema", source, UnaryOperator.identity());
  }

  /// As [#of(ArrowSchema)], under a root name of its own and with columns and members of structs
  /// renamed.
  ///
  /// @param name the root's name
  /// @param source the schema of the batches
  /// @param rename from the name of an Arrow column to the name of its field
  /// @return the Parquet schema
  /// @throws SchemaException if a column cannot be written, or two have one name or one field id
  public static ParquetSchema of(String name, ArrowSchema source, UnaryOperator<String> rename) {
    return new ParquetSchema(name, source, new SchemaTree(rename).fields(source.fields()));
  }

  /// The root's name.
  ///
  /// @return a name that readers do not look at
  public String name() {
    return name;
  }

  /// The schema of the batches.
  ///
  /// @return the Arrow schema
  public ArrowSchema source() {
    return source;
  }

  /// The fields right below the root.
  ///
  /// @return one a column of the source, in its order
  public List<ParquetField> fields() {
    return fields;
  }

  /// The leaves in the order of the schema, which is that of the chunks of a row group.
  ///
  /// @return at least one leaf
  public List<ParquetLeaf> leaves() {
    return leaves;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParquetSchema that
        && name.equals(that.name)
        && source.equals(that.source)
        && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, source, fields);
  }

  @Override
  public String toString() {
    return "ParquetSchema[name=" + name + ", fields=" + fields + "]";
  }
}
