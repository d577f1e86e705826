package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.hardwood.HardwoodContext;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Opens Parquet files that share the threads which decode their pages. To be closed when the last
/// of its sources is. Any threads may open files at once.
final class ParquetFiles implements FileBatches, AutoCloseable {
  private final HardwoodContext context;
  private final @Nullable ArrowSchema expected;

  /// Files decoded by so many threads.
  ///
  /// @param threads 1 or more, started when they are needed
  ParquetFiles(int threads) {
    this(threads, null);
  }

  /// Files decoded by so many threads.
  ///
  /// @param threads 1 or more, started when they are needed
  /// @param expected as that of [ParquetFile#open]
  ParquetFiles(int threads, @Nullable ArrowSchema expected) {
    context = HardwoodContext.create(threads);
    this.expected = expected;
  }

  @Override
  public RecordBatchSource open(
      ScanFile file, List<String> columns, Pushdown pushdown, int batchRows) throws IOException {
    return open(file).batches(columns, pushdown, batchRows);
  }

  /// Opens a file to look at its schema.
  ///
  /// @throws IOException as [ParquetFile#open]
  ParquetFile open(ScanFile file) throws IOException {
    return ParquetFile.open(file.path(), context, expected);
  }

  /// Ends the threads.
  @Override
  public void close() {
    context.close();
  }
}
