package dev.frazil.engine.iceberg;

import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.partition.Gather;
import dev.frazil.engine.partition.PartitionRouter;
import dev.frazil.engine.partition.RowSelection;
import java.io.IOException;
import java.util.List;
import org.apache.iceberg.DataFile;

/// Sends the rows of aligned batches to the files of their partitions. Owns the files until
/// [#finish()].
final class PartitionedFileWriter implements AutoCloseable {
  private final PartitionRouter router;
  private final Gather gather = new Gather();
  private final OpenFiles open;
  private final WrittenFiles written;

  PartitionedFileWriter(PartitionRouter router, OpenFiles open, WrittenFiles written) {
    this.router = router;
    this.open = open;
    this.written = written;
  }

  /// Writes the rows of a batch and closes it, on every path.
  void append(RecordBatch batch) throws IOException {
    try (batch) {
      for (RowSelection selection : router.route(batch)) {
        open.append(gather.gather(batch, selection), selection);
      }
    }
  }

  /// Ends the open files and hands all over, in the order in which they were ended; they are no
  /// longer this writer's.
  List<DataFile> finish() throws IOException {
    open.finish();
    return written.handOver();
  }

  /// Frees the memory, aborts open files, and deletes those that were not handed over. Tries all of
  /// it before the first failure is thrown.
  @Override
  public void close() {
    Cleanup cleanup = new Cleanup();
    cleanup.attempt(open::close);
    cleanup.attempt(written::close);
    gather.close();
    cleanup.finish();
  }
}
