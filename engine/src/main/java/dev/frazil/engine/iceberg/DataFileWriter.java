package dev.frazil.engine.iceberg;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.align.BatchAligner;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.partition.PartitionRouter;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.FileIO;

/// Writes record batches as data files of an Iceberg table.
///
/// Every batch is aligned to the table's schema, its rows are sent to the partitions of the spec,
/// and each partition of each batch becomes one Parquet file, so that many small batches make many
/// small files. The metrics of a [DataFile] are what the encoders saw. Rows are written in the
/// order they come in, and the files say that they are unsorted.
///
/// What was written belongs to the writer until [#finish()]: an error, or [#close()] without
/// `finish()`, deletes every file, so that an exception inside try-with-resources leaves none
/// behind. Not thread-safe, but any thread may use it, one at a time.
public final class DataFileWriter implements AutoCloseable {
  private enum State {
    OPEN("an open one"),
    FINISHED("a finished one"),
    FAILED("one that failed"),
    CLOSED("a closed one");

    private final String described;

    State(String described) {
      this.described = described;
    }
  }

  private final BatchAligner aligner;
  private final PartitionedFileWriter files;
  private State state = State.OPEN;

  private DataFileWriter(
      FileIO io,
      DataFileLocations locations,
      Schema schema,
      PartitionSpec spec,
      MetricsConfig metrics,
      WriterOptions options) {
    TableFileFormat format = TableFileFormat.of(schema, options);
    this.aligner = format.aligner();
    this.files =
        new PartitionedFileWriter(
            io,
            locations,
            format.parquet(),
            format.options(),
            new PartitionRouter(IcebergSchemas.written(schema), spec),
            new DataFileFactory(schema, spec, metrics));
  }

  /// A writer for a table, by its current schema and spec, its location provider and its
  /// properties. A table that names no codec gets Iceberg's default, gzip. Properties of columns
  /// that the table does not have are passed over.
  ///
  /// @param table the table
  /// @return a writer, to be closed by the caller
  /// @throws dev.frazil.engine.SchemaException if a column has a type, or the spec a transform,
  ///   that is not written
  /// @throws WriteException if the table asks for what is not written yet: a sort order,
  ///   encryption, or another file format
  /// @throws IllegalArgumentException if a property has a value that cannot be used
  public static DataFileWriter forTable(Table table) {
    return forTable(table, DataFileOptions.DEFAULT);
  }

  /// As [#forTable(Table)], with options.
  ///
  /// @param table the table
  /// @param options how files are made; its properties override the table's for this writer alone
  /// @return a writer, to be closed by the caller
  /// @throws dev.frazil.engine.SchemaException if a column has a type, or the spec a transform,
  ///   that is not written
  /// @throws WriteException if the table asks for what is not written yet: a sort order,
  ///   encryption, or another file format
  /// @throws IllegalArgumentException if a property has a value that cannot be used
  public static DataFileWriter forTable(Table table, DataFileOptions options) {
    Map<String, String> merged = new HashMap<>(table.properties());
    merged.putAll(options.properties());
    WritableTable.require(table, merged);
    return new DataFileWriter(
        table.io(),
        DataFileLocations.of(table, table.spec()),
        table.schema(),
        table.spec(),
        MetricsConfig.from(merged, table.schema(), table.sortOrder()),
        TableFileFormat.options(merged));
  }

  /// Writes all batches of a source in one call, without a table: one file per partition and batch.
  ///
  /// @param io where files are made
  /// @param location the folder for the files and the folders of partitions
  /// @param batches the batches; the source stays open and is the caller's
  /// @param schema the schema of a table, with its field ids
  /// @param spec a partition spec of that schema
  /// @param order the sort order, which must be unsorted
  /// @param options how files are written; its metrics properties say which bounds are kept.
  ///   Options of columns go by their names in the table; others are passed over
  /// @return the files in the order they were written, at least one row each; none for no rows. On
  ///   failure there are none and nothing is left behind
  /// @throws IOException if the source cannot be read or a file not written
  /// @throws dev.frazil.engine.SchemaException if a column, a batch or the spec cannot be written
  /// @throws WriteException if a value cannot be written, or for a sort order
  public static List<DataFile> writeDataFiles(
      FileIO io,
      String location,
      RecordBatchSource batches,
      Schema schema,
      PartitionSpec spec,
      SortOrder order,
      WriterOptions options)
      throws IOException {
    WritableTable.requireUnsorted(location, order);
    try (DataFileWriter writer =
        new DataFileWriter(
            io,
            DataFileLocations.of(io, location, spec),
            schema,
            spec,
            MetricsConfig.from(options.metricsProperties(), schema, order),
            options)) {
      writer.write(batches);
      return writer.finish();
    }
  }

  /// Writes all batches of a source. Several sources may follow one another, each with a schema of
  /// its own.
  ///
  /// @param batches the batches; the source stays open and is the caller's
  /// @throws IOException if the source cannot be read or a file not written
  /// @throws dev.frazil.engine.FrazilException if a batch cannot be written
  /// @throws IllegalStateException if the writer is finished, closed or has failed
  public void write(RecordBatchSource batches) throws IOException {
    requireOpen("write");
    try {
      RecordBatch batch = batches.next();
      while (batch != null) {
        files.append(aligner.align(batch));
        batch = batches.next();
      }
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  private void fail(Throwable error) {
    try {
      release(State.FAILED);
    } catch (RuntimeException e) {
      error.addSuppressed(e);
    }
  }

  /// Ends the writing. From here on the files are the caller's, to be committed or deleted.
  ///
  /// @return the files in the order they were written, each with at least one row
  /// @throws IllegalStateException if the writer is finished, closed or has failed
  public List<DataFile> finish() {
    requireOpen("finish");
    List<DataFile> written = files.finish();
    release(State.FINISHED);
    return written;
  }

  private void requireOpen(String call) {
    if (state != State.OPEN) {
      throw new IllegalStateException(call + ": expected an open writer, got " + state.described);
    }
  }

  /// Frees the memory. Without [#finish()] every file written is deleted. A second call does
  /// nothing.
  @Override
  public void close() {
    release(State.CLOSED);
  }

  private void release(State next) {
    boolean open = state == State.OPEN;
    state = next;
    if (open) {
      try (files) {
        aligner.close();
      }
    }
  }
}
