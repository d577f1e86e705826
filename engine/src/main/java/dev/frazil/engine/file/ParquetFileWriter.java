package dev.frazil.engine.file;

import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;

/// DRAFT (helper B writes the body). Writes record batches of one schema to one Parquet file.
public final class ParquetFileWriter implements AutoCloseable {
  public ParquetFileWriter(ByteSink sink, ParquetSchema schema, WriterOptions options)
      throws IOException {
    throw new UnsupportedOperationException("" + sink.hashCode() + schema + options);
  }

  /// Encodes the batch and closes it, on every path.
  public void append(RecordBatch batch) throws IOException {}

  /// Ends the open row group now, if it has rows.
  public void flush() throws IOException {}

  /// Completes the file.
  public FileReceipt finish() throws IOException {
    throw new UnsupportedOperationException();
  }

  /// After a finished or aborted file: the same writer, memory and codec contexts onto a new sink.
  public void reset(ByteSink sink) throws IOException {}

  /// Encoded bytes written and buffered so far.
  public long length() {
    return 0;
  }

  /// Without `finish()`: aborts, the sink is aborted. Frees the memory.
  @Override
  public void close() {}
}
