package dev.frazil.jmh;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RootBatches;
import dev.frazil.engine.file.ByteSink;
import dev.frazil.engine.file.ColumnThreads;
import dev.frazil.engine.file.MemorySink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Frazil with one writer for all files, driven from arrow-java's vectors.
final class FrazilWriter implements AutoCloseable {
  private final Batches batches;
  private final List<RootBatches> roots = new ArrayList<>();
  private final MemorySink sink = new MemorySink();
  private final ParquetSchema schema;
  private final ParquetFileWriter writer;

  /// A writer with a codec and otherwise the defaults.
  FrazilWriter(Batches batches, String codec) throws IOException {
    this(
        batches,
        WriterOptions.DEFAULT.toBuilder().compression(CompressionPolicy.parse(codec)).build());
  }

  FrazilWriter(Batches batches, WriterOptions options) throws IOException {
    this(batches, options, ColumnThreads.CALLER);
  }

  FrazilWriter(Batches batches, WriterOptions options, ColumnThreads threads) throws IOException {
    this.batches = batches;
    for (VectorSchemaRoot root : batches.roots()) {
      roots.add(RootBatches.of(root, batches.allocator()));
    }
    schema = ParquetSchema.of(roots.getFirst().schema());
    writer = new ParquetFileWriter(sink, schema, options, threads);
    writer.finish();
  }

  /// Writes all rows as one file into [#sink], from the vectors' buffers.
  void write() throws IOException {
    sink.reset();
    write(sink);
  }

  /// Writes all rows as one file, from the vectors' buffers.
  void write(ByteSink target) throws IOException {
    write(target, 1);
  }

  /// Writes all rows so many times as one file, from the vectors' buffers, and returns its length.
  long write(ByteSink target, int times) throws IOException {
    writer.reset(target);
    for (int i = 0; i < times; i++) {
      for (RootBatches root : roots) {
        writer.append(root.batch());
      }
    }
    return writer.finish().length();
  }

  /// Leaf columns of the file.
  int columns() {
    return schema.leaves().size();
  }

  /// Native memory of the writer, which it keeps from its largest file on.
  long nativeBytes() {
    return writer.nativeBytes();
  }

  /// Writes all rows as one file into [#sink] through the C Data Interface, as for a producer that
  /// is not arrow-java.
  void writeExported() throws IOException {
    sink.reset();
    writer.reset(sink);
    for (VectorSchemaRoot root : batches.roots()) {
      try (ArrowArray array = ArrowArray.allocateNew(batches.allocator());
          ArrowSchema schema = ArrowSchema.allocateNew(batches.allocator())) {
        Data.exportVectorSchemaRoot(batches.allocator(), root, null, array, schema);
        try (RecordBatchSource source =
            RecordBatchSource.ofArray(array.memoryAddress(), schema.memoryAddress())) {
          RecordBatch batch = Objects.requireNonNull(source.next());
          writer.append(batch);
        }
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
    roots.forEach(RootBatches::close);
  }
}
