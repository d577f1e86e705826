package dev.frazil.fuzz;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.MemorySink;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The engine on exported batches: one file onto a memory sink.
public final class EngineRun implements AutoCloseable {
  private final MemorySink sink = new MemorySink();
  private final WriterOptions options;
  private @Nullable ParquetFileWriter writer;

  EngineRun(WriterOptions options) {
    this.options = options;
  }

  /// Writes a file whose batches lie in memory as chance has it.
  ///
  /// @param batches at least one; all have the columns of the first one
  /// @param options limits and codec
  /// @param random decides what the Arrow format leaves open
  /// @return the whole file
  /// @throws IOException never: the file is written to memory
  public static byte[] write(
      List<BatchValues> batches, WriterOptions options, RandomGenerator random) throws IOException {
    try (EngineRun run = new EngineRun(options)) {
      for (BatchValues batch : batches) {
        run.append(BatchData.of(batch, random), random);
      }
      return run.finish().bytes();
    }
  }

  /// Writes a file, compares it with what must be in it, and checks that every batch was released
  /// exactly once.
  ///
  /// @param file what to write
  /// @param random decides what the Arrow format leaves open, and where row groups are ended early
  /// @return the file
  static WrittenFile verified(FileCase file, RandomGenerator random) throws IOException {
    WrittenFile written;
    try (EngineRun run = new EngineRun(file.options())) {
      run.append(empty(file.fields(), random), random);
      for (BatchData batch : file.batches()) {
        run.append(batch, random);
        if (random.nextInt(8) == 0) {
          run.flush();
        }
      }
      written = run.finish();
    }
    ParquetJavaOracle.verify(written, file.expected());
    return written;
  }

  private static BatchData empty(List<ArrowField> fields, RandomGenerator random) {
    List<ColumnValues> columns =
        fields.stream().map(field -> new ColumnValues(field, List.of())).toList();
    return BatchData.of(new BatchValues(columns, 0), random);
  }

  /// Exports a batch and appends it; afterwards both structs have been released once and their
  /// memory is unreadable.
  void append(BatchData batch, RandomGenerator random) throws IOException {
    try (ExportedBatch export = new ExportedBatch(batch, random, 0)) {
      append(export);
      Expect.equal("releases of the schema", 1, export.schemaReleases());
      Expect.equal("releases of the array", 1, export.arrayReleases());
    }
  }

  /// Appends what was exported.
  void append(ExportedBatch export) throws IOException {
    try (RecordBatchSource source =
        RecordBatchSource.ofArray(export.arrayAddress(), export.schemaAddress())) {
      if (writer == null) {
        writer = new ParquetFileWriter(sink, ParquetSchema.of(source.schema()), options);
      }
      RecordBatch batch = Expect.present("batch", source.next());
      writer.append(batch);
    }
  }

  /// Ends the open row group.
  void flush() throws IOException {
    Expect.present("writer", writer).flush();
  }

  /// Ends the file.
  WrittenFile finish() throws IOException {
    FileReceipt receipt = Expect.present("writer", writer).finish();
    return new WrittenFile(sink.segment().toArray(JAVA_BYTE), receipt);
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
    sink.close();
  }
}
