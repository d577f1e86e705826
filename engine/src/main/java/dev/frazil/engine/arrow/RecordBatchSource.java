package dev.frazil.engine.arrow;

import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
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

  /// The batches of an `ArrowArrayStream` (the Arrow C Stream Interface).
  ///
  /// The struct is moved and marked released where it was. From the call on it belongs to the
  /// source, even if this throws, and is released exactly once, at the latest by [#close()]. Checks
  /// and trust are those of [#ofArray]. When the producer reports an error, the exception carries
  /// its code and its own message; the source then gives no more batches.
  ///
  /// @param streamAddress the address of a `struct ArrowArrayStream` of struct arrays, whose
  ///   children are the columns
  /// @return a source of the stream's batches
  /// @throws dev.frazil.engine.ArrowImportException if the struct is released, the producer fails
  ///   or the schema is malformed
  /// @throws dev.frazil.engine.SchemaException if a column has a type that is not imported
  static RecordBatchSource ofStream(long streamAddress) {
    return ArrowStreamImporter.move(streamAddress);
  }

  /// The rows that an arrow-java root holds now, as one batch; no column may be dictionary-encoded.
  ///
  /// The root's buffers are read where they are, by their addresses, after the checks of [#ofArray]
  /// and a look at their sizes. The batch, and until then the source, shares them by their
  /// reference counts. The root stays the caller's, who may clear, reload or close it, but must not
  /// write into its present buffers before the batch is closed. For a root that is filled again and
  /// again [RootBatches] does the same with less work a batch.
  ///
  /// @param root the vectors
  /// @param allocator has the memory in which the schema is described; used by this call only
  /// @return a source of one batch
  /// @throws dev.frazil.engine.ArrowImportException if a buffer is too short, or a vector is not of
  ///   the type that the root's schema says
  /// @throws dev.frazil.engine.SchemaException if a column has a type that is not imported
  static RecordBatchSource of(VectorSchemaRoot root, BufferAllocator allocator) {
    return RootBatch.of(root, null, allocator);
  }

  /// The rows that an arrow-java root with dictionary-encoded columns holds now, as one batch.
  ///
  /// @param root the vectors; see [#of(VectorSchemaRoot, BufferAllocator)]
  /// @param dictionaries knows the dictionaries of all encoded columns, which are shared as the
  ///   root's buffers are
  /// @param allocator has the memory in which the schema is described; used by this call only
  /// @return a source of one batch
  /// @throws dev.frazil.engine.ArrowImportException if a dictionary is missing, a buffer is too
  ///   short, or a vector is not of the type that the root's schema says
  /// @throws dev.frazil.engine.SchemaException if a column has a type that is not imported
  static RecordBatchSource of(
      VectorSchemaRoot root, DictionaryProvider dictionaries, BufferAllocator allocator) {
    return RootBatch.of(root, dictionaries, allocator);
  }

  /// The batches of an arrow-java reader, for example of an IPC file or stream, with the
  /// dictionaries that the reader knows. They share the reader's buffers by their reference counts,
  /// so that it may load the next batch while they are in use.
  ///
  /// The reader belongs to the source, which closes it; when this throws it stays the caller's.
  ///
  /// @param reader the reader
  /// @param allocator has the memory in which the schema is described; used by this call only
  /// @return a source of the reader's batches from its position on
  /// @throws IOException if the reader cannot read its schema
  /// @throws dev.frazil.engine.SchemaException if a column has a type that is not imported
  static RecordBatchSource of(ArrowReader reader, BufferAllocator allocator) throws IOException {
    return ReaderBatches.of(reader, allocator);
  }
}
