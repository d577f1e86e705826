package dev.frazil.fuzz;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One record batch as Java objects: a struct array over its columns.
///
/// @param columns the children, each at least `offset + rowCount` long
/// @param offset `offset` of the struct array: rows of the children in front of the batch
/// @param rowCount `length` of the struct array
record BatchSlots(List<ArraySlots> columns, int offset, int rowCount) {

  /// The values of a column, null for nulls: what a reader must see.
  List<@Nullable Object> values(int column) {
    List<@Nullable Object> values = new ArrayList<>(rowCount);
    for (int row = 0; row < rowCount; row++) {
      values.add(columns.get(column).value(offset + row));
    }
    return values;
  }
}
