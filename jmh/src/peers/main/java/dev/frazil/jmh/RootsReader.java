package dev.frazil.jmh;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/// Batches in memory as an arrow-java reader, without a copy.
final class RootsReader extends ArrowReader {
  private final Schema schema;
  private final Iterator<VectorSchemaRoot> roots;

  RootsReader(List<VectorSchemaRoot> roots, BufferAllocator allocator) {
    super(allocator);
    schema = roots.getFirst().getSchema();
    this.roots = roots.iterator();
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    if (!roots.hasNext()) {
      return false;
    }
    try (ArrowRecordBatch batch = new VectorUnloader(roots.next()).getRecordBatch()) {
      new VectorLoader(getVectorSchemaRoot()).load(batch);
    }
    return true;
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {}

  @Override
  protected Schema readSchema() {
    return schema;
  }
}
