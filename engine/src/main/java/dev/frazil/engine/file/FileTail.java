package dev.frazil.engine.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.RowGroup;

/// What stands behind the row groups of a file, collected while they are written: all column
/// indexes, all offset indexes, the footer. Nothing in it refers to the memory of an encoder.
final class FileTail implements AutoCloseable {
  private final List<RowGroup> rowGroups = new ArrayList<>();
  private final IndexSection columnIndexes =
      new IndexSection(
          "column index",
          (ColumnChunk chunk, long offset, int length) ->
              chunk.setColumn_index_offset(offset).setColumn_index_length(length));
  private final IndexSection offsetIndexes =
      new IndexSection(
          "offset index",
          (ColumnChunk chunk, long offset, int length) ->
              chunk.setOffset_index_offset(offset).setOffset_index_length(length));
  private final SlabOutputStream scratch = new SlabOutputStream();

  /// Writes the magic number, with which a file begins.
  void begin(PositionedSink sink) throws IOException {
    scratch.reset();
    scratch.write(FooterWriter.MAGIC);
    sink.write(scratch.segment());
  }

  /// Where the column indexes of a row group's chunks go before it is added.
  IndexSection columnIndexes() {
    return columnIndexes;
  }

  /// Where the offset indexes of a row group's chunks go before it is added.
  IndexSection offsetIndexes() {
    return offsetIndexes;
  }

  /// Adds a row group that stands in the file.
  void add(RowGroup rowGroup) {
    if (rowGroups.size() <= Short.MAX_VALUE) {
      rowGroup.setOrdinal((short) rowGroups.size());
    } else {
      rowGroup.unsetOrdinal();
    }
    rowGroups.add(rowGroup);
  }

  /// Writes the rest of the file.
  ///
  /// @return bytes of the footer's Thrift structure, as the file itself states them
  int write(PositionedSink sink, FooterWriter footer) throws IOException {
    columnIndexes.write(sink);
    offsetIndexes.write(sink);
    scratch.reset();
    int footerLength = footer.write(scratch, rowGroups);
    sink.write(scratch.segment());
    return footerLength;
  }

  /// Drops everything for the next file and keeps the memory.
  void reset() {
    rowGroups.clear();
    columnIndexes.reset();
    offsetIndexes.reset();
  }

  @Override
  public void close() {
    rowGroups.clear();
    columnIndexes.close();
    offsetIndexes.close();
    scratch.close();
  }
}
