package dev.frazil.engine.iceberg;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.ParquetFileWriter;
import java.io.IOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/// Writes aligned batches to one file of a table. There is no file before the first row, and none
/// without rows. The first error, and [#close()] without [#finish()], abort it: see [DeferredSink]
/// for what that leaves. Owns its memory and the file; not thread-safe.
final class TableFileWriter implements AutoCloseable {
  private final TableFileFormat format;
  private final DeferredSink sink;
  private @Nullable ParquetFileWriter writer;
  private @Nullable Throwable failure;

  /// @param file opened when its first bytes are written
  /// @param overwrite whether a file of that name is replaced; else it is an error
  /// @param io deletes what an aborted file leaves, or null if the caller has none
  TableFileWriter(TableFileFormat format, OutputFile file, boolean overwrite, @Nullable FileIO io) {
    this.format = format;
    this.sink = new DeferredSink(io, file, overwrite);
  }

  String location() {
    return sink.location();
  }

  /// Writes the rows of an aligned batch and closes it, on every path.
  void append(RecordBatch aligned) throws IOException {
    try (aligned) {
      requireWhole("append");
      if (aligned.rowCount() > 0) {
        open().append(aligned);
      }
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  private ParquetFileWriter open() throws IOException {
    ParquetFileWriter parquet = writer;
    if (parquet == null) {
      parquet = new ParquetFileWriter(sink, format.parquet(), format.options());
      writer = parquet;
    }
    return parquet;
  }

  /// Bytes of the file so far, those still in memory as they are encoded.
  long length() {
    ParquetFileWriter parquet = writer;
    return parquet == null ? 0 : parquet.length();
  }

  /// Publishes the file and frees the memory.
  ///
  /// @return what was written, or null if there was no row and so no file
  /// @throws IOException if it cannot be published
  /// @throws WriteException if the file has failed before
  @Nullable FileReceipt finish() throws IOException {
    try {
      requireWhole("finish");
      ParquetFileWriter parquet = writer;
      return parquet == null ? null : parquet.finish();
    } catch (Throwable t) {
      fail(t);
      throw t;
    } finally {
      close();
    }
  }

  private void requireWhole(String call) {
    Throwable cause = failure;
    if (cause != null) {
      throw new WriteException(
          "%s: %s: expected a whole file, got one that failed: %s"
              .formatted(call, location(), cause),
          cause);
    }
  }

  /// Aborts the file on its first error and frees the memory. Later errors change nothing.
  void fail(Throwable error) {
    if (failure == null) {
      failure = error;
      try {
        close();
      } catch (RuntimeException e) {
        error.addSuppressed(e);
      }
    }
  }

  /// Frees the memory and aborts a file that is not finished. A second call does nothing.
  @Override
  public void close() {
    ParquetFileWriter parquet = writer;
    writer = null;
    if (parquet != null) {
      parquet.close();
    }
  }
}
