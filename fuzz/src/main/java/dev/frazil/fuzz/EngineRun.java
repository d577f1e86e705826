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
final class EngineRun implements AutoCloseable {
  private final MemorySink sink = new MemorySink();
  private final WriterOptions options;
  private @Nullable ParquetFileWriter writer;

  EngineRun(WriterOptions options) {
    this.options = options;
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
      run.append(empty(file.fields()), random);
      for (BatchSlots batch : file.batches()) {
        run.append(batch, random);
        if (random.nextInt(8) == 0) {
          run.flush();
        }
      }
      written = run.finish();
    }
    ParquetJavaOracle.verify(
        written, ExpectedFile.of(file.fields(), file.batches(), file.options()));
    return written;
  }

  private static BatchSlots empty(List<ArrowField> fields) {
    return new BatchSlots(fields.stream().map(EngineRun::emptyColumn).toList(), 0, 0);
  }

  private static ArraySlots emptyColumn(ArrowField field) {
    ArrowField entries = new ArrowField("", field.type(), true);
    return new ArraySlots(
        field,
        List.of(),
        0,
        field.indexType() == null ? null : new ArraySlots(entries, List.of(), 0, null));
  }

  /// Exports a batch and appends it; afterwards both structs have been released once and their
  /// memory is unreadable.
  void append(BatchSlots batch, RandomGenerator random) throws IOException {
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
