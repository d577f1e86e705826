package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.schema.LogicalType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// From the columns of a file to the schema of a table that holds its rows.
final class FileSchema {
  private static final int LARGEST_PRECISION = 38;

  /// Larger ids are reserved for columns that are of no table's schema, such as row ids (table
  /// specification, "Reserved Field IDs").
  private static final int LARGEST_ID = 2_147_483_447;

  private final String file;
  private final boolean ids;
  private int nextId = 1;

  private FileSchema(String file, boolean ids) {
    this.file = file;
    this.ids = ids;
  }

  /// The schema of a new table.
  ///
  /// @param file the file's name, for messages
  /// @param columns its columns
  static Schema of(String file, List<FileColumn> columns) {
    boolean ids = !ColumnIds.none(file, columns);
    if (ids) {
      ColumnIds.resolve(file, columns, null);
    }
    List<FileColumn> own =
        columns.stream().filter(column -> column.id().orElse(0) <= LARGEST_ID).toList();
    Schema schema = new Schema(new FileSchema(file, ids).fields(own));
    return ids ? schema : TypeUtil.assignIncreasingFreshIds(schema);
  }

  private List<Types.NestedField> fields(List<FileColumn> columns) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (FileColumn column : columns) {
      int id = id(column);
      Types.NestedField.Builder field =
          column.optional()
              ? Types.NestedField.optional(column.name())
              : Types.NestedField.required(column.name());
      fields.add(field.withId(id).ofType(type(column)).build());
    }
    return fields;
  }

  private int id(FileColumn column) {
    return ids ? column.id().orElseThrow() : nextId++;
  }

  private Type type(FileColumn column) {
    return switch (column.shape()) {
      case FileColumn.Shape.Struct(List<FileColumn> members) ->
          Types.StructType.of(fields(members));
      case FileColumn.Shape.ListOf(FileColumn element) -> {
        int id = id(element);
        yield element.optional()
            ? Types.ListType.ofOptional(id, type(element))
            : Types.ListType.ofRequired(id, type(element));
      }
      case FileColumn.Shape.MapOf(FileColumn key, FileColumn value) -> {
        int keyId = id(key);
        int valueId = id(value);
        yield value.optional()
            ? Types.MapType.ofOptional(keyId, valueId, type(key), type(value))
            : Types.MapType.ofRequired(keyId, valueId, type(key), type(value));
      }
      case FileColumn.Shape.Variant _ -> Types.VariantType.get();
      case FileColumn.Shape.Other(String found) -> throw refused(column, found);
      case FileColumn.Shape.Leaf _ -> {
        Type.PrimitiveType type = leafType(column.field(), file + ": " + column.path());
        // Whatever is named here must be read as such too.
        if (type == null || !LeafReading.possible(column.field(), type)) {
          throw refused(column, SchemaFit.described(column.field()));
        }
        yield type;
      }
    };
  }

  private static Type.@Nullable PrimitiveType leafType(FileMetadata.Field leaf, String path) {
    LogicalType logical = leaf.logicalType();
    return switch (logical) {
      case LogicalType.Int(int bits, boolean signed) ->
          bits < Integer.SIZE || (bits == Integer.SIZE && signed)
              ? Types.IntegerType.get()
              : Types.LongType.get();
      case LogicalType.Date _ -> Types.DateType.get();
      case LogicalType.Time _ -> Types.TimeType.get();
      case LogicalType.Timestamp(LogicalType.TimeUnit unit, boolean utc) -> timestamp(unit, utc);
      case LogicalType.Text _, LogicalType.Json _ -> Types.StringType.get();
      case LogicalType.Decimal(int precision, int scale) ->
          precision < 1 || precision > LARGEST_PRECISION || scale < 0 || scale > precision
              ? null
              : Types.DecimalType.of(precision, scale);
      case LogicalType.Uuid _ -> Types.UUIDType.get();
      case LogicalType.Geometry geometry -> GeospatialTypes.of(geometry, path);
      case LogicalType.Geography geography -> GeospatialTypes.of(geography, path);
      case LogicalType.Unknown _,
          LogicalType.Float16 _,
          LogicalType.Interval _,
          LogicalType.List _,
          LogicalType.Map _,
          LogicalType.Variant _ ->
          null;
      case null -> unannotated(leaf);
    };
  }

  private static Type.PrimitiveType timestamp(LogicalType.TimeUnit unit, boolean utc) {
    if (unit == LogicalType.TimeUnit.NANOS) {
      return utc ? Types.TimestampNanoType.withZone() : Types.TimestampNanoType.withoutZone();
    }
    return utc ? Types.TimestampType.withZone() : Types.TimestampType.withoutZone();
  }

  private static Type.PrimitiveType unannotated(FileMetadata.Field leaf) {
    return switch (Objects.requireNonNull(leaf.type())) {
      case BOOLEAN -> Types.BooleanType.get();
      case INT32 -> Types.IntegerType.get();
      case INT64 -> Types.LongType.get();
      case INT96 -> Types.TimestampType.withZone();
      case FLOAT -> Types.FloatType.get();
      case DOUBLE -> Types.DoubleType.get();
      case FIXED_LEN_BYTE_ARRAY -> Types.FixedType.ofLength(leaf.typeLength());
      case BYTE_ARRAY -> LeafReading.text(leaf) ? Types.StringType.get() : Types.BinaryType.get();
    };
  }

  private SchemaException refused(FileColumn column, String found) {
    return new SchemaException(
        "table schema: %s: %s: expected a type of a table, got %s"
            .formatted(file, column.path(), found));
  }
}
