package dev.frazil.jmh;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.MemorySink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.util.Objects;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Frazil at its defaults with one writer for all files, driven from arrow-java's vectors through
/// the C Data Interface.
final class FrazilWriter implements AutoCloseable {
  private final Batches batches;
  private final MemorySink sink = new MemorySink();
  private final ParquetFileWriter writer;

  FrazilWriter(Batches batches, String codec) throws IOException {
    this.batches = batches;
    ArrowSchema schema;
    try (RecordBatchSource source =
        RecordBatchSource.of(batches.roots().getFirst(), batches.allocator())) {
      schema = source.schema();
    }
    WriterOptions options =
        WriterOptions.DEFAULT.toBuilder().compression(CompressionPolicy.parse(codec)).build();
    writer = new ParquetFileWriter(sink, ParquetSchema.of(schema), options);
    writer.finish();
  }

  /// Writes all rows as one file.
  void write() throws IOException {
    sink.reset();
    writer.reset(sink);
    for (VectorSchemaRoot root : batches.roots()) {
      try (RecordBatchSource source = RecordBatchSource.of(root, batches.allocator())) {
        RecordBatch batch = Objects.requireNonNull(source.next());
        writer.append(batch);
      }
    }
    writer.finish();
  }

  /// The last file.
  MemorySink sink() {
    return sink;
  }

  @Override
  public void close() {
    writer.close();
    sink.close();
  }
}
