package dev.frazil.engine.file;

import dev.frazil.encoders.EncodedPages;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.memory.CompactWriter;
import java.lang.foreign.MemorySegment;

/// The page index of a chunk (PageIndex.md; parquet.thrift, `ColumnIndex` and `OffsetIndex`),
/// written from the encoder's table without an object per page.
final class IndexWriter {
  private IndexWriter() {}

  /// Appends a `ColumnIndex`.
  ///
  /// @param pages pages that are indexable
  static void columnIndex(LeafColumn column, EncodedPages pages, CompactWriter writer) {
    int count = pages.count();
    writer.begin();
    writer.list(1, CompactWriter.BOOL, count);
    for (int page = 0; page < count; page++) {
      writer.bool(!pages.hasBounds(page));
    }
    MemorySegment bounds = pages.bounds();
    writer.list(2, CompactWriter.BINARY, count);
    for (int page = 0; page < count; page++) {
      long at = pages.minAt(page);
      writer.binary(bounds, at, pages.hasBounds(page) ? pages.maxAt(page) - at : 0);
    }
    writer.list(3, CompactWriter.BINARY, count);
    for (int page = 0; page < count; page++) {
      long at = pages.hasBounds(page) ? pages.maxAt(page) : 0;
      writer.binary(bounds, at, pages.hasBounds(page) ? pages.maxEnd(page) - at : 0);
    }
    writer.i32(4, boundaryOrder(pages));
    writer.list(5, CompactWriter.I64, count);
    for (int page = 0; page < count; page++) {
      writer.number(pages.nulls(page));
    }
    histograms(column, pages, writer);
    if (column.order().floating()) {
      writer.list(8, CompactWriter.I64, count);
      for (int page = 0; page < count; page++) {
        writer.number(pages.nans(page));
      }
    }
    writer.end();
  }

  /// `BoundaryOrder` of parquet.thrift.
  private static int boundaryOrder(EncodedPages pages) {
    return switch (pages.boundaryOrder()) {
      case UNORDERED -> 0;
      case ASCENDING -> 1;
      case DESCENDING -> 2;
    };
  }

  /// Page after page, from level 0 to the largest.
  private static void histograms(LeafColumn column, EncodedPages pages, CompactWriter writer) {
    int count = pages.count();
    int repetitions = column.maxRepetitionLevel() + 1;
    if (ChunkMetaData.hasRepetitionHistogram(column)) {
      writer.list(6, CompactWriter.I64, Math.multiplyExact(count, repetitions));
      for (int page = 0; page < count; page++) {
        for (int level = 0; level < repetitions; level++) {
          writer.number(pages.repetitionLevels(page, level));
        }
      }
    }
    int definitions = column.maxDefinitionLevel() + 1;
    if (ChunkMetaData.hasDefinitionHistogram(column)) {
      writer.list(7, CompactWriter.I64, Math.multiplyExact(count, definitions));
      for (int page = 0; page < count; page++) {
        for (int level = 0; level < definitions; level++) {
          writer.number(pages.definitionLevels(page, level));
        }
      }
    }
  }

  /// Appends an `OffsetIndex`.
  ///
  /// @param chunkOffset where the chunk starts in the file
  static void offsetIndex(
      LeafColumn column, EncodedPages pages, long chunkOffset, CompactWriter writer) {
    int count = pages.count();
    writer.begin();
    writer.list(1, CompactWriter.STRUCT, count);
    for (int page = 0; page < count; page++) {
      writer.begin();
      writer.i64(1, chunkOffset + pages.offset(page));
      writer.i32(2, pages.size(page));
      writer.i64(3, pages.firstRow(page));
      writer.end();
    }
    if (column.type() == PhysicalType.BYTE_ARRAY) {
      writer.after(1);
      writer.list(2, CompactWriter.I64, count);
      for (int page = 0; page < count; page++) {
        writer.number(pages.unencodedByteArrayBytes(page));
      }
    }
    writer.end();
  }
}
