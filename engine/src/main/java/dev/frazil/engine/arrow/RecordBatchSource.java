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

  /// The one batch of an `ArrowArray` and its `ArrowSchema` (the Arrow C Data Interface).
  ///
  /// Both structs are moved and marked released where they were, so the memory of the structs
  /// themselves may go as soon as this returns. From the call on both belong to the source, even if
  /// it throws: each release callback is called exactly once, the schema's at once, the array's
  /// when the batch, or a source whose batch nobody took, is closed.
  ///
  /// Whatever the structs show is checked, at the latest by [#next()]. Addresses, and the true
  /// sizes of the memory behind them, cannot be checked over this interface: they are trusted.
  ///
  /// @param arrayAddress the address of a `struct ArrowArray` of a struct type, whose children are
  ///   the columns
  /// @param schemaAddress the address of its `struct ArrowSchema`
  /// @return a source of one batch
  /// @throws dev.frazil.engine.ArrowImportException if a struct is released or the schema malformed
  /// @throws dev.frazil.engine.SchemaException if a column has a type that is not imported
  static RecordBatchSource ofArray(long arrayAddress, long schemaAddress) {
    return SingleBatch.move(arrayAddress, schemaAddress);
  }
}
