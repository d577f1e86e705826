package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;
import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;

/// The batches of an arrow-java reader, which loads them into one root.
final class ReaderBatches implements RecordBatchSource {
  private final ArrowReader reader;
  private final RootBatches root;
  private long batches;
  private boolean closed;

  private ReaderBatches(ArrowReader reader, RootBatches root) {
    this.reader = reader;
    this.root = root;
  }

  /// Reads the schema. On failure the reader is not closed.
  static ReaderBatches of(ArrowReader reader, BufferAllocator allocator) throws IOException {
    VectorSchemaRoot root;
    try {
      root = reader.getVectorSchemaRoot();
    } catch (RuntimeException e) {
      throw new ArrowImportException("Arrow reader: schema: expected a schema, got " + e, e);
    }
    return new ReaderBatches(reader, RootBatches.of(root, reader, allocator));
  }

  @Override
  public ArrowSchema schema() {
    return root.schema();
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    if (closed) {
      throw new IllegalStateException("record batches: expected an open source, got a closed one");
    }
    try {
      if (!reader.loadNextBatch()) {
        return null;
      }
    } catch (RuntimeException e) {
      throw new ArrowImportException(
          "Arrow reader: batch %d: expected a batch, got %s".formatted(batches, e), e);
    }
    batches++;
    return root.batch();
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      root.close();
      reader.close();
    }
  }
}
