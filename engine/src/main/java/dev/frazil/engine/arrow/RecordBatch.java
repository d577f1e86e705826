package dev.frazil.engine.arrow;

import java.util.List;

/// Columns of equal length with one owner. Closing it gives the memory back to whoever produced it,
/// exactly once; afterwards its columns must not be read. Not thread-safe, but any thread may use
/// it, one at a time.
public final class RecordBatch implements AutoCloseable {
  private final ArrowSchema schema;
  private final int rowCount;
  private final List<ArrowColumn> columns;
  private final Runnable release;
  private boolean closed;

  /// Takes ownership of what `release` gives back.
  ///
  /// @param schema the columns' fields, in order
  /// @param rowCount rows, 0 or more; the length of every column
  /// @param columns one a field
  /// @param release called once, when the batch is closed
  public RecordBatch(
      ArrowSchema schema, int rowCount, List<ArrowColumn> columns, Runnable release) {
    this.schema = schema;
    this.rowCount = rowCount;
    this.columns = List.copyOf(columns);
    this.release = release;
  }

  /// The fields of the columns.
  ///
  /// @return the schema
  public ArrowSchema schema() {
    return schema;
  }

  /// The rows of the batch.
  ///
  /// @return a count, 0 or more
  public int rowCount() {
    return rowCount;
  }

  /// The columns in the order of the schema.
  ///
  /// @return an immutable list
  /// @throws IllegalStateException if the batch is closed
  public List<ArrowColumn> columns() {
    if (closed) {
      throw new IllegalStateException("record batch: expected an open batch, got a closed one");
    }
    return columns;
  }

  /// Gives the memory back; a second call does nothing.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      release.run();
    }
  }
}
