package dev.frazil.engine.arrow;

import org.jspecify.annotations.Nullable;

/// The one batch of an `ArrowArray` and its `ArrowSchema`.
final class SingleBatch implements RecordBatchSource {
  private final ArrowSchema schema;
  private final OwnedStruct array;
  private boolean taken;
  private boolean closed;

  private SingleBatch(ArrowSchema schema, OwnedStruct array) {
    this.schema = schema;
    this.array = array;
  }

  /// Moves both structs, reads the schema and releases it. On failure both are released.
  static SingleBatch move(long arrayAddress, long schemaAddress) {
    try (OwnedStruct schema = OwnedStruct.schema(schemaAddress)) {
      OwnedStruct array = OwnedStruct.array(arrayAddress);
      boolean moved = false;
      try {
        schema.requireLive("ArrowSchema");
        array.requireLive("ArrowArray");
        SingleBatch source = new SingleBatch(SchemaImporter.read(schema.segment()), array);
        moved = true;
        return source;
      } finally {
        if (!moved) {
          array.close();
        }
      }
    }
  }

  @Override
  public ArrowSchema schema() {
    return schema;
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
    return ArrowImporter.batch(array, schema);
  }

  @Override
  public void close() {
    closed = true;
    if (!taken) {
      taken = true;
      array.close();
    }
  }
}
