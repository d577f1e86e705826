package dev.frazil.engine.partition;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// The column that a transform takes its values from: one of a table, or one inside its structs.
///
/// @param name its full name in the table
/// @param type its type in the table
/// @param path positions from the columns of a batch through structs down to it
record SourceColumn(String name, Type type, List<Integer> path) {
  SourceColumn {
    path = List.copyOf(path);
  }

  /// The column of a field id.
  ///
  /// @param schema the columns of the batches, in order
  /// @return the column, or null if the schema does not have it, or inside a list or a map
  static @Nullable SourceColumn of(Schema schema, int id) {
    List<Integer> path = new ArrayList<>();
    return find(schema.asStruct(), id, path)
        ? new SourceColumn(schema.findColumnName(id), schema.findType(id), path)
        : null;
  }

  private static boolean find(Types.StructType struct, int id, List<Integer> path) {
    List<Types.NestedField> fields = struct.fields();
    for (int i = 0; i < fields.size(); i++) {
      Types.NestedField field = fields.get(i);
      path.add(i);
      if (field.fieldId() == id
          || (field.type().isStructType() && find(field.type().asStructType(), id, path))) {
        return true;
      }
      path.removeLast();
    }
    return false;
  }

  /// The column's values in a batch, valid as long as the batch.
  SourceValues in(RecordBatch batch) {
    List<ArrowColumn> structs = new ArrayList<>();
    ArrowColumn column = batch.columns().get(path.getFirst());
    for (int position : path.subList(1, path.size())) {
      structs.add(column);
      column = column.children().get(position);
    }
    return new SourceValues(name, structs, column);
  }
}
