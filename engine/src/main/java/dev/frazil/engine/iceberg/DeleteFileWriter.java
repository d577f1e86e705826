package dev.frazil.engine.iceberg;

import dev.frazil.engine.WriteException;
import dev.frazil.engine.align.BatchAligner;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.FileReceipt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/// Writes record batches as delete files of an Iceberg table.
///
/// **Equality deletes**: every row of a batch deletes the rows that equal it in the columns of the
/// equality ids, and every batch must have these columns and no other. **Position deletes**: every
/// row is the path of a data file (`file_path`, a string) and a position in it (`pos`, a long from
/// 0), sorted by path and then by position over all batches, which is verified. Tables of format
/// version 2 alone have them: version 1 has no deletes, and version 3 has deletion vectors in their
/// place, which are no Parquet files and are best written by Iceberg's own `BaseDVFileWriter`.
///
/// Files are written by the table's properties for deletes (`write.delete.*`), and where it has
/// none by those of its data files. After the batch that takes a file to
/// `write.delete.target-file-size-bytes` the next one begins a file; with a
/// `write.delete.granularity` of `file` so does the next path.
///
/// What was written belongs to the writer until [#finish()]: an error, or [#close()] without
/// `finish()`, deletes every file. Not thread-safe, but any thread may use it, one at a time.
public final class DeleteFileWriter implements AutoCloseable {
  private final FileIO io;
  private final PartitionSpec spec;
  private final @Nullable StructLike partition;
  private final DataFileLocations locations;
  private final DeleteRows rows;
  private final TableFileFormat format;
  private final MetricsMapper mapper;
  private final long targetBytes;
  private final BatchAligner aligner;
  private final List<DeleteFile> files = new ArrayList<>();

  /// Where whole files lie that are not the caller's yet.
  private final List<String> owned = new ArrayList<>();

  private @Nullable TableFileWriter file;
  private boolean open = true;

  private DeleteFileWriter(
      Table table,
      Map<String, String> properties,
      DeleteRows rows,
      PartitionSpec spec,
      @Nullable StructLike partition) {
    Map<String, String> deletes = DeleteProperties.of(properties);
    WritableTable.require(table, deletes);
    if (spec.isPartitioned() && partition == null) {
      throw new WriteException(
          "delete files: %s: expected a partition of %s, got none".formatted(table.name(), spec));
    }
    this.io = table.io();
    this.spec = spec;
    this.partition = spec.isPartitioned() ? partition : null;
    this.locations =
        DataFileLocations.of(table, spec, DataFileOptions.builder().properties(properties).build());
    this.rows = rows;
    this.format =
        TableFileFormat.of(
            rows.schema(),
            TableFileFormat.options(deletes).toBuilder().keyValueMetadata(rows.metadata()).build());
    this.mapper = new MetricsMapper(rows.schema(), rows.metricsConfig());
    this.targetBytes = DeleteProperties.targetBytes(deletes);
    this.aligner = format.aligner();
  }

  /// A writer of equality deletes.
  ///
  /// @param table a table of format version 2 or later
  /// @param equalityFieldIds the columns to compare: primitive ones but float and double, not
  ///   inside lists or maps
  /// @param spec the partition spec of the files. Files of an unpartitioned one delete in all
  ///   partitions
  /// @param partition where rows are deleted, with the values of that spec; null without
  ///   partitioning. Not to be changed before [#finish()]
  /// @param properties names and values that override the table's for this writer alone
  /// @return a writer, to be closed by the caller
  /// @throws dev.frazil.engine.SchemaException if a field id names no such column
  /// @throws WriteException if the table does not allow it: its version, encryption, or another
  ///   file format
  /// @throws IllegalArgumentException if a property has a value that cannot be used
  public static DeleteFileWriter equalityDeletes(
      Table table,
      Set<Integer> equalityFieldIds,
      PartitionSpec spec,
      @Nullable StructLike partition,
      Map<String, String> properties) {
    int version = TableUtil.formatVersion(table);
    if (version < 2) {
      throw refused(table, "equality deletes", "2 or later", version);
    }
    Map<String, String> merged = WritableTable.properties(table, properties);
    MetricsConfig metrics = MetricsConfig.from(merged, table.schema(), table.sortOrder());
    EqualityDeleteRows rows = EqualityDeleteRows.of(table.schema(), equalityFieldIds, metrics);
    return new DeleteFileWriter(table, merged, rows, spec, partition);
  }

