package dev.frazil.engine.file;

import dev.frazil.encoders.EncodedChunk;
import dev.frazil.encoders.EncodedPages;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.schema.ParquetLeaf;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.FlightRecorder;

/// The open row group of a file: batches in, slice by slice, until it is full; then its chunks out.
/// It has the memory of its finished pages and of one open page a column, and keeps it for the next
/// row group.
final class RowGroupWriter implements AutoCloseable {
  /// Part of the target that a slice may always hold in PLAIN bytes, however little room is left:
  /// columns whose dictionaries shrink them much would otherwise be fed crumbs.
  private static final int SLICES = 8;

  private final FileLayout layout;
  private final SortOrder order;
  private final long targetBytes;
  private final int targetRows;
  private final BloomFilterWriter bloomFilters = new BloomFilterWriter();
  private final ColumnWork work;
  private final List<SourceColumn> sources = new ArrayList<>();
  private final List<ColumnWriter> columns = new ArrayList<>();
  private int rowCount;

  /// What [#bufferedBytes()] returns: it is asked for several times an append, and takes a look at
  /// every column.
  private long bufferedBytes;

  RowGroupWriter(FileLayout layout, ColumnThreads threads) {
    this.layout = layout;
    List<ParquetLeaf> leaves = layout.leaves();
    WriterOptions options = layout.options();
    this.order = new SortOrder(leaves, options.sortingColumns());
    this.targetBytes = options.rowGroupTargetBytes();
    this.targetRows = options.rowGroupTargetRows();
    for (ArrowField field : layout.schema().source().fields()) {
      sources.add(new SourceColumn(field));
    }
    this.work = new ColumnWork(threads, leaves.size());
    try {
      for (int i = 0; i < leaves.size(); i++) {
        ParquetLeaf leaf = leaves.get(i);
        EncoderOptions encoder = layout.encoder(i);
        work.make(i, workspace -> columns.add(new ColumnWriter(leaf, encoder, workspace)));
      }
    } catch (Throwable t) {
      close();
      throw t;
    }
  }

  /// Takes the columns of a batch, to be released before the batch is closed.
  void open(RecordBatch batch) {
    List<ArrowColumn> batchColumns = batch.columns();
    if (batchColumns.size() != sources.size()) {
      throw new SchemaException(
          "batch schema: %s: expected %d columns, got %d"
              .formatted(layout.schema().name(), sources.size(), batchColumns.size()));
    }
    for (int i = 0; i < sources.size(); i++) {
      sources.get(i).open(batchColumns.get(i));
    }
    for (ColumnWriter column : columns) {
      column.open(sources.get(column.leaf().sourceColumn()).column());
    }
  }

  /// Forgets the columns of the batch.
  void release() {
    columns.forEach(ColumnWriter::release);
    sources.forEach(SourceColumn::release);
  }

  /// How many of the open batch's rows `from .. end` go into this row group next; at least one.
  ///
  /// All of them if their PLAIN bytes fit, else as many as the row group and the file have room for
  /// by the average of its rows so far, within a bound on their PLAIN bytes.
  ///
  /// @param fileRoom bytes that the file may grow by
  int sliceRows(int from, int end, long fileRoom) {
    int rows = Math.min(end - from, targetRows - rowCount);
    long room = Math.min(targetBytes - bufferedBytes(), fileRoom);
    if (plainBytes(from, rows) <= room) {
      return rows;
    }
    if (rowCount > 0) {
      rows = Math.clamp((long) (room / averageRowBytes()), 1, rows);
    }
    long crumb = rowCount > 0 ? targetBytes / SLICES : 0;
    return rowsWithin(Math.max(room, crumb), from, rows);
  }

  /// The most rows, up to `rows` and at least one, whose PLAIN bytes are within a limit.
  private int rowsWithin(long limit, int from, int rows) {
    int fit = 1;
    int over = rows + 1;
    while (over - fit > 1) {
      int middle = (fit + over) >>> 1;
      if (plainBytes(from, middle) <= limit) {
        fit = middle;
      } else {
        over = middle;
      }
    }
    return fit;
  }

  private long plainBytes(int from, int count) {
    long bytes = 0;
    for (ColumnWriter column : columns) {
      bytes += column.plainBytes(from, count);
    }
    return bytes;
  }

  private double averageRowBytes() {
    return Math.max(1.0 / 8, (double) bufferedBytes() / rowCount);
  }

