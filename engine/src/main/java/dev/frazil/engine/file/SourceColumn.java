package dev.frazil.engine.file;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.PlainLayout;
import dev.frazil.engine.arrow.ReachedSlots;
import org.jspecify.annotations.Nullable;

/// One column of the batches of a file, from which its leaves are written. Owns the memory of its
/// plain layout; holds the batch's memory between [#open] and [#release].
final class SourceColumn implements AutoCloseable {
  private final ArrowField expected;
  private @Nullable ArrowField matched;

  /// Lays the columns of the field out; null where they are in plain layout already.
  private @Nullable PlainLayout layout;

  private @Nullable ArrowColumn column;

  SourceColumn(ArrowField expected) {
    this.expected = expected;
  }

  /// Takes the column of a batch.
  ///
  /// @throws dev.frazil.engine.SchemaException if it does not mean what the schema's column means
  void open(ArrowColumn batchColumn) {
    match(batchColumn.field());
    column = layout == null ? batchColumn : layout.apply(batchColumn, ReachedSlots.all());
  }

  private void match(ArrowField field) {
    if (field.equals(matched)) {
      return;
    }
    SourceMatch.require(expected, field, expected.name());
    close();
    layout = PlainLayout.isPlain(field) ? null : new PlainLayout(field);
    matched = field;
  }

  /// The open column in plain layout.
  ArrowColumn column() {
    ArrowColumn open = column;
    if (open == null) {
      throw new IllegalStateException(
          "column: " + expected.name() + ": expected an open batch, got none");
    }
    return open;
  }

  /// Forgets the batch's column.
  void release() {
    column = null;
  }

  @Override
  public void close() {
    release();
    if (layout != null) {
      layout.close();
      layout = null;
    }
    matched = null;
  }
}
