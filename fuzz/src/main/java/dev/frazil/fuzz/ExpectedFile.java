package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.file.WriterOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a file must hold.
///
/// @param columns its leaves
/// @param values the values of each leaf over all batches, null for nulls
/// @param options what it was written under
record ExpectedFile(
    List<ParquetColumn> columns, List<List<@Nullable Object>> values, WriterOptions options) {

  static ExpectedFile of(List<ArrowField> fields, List<BatchSlots> batches, WriterOptions options) {
    List<ParquetColumn> columns = fields.stream().map(ParquetColumn::of).toList();
    List<List<@Nullable Object>> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      List<@Nullable Object> leaf = new ArrayList<>();
      for (BatchSlots batch : batches) {
        for (Object value : batch.values(i)) {
          leaf.add(columns.get(i).fileValue(value));
        }
      }
      values.add(leaf);
    }
    return new ExpectedFile(columns, values, options);
  }

  /// Rows of the file.
  int rowCount() {
    return values.getFirst().size();
  }
}
