package dev.frazil.engine.cli;

import dev.frazil.engine.file.BoundText;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.PageHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What `inspect --pages` prints for machines about a page, null where the file says nothing.
///
/// @param kind DICTIONARY_PAGE, DATA_PAGE or DATA_PAGE_V2
/// @param encoding encoding of its values
/// @param offset where its header starts in the file
/// @param headerSize bytes of the header
/// @param compressedSize bytes behind the header
/// @param uncompressedSize the same before compression
/// @param crc its checksum
/// @param values slots, nulls included, or entries of a dictionary
/// @param nulls slots without a value
/// @param firstRow its first row from the start of the row group
/// @param min lower bound in the column index as text
/// @param max upper bound in the column index as text
record PageReport(
    String kind,
    String encoding,
    long offset,
    int headerSize,
    int compressedSize,
    int uncompressedSize,
    @Nullable Integer crc,
    int values,
    @Nullable Long nulls,
    @Nullable Long firstRow,
    @Nullable String min,
    @Nullable String max) {

  /// The reports of the pages of a chunk.
  ///
  /// @param leaf the column
  /// @param pages its pages
  /// @return one a page, in order
  static List<PageReport> of(FileMetadata.Field leaf, ChunkPages pages) {
    List<PageReport> reports = new ArrayList<>(pages.headers().size());
    int data = 0;
    for (PageHeader header : pages.headers()) {
      // A dictionary page is in no index.
      reports.add(of(leaf, pages, header, header.isData() ? data++ : Integer.MAX_VALUE));
    }
    return reports;
  }

  private static PageReport of(
      FileMetadata.Field leaf, ChunkPages pages, PageHeader header, int number) {
    byte[] min = pages.min(number);
    byte[] max = pages.max(number);
    return new PageReport(
        header.kind().name(),
        header.encoding(),
        header.offset(),
        header.length(),
        header.compressedSize(),
        header.uncompressedSize(),
        header.crc().isPresent() ? header.crc().getAsInt() : null,
        header.valueCount(),
        header.isData() ? boxed(pages.nulls(header, number)) : null,
        boxed(pages.firstRow(number)),
        min == null ? null : BoundText.of(leaf, min),
        max == null ? null : BoundText.of(leaf, max));
  }

  private static @Nullable Long boxed(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
