package dev.frazil.engine.cli;

import dev.frazil.engine.file.BloomFilter;
import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.file.ColumnIndex;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.OffsetIndex;
import dev.frazil.engine.file.PageHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The pages of a column chunk by their headers, with what the chunk's indexes say of them.
///
/// @param headers the pages in order, a dictionary page included
/// @param columnIndex the column index, or null when there is none
/// @param offsetIndex the offset index, or null when there is none
/// @param bloomFilterBytes bytes of the bloom filter with its header, or empty when there is none
record ChunkPages(
    List<PageHeader> headers,
    @Nullable ColumnIndex columnIndex,
    @Nullable OffsetIndex offsetIndex,
    OptionalInt bloomFilterBytes) {

  /// Reads the headers and the indexes of a chunk.
  ///
  /// @param source the file; stays open
  /// @param chunk the chunk
  /// @return its pages
  /// @throws IOException if they cannot be read; the message names the file and the column
  static ChunkPages read(ByteSource source, FileMetadata.ColumnChunk chunk) throws IOException {
    try {
      FileMetadata.Extent columnIndex = chunk.facts().columnIndex();
      FileMetadata.Extent offsetIndex = chunk.facts().offsetIndex();
      FileMetadata.Extent bloomFilter = chunk.facts().bloomFilter();
      return new ChunkPages(
          headers(source, chunk),
          columnIndex == null ? null : ColumnIndex.read(source, columnIndex),
          offsetIndex == null ? null : OffsetIndex.read(source, offsetIndex),
          bloomFilter == null
              ? OptionalInt.empty()
              : OptionalInt.of(BloomFilter.read(source, bloomFilter).length()));
    } catch (IOException e) {
      throw new IOException(
          "pages: %s: %s: %s"
              .formatted(source.name(), String.join(".", chunk.leaf().path()), e.getMessage()),
          e);
    }
  }

  private static List<PageHeader> headers(ByteSource source, FileMetadata.ColumnChunk chunk)
      throws IOException {
    long dictionary = chunk.dictionaryPageOffset().orElse(chunk.dataPageOffset());
    long position =
        chunk.dataPageOffset() == 0 ? dictionary : Math.min(dictionary, chunk.dataPageOffset());
    long end = Math.min(position + chunk.compressedSize(), source.length());
    List<PageHeader> headers = new ArrayList<>();
    while (position < end) {
      PageHeader header = PageHeader.read(source, position, end);
      headers.add(header);
      position = header.end();
    }
    return headers;
  }

  /// Slots of a data page without a value.
  ///
  /// @param header its header
  /// @param number the data page from 0
  /// @return what the column index says, else the header; empty when neither does
  OptionalLong nulls(PageHeader header, int number) {
    List<Long> counts = columnIndex == null ? null : columnIndex.nullCounts();
    if (counts != null && number < counts.size()) {
      return OptionalLong.of(counts.get(number));
    }
    return header.levels() instanceof PageHeader.LevelsV2 v2
        ? OptionalLong.of(v2.nullCount())
        : OptionalLong.empty();
  }

  /// The first row of a data page.
  ///
  /// @param number the data page from 0
  /// @return what the offset index says
  OptionalLong firstRow(int number) {
    return offsetIndex != null && number < offsetIndex.pages().size()
        ? OptionalLong.of(offsetIndex.pages().get(number).firstRow())
        : OptionalLong.empty();
  }

  /// Whether the column index has bounds of a data page.
  private boolean bounded(int number) {
    return columnIndex != null
        && number < columnIndex.nullPages().size()
        && !columnIndex.nullPages().get(number);
  }

  /// The lower bound of a data page in the column index, or null when there is none.
  ///
  /// @param number the data page from 0
  byte @Nullable [] min(int number) {
    return columnIndex != null && bounded(number) ? bytes(columnIndex.minValues(), number) : null;
  }

  /// The upper bound of a data page in the column index, or null when there is none.
  ///
  /// @param number the data page from 0
  byte @Nullable [] max(int number) {
    return columnIndex != null && bounded(number) ? bytes(columnIndex.maxValues(), number) : null;
  }

  private static byte @Nullable [] bytes(List<ByteBuffer> bounds, int number) {
    if (number >= bounds.size()) {
      return null;
    }
    byte[] bytes = new byte[bounds.get(number).remaining()];
    bounds.get(number).duplicate().get(bytes);
    return bytes;
  }
}
