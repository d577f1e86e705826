package dev.frazil.engine.partition;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.RecordBatch;
import java.util.ArrayList;
import java.util.List;

/// Makes batches of the rows of a selection.
///
/// Owns the memory of the rows it copies and keeps it from one selection to the next, so only the
/// last batch it made is valid. Not thread-safe, but any thread may use it, one at a time.
public final class Gather implements AutoCloseable {
  private final List<ColumnGather> gathers = new ArrayList<>();

  /// Creates a gather that holds no memory yet.
  public Gather() {}

  /// The rows of a selection as a batch. All rows are the columns as they are, without a copy.
  ///
  /// @param batch the batch that was routed, without dictionaries; it stays open, and is the
  ///   caller's
  /// @param selection a selection of its rows
  /// @return a batch that is valid until the next selection is gathered, until this object is
  ///   closed, and while `batch` is open; closing it closes nothing else
  public RecordBatch gather(RecordBatch batch, RowSelection selection) {
    List<ArrowColumn> columns = batch.columns();
    if (selection.rowCount() < batch.rowCount()) {
      while (gathers.size() < columns.size()) {
        gathers.add(new ColumnGather());
      }
      List<ArrowColumn> gathered = new ArrayList<>(columns.size());
      for (int i = 0; i < columns.size(); i++) {
        gathered.add(gathers.get(i).gather(columns.get(i), selection));
      }
      columns = gathered;
    }
    return new RecordBatch(batch.schema(), selection.rowCount(), columns, () -> {});
  }

  /// Frees the memory.
  @Override
  public void close() {
    gathers.forEach(ColumnGather::close);
    gathers.clear();
  }
}
