package dev.frazil.engine.file;

import dev.frazil.encoders.memory.CompactWriter;
import dev.frazil.encoders.memory.Slab;
import java.io.IOException;

/// What stands behind the row groups of a file, collected while they are written: all column
/// indexes, all offset indexes, the footer. Nothing in it refers to the memory of an encoder.
final class FileTail implements AutoCloseable {
  private final RowGroupSection rowGroups = new RowGroupSection();
  private final IndexSection columnIndexes = new IndexSection("column index");
  private final IndexSection offsetIndexes = new IndexSection("offset index");
  private final Slab slab = new Slab();
  private final CompactWriter scratch = new CompactWriter(slab);

  /// Writes the magic number, with which a file begins.
  void begin(PositionedSink sink) throws IOException {
    scratch.size(0);
    scratch.raw(FooterWriter.MAGIC);
    sink.write(scratch.bytes());
  }

  /// Where the column indexes of a row group's chunks go before it is added.
  IndexSection columnIndexes() {
    return columnIndexes;
  }

  /// Where the offset indexes of a row group's chunks go before it is added.
  IndexSection offsetIndexes() {
    return offsetIndexes;
  }

  /// Where the metadata of row groups go that stand in the file.
  RowGroupSection rowGroups() {
    return rowGroups;
  }

  /// Writes the rest of the file.
  ///
  /// @return bytes of the footer's Thrift structure, as the file itself states them
  int write(PositionedSink sink, FooterWriter footer) throws IOException {
    long columnIndex = columnIndexes.write(sink);
    long offsetIndex = offsetIndexes.write(sink);
    scratch.size(0);
    int footerLength = footer.write(scratch, rowGroups, columnIndex, offsetIndex);
    sink.write(scratch.bytes());
    return footerLength;
  }

  /// Drops everything for the next file and keeps the memory.
  void reset() {
    rowGroups.reset();
    columnIndexes.reset();
    offsetIndexes.reset();
  }

  @Override
  public void close() {
    rowGroups.close();
    columnIndexes.close();
    offsetIndexes.close();
    slab.close();
  }
}
