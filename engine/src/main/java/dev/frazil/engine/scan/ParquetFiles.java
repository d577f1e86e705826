package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.hardwood.HardwoodContext;
import java.io.IOException;
import java.util.List;

/// Opens Parquet files that share the threads which decode their pages. To be closed when the last
/// of its sources is. Any threads may open files at once.
final class ParquetFiles implements FileBatches, AutoCloseable {
  private final HardwoodContext context;

  /// Files decoded by so many threads.
  ///
  /// @param threads 1 or more, started when they are needed
  ParquetFiles(int threads) {
    context = HardwoodContext.create(threads);
  }

  @Override
  public RecordBatchSource open(
      ScanFile file, List<String> columns, Pushdown pushdown, int batchRows) throws IOException {
    ParquetFile parquet = open(file);
    boolean done = false;
    try {
      RecordBatchSource batches = parquet.batches(columns, pushdown, batchRows);
      done = true;
      return batches;
    } finally {
      if (!done) {
        parquet.close();
      }
    }
  }

  /// Opens a file to look at its schema.
  ///
  /// @throws IOException as [ParquetFile#open]
  ParquetFile open(ScanFile file) throws IOException {
    return ParquetFile.open(file.path(), context);
  }

  /// Ends the threads.
  @Override
  public void close() {
    context.close();
  }
}
