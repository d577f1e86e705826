package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.file.WriterOptions;
import java.util.List;

/// A file to write: its columns, its batches and the limits it is written under.
///
/// @param fields the columns
/// @param batches batches of these columns, perhaps none
/// @param options limits and codec
record FileCase(List<ArrowField> fields, List<BatchData> batches, WriterOptions options) {

  /// What must be in the file.
  ExpectedFile expected() {
    return ExpectedFile.of(fields, batches.stream().map(BatchData::values).toList(), options);
  }

  /// What the file is made of, for messages: not its values.
  String summary() {
    StringBuilder text = new StringBuilder(options.toString());
    fields.forEach(field -> text.append(System.lineSeparator()).append(field));
    batches.forEach(batch ->
        text.append("%n%d rows at %d".formatted(batch.values().rowCount(), batch.root().offset())));
    return text.toString();
  }
}
