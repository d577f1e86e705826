package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.schema.ParquetSchema;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.avro.AvroSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/// From a table's schema to what its batches and files look like, and back for a new table.
///
/// Fields of type `unknown` hold nothing but nulls and are in no file, so they are in neither
/// schema, at any depth.
public final class IcebergSchemas {
  private static final String ROOT = "table";

  private static final Set<Type.TypeID> V3_TYPES =
      EnumSet.of(
          Type.TypeID.TIMESTAMP_NANO,
          Type.TypeID.UNKNOWN,
          Type.TypeID.VARIANT,
          Type.TypeID.GEOMETRY,
          Type.TypeID.GEOGRAPHY);

  private IcebergSchemas() {}

  /// The Arrow schema that batches of a table are aligned to: its columns in order, each with its
  /// field id in the metadata, and so is everything below them. Variants are
  /// `arrow.parquet.variant`, geometries and geographies `geoarrow.wkb`.
  ///
  /// @param schema a table's schema
  /// @return the canonical Arrow schema
  /// @throws SchemaException if a list, a map or a struct has nothing that stands in files, because
  ///   what is below it is `unknown`
  public static ArrowSchema arrowSchema(Schema schema) {
    return new ArrowSchema(CanonicalFields.of(schema.columns(), ""));
  }

  /// The columns that stand in files, without what is `unknown` below them.
  static Schema written(Schema schema) {
    return new Schema(written(schema.columns()));
  }

  private static List<Types.NestedField> written(List<Types.NestedField> fields) {
    List<Types.NestedField> written = new ArrayList<>();
    for (Types.NestedField field : fields) {
      if (!CanonicalFields.isUnknown(field.type())) {
        written.add(Types.NestedField.from(field).ofType(written(field.type())).build());
      }
    }
    return written;
  }

  private static Type written(Type type) {
    return switch (type) {
      case Types.StructType struct -> Types.StructType.of(written(struct.fields()));
      case Types.ListType list -> {
        Type element = written(list.elementType());
        yield list.isElementOptional()
            ? Types.ListType.ofOptional(list.elementId(), element)
            : Types.ListType.ofRequired(list.elementId(), element);
      }
      case Types.MapType map -> {
        Type key = written(map.keyType());
        Type value = written(map.valueType());
        yield map.isValueOptional()
            ? Types.MapType.ofOptional(map.keyId(), map.valueId(), key, value)
            : Types.MapType.ofRequired(map.keyId(), map.valueId(), key, value);
      }
      default -> type;
    };
  }

  /// The schema of a table's Parquet files: a root called `table`, field ids, and names in which
  /// every character that Avro does not allow is escaped, as Iceberg's own writers do it.
  ///
  /// @param schema a table's schema
  /// @return the schema, whose source is [#arrowSchema(Schema)]
  /// @throws SchemaException if [#arrowSchema(Schema)] does, if nothing is left to write, or if two
  ///   names of one struct come out the same
  public static ParquetSchema parquetSchema(Schema schema) {
    ArrowSchema source = arrowSchema(schema);
    requireDistinctNames(source.fields(), true, "");
    return ParquetSchema.of(ROOT, source, IcebergSchemas::parquetName);
  }

  private static void requireDistinctNames(
      List<ArrowField> fields, boolean members, String prefix) {
    Map<String, String> tableNames = new HashMap<>();
    for (ArrowField field : fields) {
      String path = prefix + field.name();
      String name = parquetName(field.name());
      String other = members ? tableNames.putIfAbsent(name, path) : null;
      if (other != null) {
        throw new SchemaException(
            "Parquet schema: %s: expected a name of its own, got %s, which %s has too"
                .formatted(path, name, other));
      }
      boolean struct = field.type() instanceof ArrowType.Struct;
      requireDistinctNames(field.children(), struct, path + ".");
    }
  }

  private static String parquetName(String name) {
    return name.isEmpty() ? name : AvroSchemaUtil.makeCompatibleName(name);
  }

  /// The lowest version of the table format that has the types and defaults of a schema, whatever
  /// their depth.
  ///
  /// @param schema a table's schema
  /// @return 1 or 3
  public static int formatVersion(Schema schema) {
    boolean v3 =
        TypeUtil.indexById(schema.asStruct()).values().stream()
            .anyMatch(field ->
                V3_TYPES.contains(field.type().typeId())
                    || field.initialDefault() != null
                    || field.writeDefault() != null);
    return v3 ? 3 : 1;
  }

  /// The schema of a table that holds batches of an Arrow schema without loss: for every field the
  /// smallest Iceberg type that has all its values, nullable where the field is; `unknown` for a
  /// column of type null. Field ids are those of the Arrow fields if all of them have one, else
  /// those that a catalog assigns to a new table: the fields of a struct before what is below them.
  ///
  /// Nanoseconds of a day become microseconds, since Iceberg has no finer time; writing a time that
  /// is not a whole number of microseconds is an error then.
  ///
  /// @param schema the columns of the batches
  /// @return a schema for a new table
  /// @throws SchemaException if there is no column, a field has no Iceberg type, an extension type
  ///   that is not known or a reference system that no table's metadata holds, two fields share a
  ///   name or a field id, or a field id is negative or reserved
  public static Schema icebergSchema(ArrowSchema schema) {
    return TableFields.of(schema);
  }
}
