package dev.frazil.engine.store;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowSchemaMessage;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.csv.CsvSink;
import dev.frazil.engine.file.ByteSinkStream;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.FileStatistics;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// Rows of a source as one data file of a version.
final class DataFileWriter {
  private DataFileWriter() {}

  /// A complete data file that has no name yet.
  ///
  /// @param file the file, which belongs to whoever has this
  /// @param format its format
  /// @param facts its size and checksum
  /// @param schema its columns
  /// @param statistics counts and bounds of its columns; null where the format has none
  record Written(
      StagedFile file,
      DataFormat format,
      FileFacts facts,
      ArrowSchema schema,
      @Nullable FileStatistics statistics)
      implements AutoCloseable {
    /// The same content in another version, in place of this.
    ///
    /// @param version the version that is to have it
    /// @return the file there; this one is closed then
    /// @throws IOException if it cannot be copied; this one is open then
    Written moveTo(VersionDirectory version) throws IOException {
      Written moved = new Written(file.copyTo(version), format, facts, schema, statistics);
      close();
      return moved;
    }

    /// What the commit record of a version says that has this as its first file.
    ///
    /// @param request how the version was asked for
    /// @param writer the UUID of the attempt to write it
    /// @param parent the version before it, or [Manifest#NONE]
    VersionFacts describe(WriteRequest request, String writer, long parent) {
      return VersionFacts.builder(format, ArrowSchemaMessage.base64(schema))
          .firstFile(facts)
          .writer(writer)
          .parent(parent)
          .token(request.token())
          .note(request.note())
          .statistics(StoredStatistics.document(statistics))
          .build();
    }

    @Override
    public void close() {
      file.close();
    }
  }

  /// Refuses a schema that files of a format cannot have, before anything is made for it.
  ///
  /// @param schema the columns
  /// @param format the format
  /// @throws dev.frazil.engine.SchemaException if a column has no place in the format
  /// @throws IOException if the format's writer fails without anything to write to
  static void requireWritable(ArrowSchema schema, DataFormat format) throws IOException {
    switch (format) {
      case PARQUET -> ParquetSchema.of(StoredSchema.of(schema));
      case CSV -> new CsvSink(OutputStream.nullOutputStream(), StoredSchema.of(schema)).finish();
    }
  }

  /// Writes all rows of a source. When that fails nothing stays.
  ///
  /// @param rows the rows, which stay the caller's to close
  /// @param version the version that is to have them; its directory exists
  /// @param format the format of its files
  /// @param options how Parquet files are written
  /// @return the file
  /// @throws IOException if the rows cannot be read or written
  static Written write(
      RecordBatchSource rows, VersionDirectory version, DataFormat format, WriterOptions options)
      throws IOException {
    StagedFile file = StagedFile.create(version);
    try {
      return switch (format) {
        case PARQUET -> parquet(rows, file, options);
        case CSV -> csv(rows, file);
      };
    } catch (Throwable t) {
      file.close();
      throw t;
    }
  }

  private static Written parquet(RecordBatchSource rows, StagedFile file, WriterOptions options)
      throws IOException {
    ArrowSchema schema = StoredSchema.of(rows.schema());
    ParquetSchema columns = ParquetSchema.of(schema);
    try (ParquetFileWriter writer = new ParquetFileWriter(file, columns, options)) {
      for (RecordBatch batch = rows.next(); batch != null; batch = rows.next()) {
        writer.append(batch);
      }
      FileReceipt receipt = writer.finish();
      return new Written(
          file,
          DataFormat.PARQUET,
          file.facts(receipt.rowCount()),
          schema,
          FileStatistics.of(receipt));
    }
  }

  private static Written csv(RecordBatchSource rows, StagedFile file) throws IOException {
    ArrowSchema schema = StoredSchema.of(rows.schema());
    long rowCount = 0;
    try (ByteSinkStream stream = new ByteSinkStream(file)) {
      CsvSink sink = new CsvSink(stream, schema);
      for (RecordBatch batch = rows.next(); batch != null; batch = rows.next()) {
        rowCount += batch.rowCount();
        sink.append(batch);
      }
      sink.finish();
      stream.flush();
    }
    file.complete();
    return new Written(file, DataFormat.CSV, file.facts(rowCount), schema, null);
  }
}
