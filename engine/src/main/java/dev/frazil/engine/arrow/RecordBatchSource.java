package dev.frazil.engine.arrow;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Record batches of one schema, one after the other. Not thread-safe, but any thread may use it,
/// one at a time.
public interface RecordBatchSource extends AutoCloseable {

  /// The schema of all batches.
  ///
  /// @return the schema
  ArrowSchema schema();

  /// The next batch, which then belongs to the caller.
  ///
  /// @return a batch to be closed by the caller, or null at the end
  /// @throws IOException if the producer cannot read
  /// @throws dev.frazil.engine.ArrowImportException if the producer fails or its data contradict
  ///   themselves
  @Nullable RecordBatch next() throws IOException;

  /// Releases the producer. Batches already handed out stay valid.
  ///
  /// @throws IOException if the producer cannot be closed
  @Override
  void close() throws IOException;

  // static factories (helper A): ofArray(long arrayAddress, long schemaAddress), ofStream(long
  // streamAddress),
  // of(VectorSchemaRoot, BufferAllocator), of(ArrowReader, BufferAllocator)
}
