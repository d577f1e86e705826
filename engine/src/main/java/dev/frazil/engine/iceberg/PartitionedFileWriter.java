package dev.frazil.engine.iceberg;

import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.file.ByteSink;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.file.ParquetFileWriter;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.partition.Gather;
import dev.frazil.engine.partition.PartitionRouter;
import dev.frazil.engine.partition.RowSelection;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/// Writes aligned batches to one file a partition and batch, one after the other through one
/// [ParquetFileWriter], whose memory serves all of them. Owns that memory, and the files until
/// [#finish()].
final class PartitionedFileWriter implements AutoCloseable {
  private final FileIO io;
  private final DataFileLocations locations;
  private final ParquetSchema schema;
  private final WriterOptions options;
  private final PartitionRouter router;
  private final DataFileFactory dataFiles;
  private final Gather gather = new Gather();
  private final List<DataFile> written = new ArrayList<>();
  private final List<String> owned = new ArrayList<>();
  private @Nullable ParquetFileWriter writer;

  PartitionedFileWriter(
      FileIO io,
      DataFileLocations locations,
      ParquetSchema schema,
      WriterOptions options,
      PartitionRouter router,
      DataFileFactory dataFiles) {
    this.io = io;
    this.locations = locations;
    this.schema = schema;
    this.options = options;
    this.router = router;
    this.dataFiles = dataFiles;
  }

  /// Writes the rows of a batch and closes it, on every path.
  void append(RecordBatch batch) throws IOException {
    try (batch) {
      for (RowSelection selection : router.route(batch)) {
        writeFile(gather.gather(batch, selection), selection);
      }
    }
  }

  private void writeFile(RecordBatch rows, RowSelection selection) throws IOException {
    OutputFile file = locations.next(selection.partition());
    ParquetFileWriter parquet = open(new OutputFileSink(io, file));
    parquet.append(rows);
    FileReceipt receipt = parquet.finish();
    owned.add(file.location());
    written.add(dataFiles.dataFile(file.location(), receipt, selection.partition()));
  }

  private ParquetFileWriter open(ByteSink sink) throws IOException {
    ParquetFileWriter parquet = writer;
    if (parquet == null) {
      parquet = new ParquetFileWriter(sink, schema, options);
      writer = parquet;
    } else {
      parquet.reset(sink);
    }
    return parquet;
  }

  /// Hands the files over; they are no longer this writer's.
  List<DataFile> finish() {
    List<DataFile> files = List.copyOf(written);
    written.clear();
    owned.clear();
    return files;
  }

  /// Frees the memory, aborts an open file, and deletes those that were not handed over. Tries all
  /// of it before the first failure is thrown.
  @Override
  public void close() {
    RuntimeException failure = null;
    failure = attempt(() -> FileDeletion.delete(io, owned), failure);
    owned.clear();
    written.clear();
    ParquetFileWriter parquet = writer;
    if (parquet != null) {
      writer = null;
      failure = attempt(parquet::close, failure);
    }
    gather.close();
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable RuntimeException attempt(
      Runnable step, @Nullable RuntimeException failure) {
    try {
      step.run();
      return failure;
    } catch (RuntimeException e) {
      if (failure == null) {
        return e;
      }
      failure.addSuppressed(e);
      return failure;
    }
  }
}
