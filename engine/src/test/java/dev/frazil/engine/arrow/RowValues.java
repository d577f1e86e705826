package dev.frazil.engine.arrow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows as lists of what [SlotValues] makes of the slots of their columns, in the columns' order.
/// The decoder of [ColumnValues] shares no code with it.
public final class RowValues {
  private RowValues() {}

  /// The rows that are left of a source, whose batches are closed; the source stays open.
  public static List<List<@Nullable Object>> of(RecordBatchSource source) throws IOException {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (RecordBatch next = source.next(); next != null; next = source.next()) {
      try (RecordBatch batch = next) {
        rows.addAll(of(batch));
      }
    }
    return rows;
  }

  /// The rows of a batch, which stays open.
  public static List<List<@Nullable Object>> of(RecordBatch batch) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int slot = 0; slot < batch.rowCount(); slot++) {
      List<@Nullable Object> row = new ArrayList<>();
      for (ArrowColumn column : batch.columns()) {
        row.add(SlotValues.value(column, slot));
      }
      rows.add(row);
    }
    return rows;
  }
}
