package dev.frazil.engine.partition;

import static dev.frazil.encoders.memory.Layouts.INT;

import dev.frazil.encoders.memory.Slab;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.NestedGather;
import dev.frazil.engine.arrow.RecordBatch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Makes batches of the rows of a selection, flat or nested.
///
/// Owns the memory of the rows it copies and keeps it from one selection to the next, so only the
/// last batch it made is valid. Not thread-safe, but any thread may use it, one at a time.
public final class Gather implements AutoCloseable {
  private final Slab slots = new Slab();
  private final List<NestedGather> gathers = new ArrayList<>();

  /// Creates a gather that holds no memory yet.
  public Gather() {}

  /// The rows of a selection as a batch. Rows that are neighbours are slices of the columns,
  /// without a copy; so are all rows.
  ///
  /// @param batch the batch that was routed; it stays open, and is the caller's
  /// @param selection a selection of its rows
  /// @return a batch that is valid until the next selection is gathered, until this object is
  ///   closed, and while `batch` is open; closing it closes nothing else. Strings that were copied
  ///   have 64-bit offsets
  public RecordBatch gather(RecordBatch batch, RowSelection selection) {
    int count = selection.rowCount();
    List<ArrowColumn> columns = batch.columns();
    if (count < batch.rowCount()) {
      int first = selection.row(0);
      columns =
          selection.contiguous()
              ? columns.stream().map(column -> column.slice(first, count)).toList()
              : copies(columns, selection);
    }
    return new RecordBatch(batch.schema(), count, columns, () -> {});
  }

  private List<ArrowColumn> copies(List<ArrowColumn> columns, RowSelection selection) {
    MemorySegment rows = slots.ensure((long) selection.rowCount() * Integer.BYTES, 0);
    for (int i = 0; i < selection.rowCount(); i++) {
      rows.setAtIndex(INT, i, selection.row(i));
    }
    while (gathers.size() < columns.size()) {
      gathers.add(new NestedGather());
    }
    List<ArrowColumn> copies = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      copies.add(gathers.get(i).gather(columns.get(i), rows, selection.rowCount()));
    }
    return copies;
  }

  /// Frees the memory.
  @Override
  public void close() {
    slots.close();
    gathers.forEach(NestedGather::close);
    gathers.clear();
  }
}
