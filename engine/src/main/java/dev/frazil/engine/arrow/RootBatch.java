package dev.frazil.engine.arrow;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/// The one batch of the rows that an arrow-java root held when this was made.
final class RootBatch implements RecordBatchSource {
  private final RootBatches root;
  private boolean taken;
  private boolean closed;

  private RootBatch(RootBatches root) {
    this.root = root;
  }

  static RootBatch of(
      VectorSchemaRoot root, @Nullable DictionaryProvider dictionaries, BufferAllocator allocator) {
    RootBatches batches = RootBatches.over(root, dictionaries, allocator);
    boolean taken = false;
    try {
      batches.take();
      taken = true;
      return new RootBatch(batches);
    } finally {
      if (!taken) {
        batches.close();
      }
    }
  }

  @Override
  public ArrowSchema schema() {
    return root.schema();
  }

  @Override
  public @Nullable RecordBatch next() {
    if (closed) {
      throw new IllegalStateException("record batches: expected an open source, got a closed one");
    }
    if (taken) {
      return null;
    }
    taken = true;
    return root.taken();
  }

  @Override
  public void close() {
    closed = true;
    root.close();
  }
}
