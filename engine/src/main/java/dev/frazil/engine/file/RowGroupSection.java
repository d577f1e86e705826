package dev.frazil.engine.file;

import dev.frazil.encoders.memory.CompactWriter;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// The row groups of a file as its footer states them (parquet.thrift, `RowGroup`), serialised as
/// they are written: all but where the indexes of their chunks stand, which nobody knows before the
/// last row group. Owns its memory.
final class RowGroupSection implements AutoCloseable {
  private final Slab slab = new Slab();
  private final CompactWriter bytes = new CompactWriter(slab);

  /// By chunk: where its bytes end in the slab, and bytes of its indexes, 0 for none.
  private long[] chunkEnds = new long[16];

  private int[] columnIndexes = new int[16];
  private int[] offsetIndexes = new int[16];
  private int chunkCount;

  /// By row group: the chunks up to its end, and where the fields behind its chunks end.
  private int[] groupChunks = new int[1];

  private long[] groupEnds = new long[1];
  private int groupCount;
  private long rowCount;

  /// Where the next `ColumnChunk` is to be written, up to the end of its `meta_data`, before the
  /// call of [#endChunk].
  CompactWriter bytes() {
    return bytes;
  }

  /// Makes what was written since the last call a chunk.
  ///
  /// @param columnIndex bytes of its `ColumnIndex`, 0 when there is none
  /// @param offsetIndex bytes of its `OffsetIndex`, 0 when there is none
  void endChunk(int columnIndex, int offsetIndex) {
    if (chunkCount == chunkEnds.length) {
      chunkEnds = Arrays.copyOf(chunkEnds, 2 * chunkCount);
      columnIndexes = Arrays.copyOf(columnIndexes, 2 * chunkCount);
      offsetIndexes = Arrays.copyOf(offsetIndexes, 2 * chunkCount);
    }
    chunkEnds[chunkCount] = bytes.size();
    columnIndexes[chunkCount] = columnIndex;
    offsetIndexes[chunkCount] = offsetIndex;
    chunkCount++;
  }

  /// Makes the chunks since the last call a row group.
  ///
  /// @param uncompressedSize bytes of its chunks with their pages uncompressed
  /// @param rows its rows
  /// @param sorting the order of its rows, empty where none is stated
  /// @param offset where its first page starts in the file
  /// @param compressedSize bytes of its chunks
  void endRowGroup(
      long uncompressedSize,
      long rows,
      List<FileMetadata.SortingColumn> sorting,
      long offset,
      long compressedSize) {
    bytes.after(1);
    bytes.i64(2, uncompressedSize);
    bytes.i64(3, rows);
    sortingColumns(sorting);
    bytes.i64(5, offset);
    bytes.i64(6, compressedSize);
    if (groupCount <= Short.MAX_VALUE) {
      bytes.field(7, CompactWriter.I16);
      bytes.number(groupCount);
    }
    bytes.end();
    if (groupCount == groupEnds.length) {
      groupChunks = Arrays.copyOf(groupChunks, 2 * groupCount);
      groupEnds = Arrays.copyOf(groupEnds, 2 * groupCount);
    }
    groupChunks[groupCount] = chunkCount;
    groupEnds[groupCount] = bytes.size();
    groupCount++;
    rowCount += rows;
  }

  private void sortingColumns(List<FileMetadata.SortingColumn> sorting) {
    if (sorting.isEmpty()) {
      return;
    }
    bytes.list(4, CompactWriter.STRUCT, sorting.size());
    for (FileMetadata.SortingColumn column : sorting) {
      bytes.begin();
      bytes.i32(1, column.column());
      bytes.bool(2, column.descending());
      bytes.bool(3, column.nullsFirst());
      bytes.end();
    }
    bytes.after(4);
  }

  /// Row groups so far.
  int count() {
    return groupCount;
  }

  /// Rows of them.
  long rowCount() {
    return rowCount;
  }

  /// Appends all row groups, elements of a list.
  ///
  /// @param columnIndexOffset where the first `ColumnIndex` stands in the file
  /// @param offsetIndexOffset where the first `OffsetIndex` stands
  void write(CompactWriter output, long columnIndexOffset, long offsetIndexOffset) {
    MemorySegment source = slab.segment();
    long columnIndex = columnIndexOffset;
    long offsetIndex = offsetIndexOffset;
    long from = 0;
    int chunk = 0;
    for (int group = 0; group < groupCount; group++) {
      output.begin();
      output.list(1, CompactWriter.STRUCT, groupChunks[group] - chunk);
      for (; chunk < groupChunks[group]; chunk++) {
        output.raw(source, from, chunkEnds[chunk] - from);
        output.after(3);
        place(output, 4, offsetIndex, offsetIndexes[chunk]);
        place(output, 6, columnIndex, columnIndexes[chunk]);
        output.end();
        offsetIndex += offsetIndexes[chunk];
        columnIndex += columnIndexes[chunk];
        from = chunkEnds[chunk];
      }
      output.raw(source, from, groupEnds[group] - from);
      from = groupEnds[group];
    }
  }

  private static void place(CompactWriter output, int id, long offset, int length) {
    if (length > 0) {
      output.i64(id, offset);
      output.i32(id + 1, length);
    }
  }

  /// Drops everything for the next file and keeps the memory.
  void reset() {
    bytes.size(0);
    chunkCount = 0;
    groupCount = 0;
    rowCount = 0;
  }

  @Override
  public void close() {
    reset();
    slab.close();
  }
}