  /// A writer of position deletes.
  ///
  /// @param table a table of format version 2
  /// @param spec the partition spec of the data files
  /// @param partition the partition of the data files, with the values of that spec; null without
  ///   partitioning. Not to be changed before [#finish()]
  /// @param properties names and values that override the table's for this writer alone
  /// @return a writer, to be closed by the caller
  /// @throws WriteException if the table does not allow it: its version, encryption, or another
  ///   file format
  /// @throws IllegalArgumentException if a property has a value that cannot be used
  public static DeleteFileWriter positionDeletes(
      Table table,
      PartitionSpec spec,
      @Nullable StructLike partition,
      Map<String, String> properties) {
    int version = TableUtil.formatVersion(table);
    if (version != 2) {
      throw refused(table, "position deletes", "2, as later ones have deletion vectors", version);
    }
    Map<String, String> merged = WritableTable.properties(table, properties);
    PositionDeleteRows rows = new PositionDeleteRows(DeleteProperties.filePerDataFile(merged));
    return new DeleteFileWriter(table, merged, rows, spec, partition);
  }

  private static WriteException refused(Table table, String what, String expected, int found) {
    return new WriteException(
        "%s: %s: expected format version %s, got %d"
            .formatted(what, table.name(), expected, found));
  }

  /// Writes all batches of a source. Several sources may follow one another.
  ///
  /// @param batches the batches; the source stays open and is the caller's
  /// @throws IOException if the source cannot be read or a file not written
  /// @throws dev.frazil.engine.FrazilException if a batch has other columns, or rows that cannot be
  ///   written or are out of order
  /// @throws IllegalStateException if the writer is finished, closed or has failed
  public void write(RecordBatchSource batches) throws IOException {
    requireOpen("write");
    try {
      for (RecordBatch batch = batches.next(); batch != null; batch = batches.next()) {
        append(batch);
      }
    } catch (Throwable t) {
      try {
        close();
      } catch (RuntimeException e) {
        t.addSuppressed(e);
      }
      throw t;
    }
  }

  private void append(RecordBatch batch) throws IOException {
    try (batch) {
      rows.requireColumns(batch.schema());
      try (RecordBatch aligned = aligner.align(batch)) {
        if (aligned.rowCount() > 0) {
          writeRuns(aligned);
        }
      }
    }
  }

  private void writeRuns(RecordBatch aligned) throws IOException {
    for (DeleteRows.Run run : rows.runs(aligned)) {
      if (run.newFile()) {
        finishFile();
      }
      TableFileWriter current = file;
      if (current == null) {
        current = new TableFileWriter(format, locations.next(partition), false, io);
        file = current;
      }
      current.append(slice(aligned, run));
      rows.written(aligned, run);
      if (current.length() >= targetBytes) {
        finishFile();
      }
    }
  }

  /// The rows of a run; closing them closes nothing.
  private static RecordBatch slice(RecordBatch aligned, DeleteRows.Run run) {
    List<ArrowColumn> columns =
        aligned.columns().stream().map(column -> column.slice(run.from(), run.count())).toList();
    return new RecordBatch(aligned.schema(), run.count(), columns, () -> {});
  }

  private void finishFile() throws IOException {
    TableFileWriter current = file;
    if (current == null) {
      return;
    }
    FileReceipt receipt = current.finish();
    file = null;
    if (receipt != null) {
      owned.add(current.location());
      FileMetadata.Builder metadata =
          FileMetadata.deleteFileBuilder(spec)
              .withPath(current.location())
              .withFormat(FileFormat.PARQUET)
              .withFileSizeInBytes(receipt.length())
              .withSplitOffsets(receipt.splitOffsets());
      if (partition != null) {
        metadata.withPartition(partition);
      }
      files.add(rows.deleteFile(metadata, mapper.metrics(receipt)));
    }
  }

  /// Ends the writing. From here on the files are the caller's, to be committed
  /// (`RowDelta.addDeletes`) or deleted.
  ///
  /// @return the files in the order they were written, each with at least one row
  /// @throws IOException if the last file cannot be published; then every file is deleted
  /// @throws IllegalStateException if the writer is finished, closed or has failed
  public List<DeleteFile> finish() throws IOException {
    requireOpen("finish");
    try {
      finishFile();
      owned.clear();
      return List.copyOf(files);
    } finally {
      close();
    }
  }

  private void requireOpen(String call) {
    if (!open) {
      throw new IllegalStateException(call + ": expected an open writer, got a closed one");
    }
  }

  /// Frees the memory. Without [#finish()] every file written is deleted. A second call does
  /// nothing.
  @Override
  public void close() {
    open = false;
    Cleanup cleanup = new Cleanup();
    TableFileWriter current = file;
    file = null;
    if (current != null) {
      cleanup.attempt(current::close);
    }
    cleanup.attempt(aligner::close);
    List<String> unwanted = List.copyOf(owned);
    owned.clear();
    cleanup.attempt(() -> FileDeletion.delete(io, unwanted));
    cleanup.finish();
  }
}
