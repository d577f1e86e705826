package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a scan up to its limit. It keeps the owners of the files reachable until it is
/// closed.
final class OpenScan implements RecordBatchSource {
  private final RecordBatchSource rows;
  private final OpenFiles files;
  private final List<Object> owners;
  private long left;
  private boolean failed;
  private boolean closed;

  /// Takes a source, and what its files share, over.
  ///
  /// @param limit rows at most
  /// @param owners what must stay reachable
  OpenScan(RecordBatchSource rows, OpenFiles files, long limit, List<Object> owners) {
    this.rows = rows;
    this.files = files;
    this.left = limit;
    this.owners = owners;
  }

  @Override
  public ArrowSchema schema() {
    return rows.schema();
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    if (closed) {
      throw new IllegalStateException("scan: expected an open one, got a closed one");
    }
    if (failed) {
      // What comes next is not what follows the last batch.
      throw new IOException("scan: expected one without a failure, got one that has failed");
    }
    failed = true;
    RecordBatch kept = left == 0 ? null : kept();
    failed = false;
    return kept;
  }

  private @Nullable RecordBatch kept() throws IOException {
    try {
      RecordBatch batch = rows.next();
      if (batch == null) {
        return null;
      }
      RecordBatch kept = batch.rowCount() <= left ? batch : first(batch, (int) left);
      left -= kept.rowCount();
      if (left == 0) {
        // No further row is asked for: what is open is given back at once.
        closeRows(kept);
      }
      return kept;
    } finally {
      Reference.reachabilityFence(owners);
    }
  }

  private void closeRows(RecordBatch kept) throws IOException {
    boolean done = false;
    try {
      rows.close();
      done = true;
    } finally {
      if (!done) {
        kept.close();
      }
    }
  }

  private static RecordBatch first(RecordBatch batch, int count) {
    List<ArrowColumn> columns =
        batch.columns().stream().map(column -> column.slice(0, count)).toList();
    return new RecordBatch(batch.schema(), count, columns, batch::close);
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      try {
        rows.close();
      } finally {
        files.close();
        Reference.reachabilityFence(owners);
      }
    }
  }
}
