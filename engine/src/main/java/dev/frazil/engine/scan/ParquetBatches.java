package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.hardwood.metadata.RowGroup;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.ColumnReaders;
import dev.hardwood.reader.FilterPredicate;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.schema.ColumnProjection;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rows of a Parquet file, column by column. Each batch owns its memory, and outlives the
/// source.
final class ParquetBatches implements RecordBatchSource {
  /// Values of a batch, and bytes of them as they lie in the file, that are enough. hardwood keeps
  /// arrays for several batches of every leaf.
  private static final int BATCH_VALUES = 1 << 21;

  private static final long BATCH_BYTES = 1 << 26;

  private final Path path;
  private final ParquetFileReader file;
  private final ArrowSchema schema;
  private final List<ReadColumn> columns;

  /// The leaves' readers, or null where no value is needed to count rows.
  private final @Nullable ColumnReaders readers;

  private final int leafCount;
  private final int batchRows;

  /// Rows that are to come, or -1 where a filter decides.
  private long left;

  private ParquetBatches(
      Path path,
      ParquetFileReader file,
      List<ReadColumn> columns,
      @Nullable ColumnReaders readers,
      int batchRows,
      long rows) {
    this.path = path;
    this.file = file;
    this.schema = new ArrowSchema(columns.stream().map(ReadColumn::field).toList());
    this.columns = columns;
    this.readers = readers;
    this.leafCount = file.getFileSchema().getColumnCount();
    this.batchRows = batchRows;
    this.left = rows;
  }

  /// Begins to read a file.
  ///
  /// @param file is closed with the source; when this throws it stays the caller's
  /// @param all the columns of the file
  /// @param selected those of them that are read, in the order in which they come out
  static ParquetBatches of(
      Path path,
      ParquetFileReader file,
      List<ReadColumn> all,
      List<ReadColumn> selected,
      Pushdown pushdown,
      int batchRows) {
    FilterPredicate predicate = pushdown.predicate(file.getFileMetaData(), file.getFileSchema());
    long rows = predicate == null ? file.getFileMetaData().numRows() : -1;
    boolean none = file.getFileMetaData().rowGroups().isEmpty();
    if (none && file.getFileMetaData().numRows() > 0) {
      throw new IllegalStateException(
          "%d rows and no row group".formatted(file.getFileMetaData().numRows()));
    }
    if (none || (selected.isEmpty() && predicate == null)) {
      return new ParquetBatches(path, file, selected, null, batchRows, none ? 0 : rows);
    }
    // Rows cannot be told apart without any column.
    List<ReadColumn> read = selected.isEmpty() ? List.of(all.getFirst()) : selected;
    int fitting = Math.min(batchRows, fittingRows(file, read));
    ColumnReaders readers = open(file, read, predicate, fitting);
    return new ParquetBatches(path, file, selected, readers, fitting, rows);
  }

  /// So many rows that a batch of many leaves, or of long values, does not take too much memory.
  private static int fittingRows(ParquetFileReader file, List<ReadColumn> columns) {
    List<ReadColumn.Leaf> leaves =
        columns.stream().flatMap(column -> column.leaves().stream()).toList();
    long rows = BATCH_VALUES / leaves.size();
    for (RowGroup group : file.getFileMetaData().rowGroups()) {
      long bytes = 0;
      for (ReadColumn.Leaf leaf : leaves) {
        bytes += group.columns().get(leaf.leaf()).metaData().totalUncompressedSize();
      }
      long rowBytes = bytes / Math.max(1, group.numRows());
      rows = Math.min(rows, BATCH_BYTES / Math.max(1, rowBytes));
    }
    return (int) Math.max(1, rows);
  }

  private static ColumnReaders open(
      ParquetFileReader file,
      List<ReadColumn> columns,
      @Nullable FilterPredicate predicate,
      int batchRows) {
    Set<String> names = new LinkedHashSet<>();
    boolean plain = true;
    for (ReadColumn column : columns) {
      for (ReadColumn.Leaf leaf : column.leaves()) {
        names.add(leaf.path());
        plain &= resolves(file, leaf);
      }
    }
    ColumnProjection projection =
        plain ? ColumnProjection.columns(names.toArray(String[]::new)) : ColumnProjection.all();
    var builder = file.buildColumnReaders(projection).batchSize(batchRows);
    return (predicate == null ? builder : builder.filter(predicate)).build();
  }

  /// Whether a leaf is what hardwood finds by its path: a path is split at its dots, one without
  /// any is the first leaf of that name at any depth, and an empty one is none.
  private static boolean resolves(ParquetFileReader file, ReadColumn.Leaf leaf) {
    List<String> names = file.getFileSchema().getColumn(leaf.leaf()).fieldPath().elements();
    if (names.stream().anyMatch(name -> name.isEmpty() || name.contains("."))) {
      return false;
    }
    return names.size() > 1
        || file.getFileSchema().getColumns().stream()
                .filter(column -> column.name().equals(leaf.path()))
                .findFirst()
                .orElseThrow()
                .columnIndex()
            == leaf.leaf();
  }

  @Override
  public ArrowSchema schema() {
    return schema;
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    ColumnReaders open = readers;
    return open == null ? counted() : DamagedFile.attempt(path, () -> decoded(open), () -> {});
  }

  private @Nullable RecordBatch counted() {
    if (left == 0) {
      return null;
    }
    int rows = (int) Math.min(left, batchRows);
    left -= rows;
    return new RecordBatch(schema, rows, List.of(), () -> {});
  }

  private @Nullable RecordBatch decoded(ColumnReaders readers) throws IOException {
    while (readers.nextBatch()) {
      int rows = readers.getRecordCount();
      if (rows > 0) {
        if (left >= 0) {
          left -= Math.min(rows, left);
        }
        return batch(readers, rows);
      }
    }
    // A reader that is interrupted ends as if there were no more rows.
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("Parquet read: " + path + ": interrupted");
    }
    if (left > 0) {
      throw new IOException(
          "Parquet read: %s: expected %d rows, got %d fewer"
              .formatted(path, file.getFileMetaData().numRows(), left));
    }
    return null;
  }

  private RecordBatch batch(ColumnReaders readers, int rows) throws IOException {
    @Nullable ColumnReader[] byLeaf = new ColumnReader[leafCount];
    for (int i = 0; i < readers.getColumnCount(); i++) {
      ColumnReader reader = readers.getColumnReader(i);
      byLeaf[reader.getColumnSchema().columnIndex()] = reader;
    }
    BatchMemory memory = new BatchMemory();
    boolean done = false;
    try {
      ColumnAssembly assembly = new ColumnAssembly(path.toString(), byLeaf, memory);
      List<ArrowColumn> made = new ArrayList<>(columns.size());
      for (ReadColumn column : columns) {
        made.add(assembly.column(column, rows));
      }
      RecordBatch batch = new RecordBatch(schema, rows, made, memory::close);
      done = true;
      return batch;
    } finally {
      if (!done) {
        memory.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (readers != null) {
      readers.close();
    }
    file.close();
  }
}
