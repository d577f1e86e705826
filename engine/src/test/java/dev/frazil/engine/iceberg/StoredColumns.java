package dev.frazil.engine.iceberg;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// From rows of a table to the columns of its batches: unknown fields, which no file has, are left
/// out at every depth.
final class StoredColumns {
  private StoredColumns() {}

  /// The values of [IcebergSchemas#arrowSchema(Schema)], one list a column.
  static List<List<@Nullable Object>> of(
      Schema schema, List<? extends List<? extends @Nullable Object>> rows) {
    List<List<@Nullable Object>> columns = new ArrayList<>();
    for (int i = 0; i < schema.columns().size(); i++) {
      Type type = schema.columns().get(i).type();
      if (type.typeId() != Type.TypeID.UNKNOWN) {
        List<@Nullable Object> column = new ArrayList<>();
        for (List<? extends @Nullable Object> row : rows) {
          column.add(stored(type, row.get(i)));
        }
        columns.add(column);
      }
    }
    return columns;
  }

  private static @Nullable Object stored(Type type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type) {
      case Types.StructType struct -> members(struct.fields(), (List<?>) value);
      case Types.ListType list ->
          ((List<?>) value).stream().map(element -> stored(list.elementType(), element)).toList();
      case Types.MapType map ->
          ((List<?>) value).stream().map(entry -> members(map.fields(), (List<?>) entry)).toList();
      default -> value;
    };
  }

  private static List<@Nullable Object> members(List<Types.NestedField> fields, List<?> values) {
    List<@Nullable Object> members = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      Type type = fields.get(i).type();
      if (type.typeId() != Type.TypeID.UNKNOWN) {
        members.add(stored(type, values.get(i)));
      }
    }
    return members;
  }
}
