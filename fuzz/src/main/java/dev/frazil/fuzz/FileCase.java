package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.file.WriterOptions;
import java.util.List;

/// A file to write: its columns, its batches and the limits it is written under.
///
/// @param fields the columns
/// @param batches batches of these columns, perhaps none
/// @param options limits and codec
record FileCase(List<ArrowField> fields, List<BatchSlots> batches, WriterOptions options) {

  /// What the file is made of, for messages: not its values.
  String summary() {
    StringBuilder text = new StringBuilder(options.toString());
    for (int i = 0; i < fields.size(); i++) {
      text.append(System.lineSeparator()).append(fields.get(i)).append(':');
      for (BatchSlots batch : batches) {
        ArraySlots column = batch.columns().get(i);
        text.append(
            " %d rows at %d+%d of %d"
                .formatted(
                    batch.rowCount(), column.offset(), batch.offset(), column.slots().size()));
      }
    }
    return text.toString();
  }
}
