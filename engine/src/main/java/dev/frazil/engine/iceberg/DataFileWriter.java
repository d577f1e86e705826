package dev.frazil.engine.iceberg;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.align.BatchAligner;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.ColumnThreads;
import dev.frazil.engine.file.FileLayout;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.file.WriterProperties;
import dev.frazil.engine.partition.PartitionRouter;
import dev.frazil.engine.partition.RowOrder;
import java.io.IOException;
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
/// Every batch is aligned to the table's schema and its rows are sent to the partitions of the
/// spec, whose files are open as the [WriteMode] says. A file takes no further row once it has the
/// table's `write.target-file-size-bytes` by what is known of its length while it is open
/// ([dev.frazil.engine.file.ParquetFileWriter#length()]): the batch is split at that row, and the
/// file comes out shorter by what compression takes from its last row group, and longer by its
/// footer. No file is without rows.
///
/// The metrics of a [DataFile] are what the encoders saw. Rows are written in the order they come
/// in. Where a sort order is declared every file is checked to have it, and says so; otherwise
/// files say that they are unsorted, whatever order the table asks for.
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

  /// What files are made of, beside the columns.
  private record Plan(
      FileIO io,
      DataFileLocations locations,
      PartitionSpec spec,
      SortOrder order,
      MetricsConfig metrics,
      WriteMode mode,
      AlignmentOptions alignment,
      ColumnThreads threads,
      long targetBytes) {}

  private DataFileWriter(Plan plan, TableFileFormat format) {
    Schema columns = IcebergSchemas.written(format.schema());
    WrittenFiles written =
        new WrittenFiles(
            plan.io, new DataFileFactory(format.schema(), plan.spec, plan.metrics, plan.order));
    RollingFile.Settings settings =
        new RollingFile.Settings(
            plan.io,
            plan.locations,
            FileLayout.of(
                format.parquet(),
                format.options().toBuilder()
                    .sortingColumns(TableColumns.sorting(plan.order, format))
                    .build()),
            plan.threads,
            () -> new RowOrder(columns, plan.order),
            plan.targetBytes);
    this.aligner = format.aligner(plan.alignment);
    this.files =
        new PartitionedFileWriter(
            new PartitionRouter(columns, plan.spec),
            OpenFiles.of(plan.mode, plan.spec, () -> new RollingFile(settings, written)),
            written);
  }

  /// A writer for a table, by its current schema and spec, its location provider and its
  /// properties. A table that names no codec gets Iceberg's default, gzip. Properties of columns
  /// that the table does not have are passed over.
  ///
  /// @param table the table
  /// @return a writer, to be closed by the caller
  /// @throws dev.frazil.engine.SchemaException if a column has a type, or the spec a transform,
  ///   that is not written
  /// @throws WriteException if the table asks for what is not written: encryption, shredded
  ///   variants, or another file format
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
  /// @throws WriteException if the table asks for what is not written: encryption, shredded
  ///   variants, or another file format; or the options for what the table does not have: a spec, a
  ///   sort order, row lineage
  /// @throws IllegalArgumentException if a property has a value that cannot be used
  public static DataFileWriter forTable(Table table, DataFileOptions options) {
    return forTable(table, options, ColumnThreads.CALLER);
  }

  /// As [#forTable(Table, DataFileOptions)], with threads.
  ///
  /// @param table the table
  /// @param options how files are made; its properties override the table's for this writer alone
  /// @param threads encode the columns of each file, which is the same for any number of them
  /// @return a writer, to be closed by the caller
  /// @throws dev.frazil.engine.SchemaException if a column has a type, or the spec a transform,
  ///   that is not written
  /// @throws WriteException if the table or the options ask for what is not written
  /// @throws IllegalArgumentException if a property has a value that cannot be used
  public static DataFileWriter forTable(
      Table table, DataFileOptions options, ColumnThreads threads) {
    Map<String, String> properties = WritableTable.properties(table, options.properties());
    WritableTable.require(table, properties);
    PartitionSpec spec = WritableTable.spec(table, options);
    return new DataFileWriter(
        new Plan(
            table.io(),
            DataFileLocations.of(table, spec, options),
            spec,
            WritableTable.sortOrder(table, options),
            MetricsConfig.from(properties, table.schema(), table.sortOrder()),
            options.mode(),
            options.alignment(),
            threads,
            WriterProperties.targetFileBytes(properties)),
        TableFileFormat.of(
            WritableTable.schema(table, options), TableFileFormat.options(properties)));
  }

  /// Writes all batches of a source in one call, without a table: one file per partition and batch,
  /// of any size.
  ///
  /// @param io where files are made
  /// @param location the folder for the files and the folders of partitions
  /// @param batches the batches; the source stays open and is the caller's
  /// @param schema the schema of a table, with its field ids
  /// @param spec a partition spec of that schema
  /// @param order the sort order that the rows of every file have, which is verified; unsorted for
  ///   none
  /// @param options how files are written; its metrics properties say which bounds are kept.
  ///   Options of columns go by their names in the table; others are passed over
  /// @return the files in the order they were written, at least one row each; none for no rows. On
  ///   failure there are none and nothing is left behind
  /// @throws IOException if the source cannot be read or a file not written
  /// @throws dev.frazil.engine.SchemaException if a column, a batch or the spec cannot be written
  /// @throws WriteException if a value cannot be written, or a row is not in the order
  public static List<DataFile> writeDataFiles(
      FileIO io,
      String location,
      RecordBatchSource batches,
      Schema schema,
      PartitionSpec spec,
      SortOrder order,
      WriterOptions options)
      throws IOException {
    Plan plan =
        new Plan(
            io,
            DataFileLocations.of(io, location, spec),
            spec,
            order,
            MetricsConfig.from(options.metricsProperties(), schema, order),
            new WriteMode.Batch(),
            AlignmentOptions.DEFAULT,
            ColumnThreads.CALLER,
            Long.MAX_VALUE);
    try (DataFileWriter writer = new DataFileWriter(plan, TableFileFormat.of(schema, options))) {
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

  /// Ends the open files and the writing. From here on the files are the caller's, to be committed
  /// or deleted.
  ///
  /// @return the files in the order in which they were ended, each with at least one row
  /// @throws IOException if a file cannot be ended
  /// @throws IllegalStateException if the writer is finished, closed or has failed
  public List<DataFile> finish() throws IOException {
    requireOpen("finish");
    try {
      List<DataFile> written = files.finish();
      release(State.FINISHED);
      return written;
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
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
