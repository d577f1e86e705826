package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.ColumnOptions;
import dev.frazil.engine.file.SortingColumn;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetLeaf;
import dev.frazil.engine.schema.ParquetSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortField;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// Options of columns by their names in a table, moved to the paths of those columns in its files:
/// the two differ where a name has characters that Iceberg replaces, and inside lists and maps.
/// Columns are found by their field ids.
final class TableColumns {
  private TableColumns() {}

  /// Moves the options of columns; those of columns that the table does not have are left out, as
  /// Iceberg's own writers do.
  static WriterOptions inFiles(WriterOptions options, Schema schema, ParquetSchema parquet) {
    Map<List<String>, ColumnOptions> columns = new HashMap<>();
    options
        .columns()
        .forEach((name, column) -> {
          List<String> path = path(name, schema, parquet);
          if (path != null) {
            columns.put(path, column);
          }
        });
    return options.toBuilder().columns(columns).build();
  }

  /// The columns of a declared order as Parquet states it: those of its first fields that are the
  /// values themselves. Parquet compares UUIDs as bytes and Iceberg as two signed numbers, so that
  /// the order of one is not the other's. A column that comes again decides nothing more.
  static List<SortingColumn> sorting(SortOrder order, TableFileFormat format) {
    List<SortingColumn> columns = new ArrayList<>();
    for (SortField field : order.fields()) {
      List<String> path = path(field.sourceId(), format.parquet());
      if (path == null
          || !field.transform().isIdentity()
          || format.schema().findType(field.sourceId()).typeId() == Type.TypeID.UUID) {
        break;
      }
      if (columns.stream().noneMatch(column -> column.path().equals(path))) {
        columns.add(
            new SortingColumn(
                path,
                field.direction() == SortDirection.DESC,
                field.nullOrder() == NullOrder.NULLS_FIRST));
      }
    }
    return columns;
  }

  private static @Nullable List<String> path(
      List<String> name, Schema schema, ParquetSchema parquet) {
    Types.NestedField field = schema.findField(String.join(".", name));
    return field == null ? null : path(field.fieldId(), parquet);
  }

  private static @Nullable List<String> path(int id, ParquetSchema parquet) {
    for (ParquetLeaf leaf : parquet.leaves()) {
      if (leaf.fieldId().isPresent() && leaf.fieldId().getAsInt() == id) {
        return leaf.column().path();
      }
    }
    return null;
  }
}
