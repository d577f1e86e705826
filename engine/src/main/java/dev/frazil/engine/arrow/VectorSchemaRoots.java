package dev.frazil.engine.arrow;

import dev.frazil.engine.ArrowImportException;
import java.io.IOException;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;

/// The batches of an arrow-java reader, exported over the C Data Interface one by one.
///
/// An exported batch keeps the buffers of the reader's vectors alive by their reference counts, so
/// the reader may load the next batch while it is in use.
final class VectorSchemaRoots implements RecordBatchSource {
  private final ArrowReader reader;
  private final BufferAllocator allocator;
  private final ArrowSchema schema;
  private long batches;
  private boolean closed;

  private VectorSchemaRoots(ArrowReader reader, BufferAllocator allocator, ArrowSchema schema) {
    this.reader = reader;
    this.allocator = allocator;
    this.schema = schema;
  }

  /// Reads the schema. On failure the reader is not closed.
  static VectorSchemaRoots of(ArrowReader reader, BufferAllocator allocator) throws IOException {
    try (org.apache.arrow.c.ArrowSchema exported =
        org.apache.arrow.c.ArrowSchema.allocateNew(allocator)) {
      exportSchema(reader, allocator, exported);
      try (OwnedStruct struct = OwnedStruct.schema(exported.memoryAddress())) {
        return new VectorSchemaRoots(reader, allocator, SchemaImporter.read(struct.segment()));
      }
    }
  }

  private static void exportSchema(
      ArrowReader reader, BufferAllocator allocator, org.apache.arrow.c.ArrowSchema exported)
      throws IOException {
    try {
      Data.exportSchema(allocator, reader.getVectorSchemaRoot().getSchema(), reader, exported);
    } catch (RuntimeException e) {
      throw new ArrowImportException("Arrow reader: schema: expected a schema, got " + e, e);
    }
  }

  /// A source of the one batch that the root holds now.
  static SingleBatch of(
      VectorSchemaRoot root, @Nullable DictionaryProvider dictionaries, BufferAllocator allocator) {
    try (ArrowArray array = ArrowArray.allocateNew(allocator);
        org.apache.arrow.c.ArrowSchema schema =
            org.apache.arrow.c.ArrowSchema.allocateNew(allocator)) {
      try {
        Data.exportVectorSchemaRoot(allocator, root, dictionaries, array, schema);
      } catch (RuntimeException e) {
        schema.release();
        throw new ArrowImportException(
            "VectorSchemaRoot: export: expected vectors and their dictionaries, got " + e, e);
      }
      return SingleBatch.move(array.memoryAddress(), schema.memoryAddress());
    }
  }

  @Override
  public ArrowSchema schema() {
    return schema;
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    if (closed) {
      throw new IllegalStateException("record batches: expected an open source, got a closed one");
    }
    OwnedStruct array;
    try (ArrowArray exported = ArrowArray.allocateNew(allocator)) {
      if (!reader.loadNextBatch()) {
        return null;
      }
      requireBuffers();
      Data.exportVectorSchemaRoot(allocator, reader.getVectorSchemaRoot(), reader, exported);
      array = OwnedStruct.array(exported.memoryAddress());
    } catch (RuntimeException e) {
      throw new ArrowImportException(
          "Arrow reader: batch %d: expected a batch, got %s".formatted(batches, e), e);
    }
    batches++;
    return ArrowImporter.batch(array, schema);
  }

  /// The C interface has no sizes of buffers, and a reader takes those that its input states: what
  /// they do not hold must be found out here.
  private void requireBuffers() throws IOException {
    reader.getVectorSchemaRoot().getFieldVectors().forEach(VectorBuffers::require);
    for (Dictionary dictionary : reader.getDictionaryVectors().values()) {
      VectorBuffers.require(dictionary.getVector());
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      reader.close();
    }
  }
}