  /// Encodes rows of the open batch.
  ///
  /// @throws dev.frazil.engine.WriteException if they are not in the declared order
  void append(int from, int count) {
    order.check(columns, from, count);
    long bytes = work.shared() ? plainBytes(from, count) : 0;
    work.run(bytes, i -> columns.get(i).append(from, count));
    rowCount += count;
    bufferedBytes = 0;
    for (ColumnWriter column : columns) {
      bufferedBytes += column.bufferedBytes();
    }
  }

  /// Whether the row group has its rows, or no room for another row of average size.
  boolean full() {
    return rowCount == targetRows
        || (rowCount > 0 && bufferedBytes() + averageRowBytes() > targetBytes);
  }

  int rowCount() {
    return rowCount;
  }

  /// Encoded, uncompressed bytes of the open row group.
  long bufferedBytes() {
    return bufferedBytes;
  }

  /// Ends the row group, which must have rows, writes its chunks and starts an empty one.
  WrittenRowGroup write(PositionedSink sink, FileTail tail) throws IOException {
    RowGroupEvent event = FlightRecorder.isInitialized() ? RowGroupEvent.begun() : null;
    long offset = sink.position();
    List<EncodedChunk> chunks = new ArrayList<>(columns.size());
    List<WrittenRowGroup.Chunk> written = new ArrayList<>(columns.size());
    if (work.shared()) {
      work.run(bufferedBytes(), i -> columns.get(i).finish());
    }
    for (ColumnWriter column : columns) {
      EncodedChunk chunk = column.finish();
      sink.write(chunk.bytes());
      chunks.add(chunk);
      written.add(new WrittenRowGroup.Chunk(chunk.bytes().byteSize(), chunk.statistics(), true));
    }
    long compressedSize = sink.position() - offset;
    long uncompressedSize = 0;
    long chunkOffset = offset;
    for (int i = 0; i < chunks.size(); i++) {
      EncodedChunk chunk = chunks.get(i);
      writeMetaData(i, chunk, chunkOffset, sink, tail);
      chunkOffset += chunk.bytes().byteSize();
      uncompressedSize += chunk.uncompressedSize();
    }
    columns.forEach(ColumnWriter::reset);
    tail.rowGroups()
        .endRowGroup(uncompressedSize, rowCount, order.stated(), offset, compressedSize);
    order.reset();
    WrittenRowGroup result = new WrittenRowGroup(offset, rowCount, written);
    rowCount = 0;
    bufferedBytes = 0;
    if (event != null) {
      event.record(sink, result, uncompressedSize);
    }
    return result;
  }

  /// Writes the bloom filter of a chunk, which stands behind all chunks, and tells the tail of its
  /// indexes and what the footer says of it.
  private void writeMetaData(
      int index, EncodedChunk chunk, long offset, PositionedSink sink, FileTail tail)
      throws IOException {
    LeafColumn column = layout.leaves().get(index).column();
    ChunkMetaData metaData = layout.metaData(index);
    EncodedPages pages = chunk.pages();
    int columnIndexLength = 0;
    if (layout.options().columnIndex()
        && metaData.statistics()
        && pages.indexable()
        && !FooterStatistics.hidesNan(chunk.statistics())) {
      IndexWriter.columnIndex(column, pages, tail.columnIndexes().bytes());
      columnIndexLength = tail.columnIndexes().end();
    }
    IndexWriter.offsetIndex(column, pages, offset, tail.offsetIndexes().bytes());
    int offsetIndexLength = tail.offsetIndexes().end();
    MemorySegment bitset = chunk.bloomFilter();
    long bloomOffset = sink.position();
    int bloomLength = bitset == null ? 0 : bloomFilters.write(bitset, sink);
    metaData.write(tail.rowGroups().bytes(), chunk, offset, bloomOffset, bloomLength);
    tail.rowGroups().endChunk(columnIndexLength, offsetIndexLength);
  }

  /// Drops the open row group and keeps the memory.
  void reset() {
    columns.forEach(ColumnWriter::reset);
    order.reset();
    rowCount = 0;
    bufferedBytes = 0;
  }

  @Override
  public void close() {
    columns.forEach(ColumnWriter::close);
    sources.forEach(SourceColumn::close);
    work.close();
    bloomFilters.close();
    order.close();
  }
}
