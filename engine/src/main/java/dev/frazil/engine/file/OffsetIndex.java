package dev.frazil.engine.file;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The offset index of a column chunk, of any writer's file: where its data pages are
/// (PageIndex.md).
///
/// @param pages one a data page, in order
/// @param unencodedBytes bytes of the byte arrays of each page without their lengths, or null when
///   not stated
public record OffsetIndex(List<Location> pages, @Nullable List<Long> unencodedBytes) {

  /// Where a data page is.
  ///
  /// @param offset where its header starts in the file
  /// @param compressedSize bytes of the page, header included
  /// @param firstRow its first row, from the start of the row group
  public record Location(long offset, int compressedSize, long firstRow) {}

  /// Reads an offset index.
  ///
  /// @param source the file; stays open
  /// @param extent where the footer says that it is
  /// @return what it says
  /// @throws IOException if there is no offset index of that length
  public static OffsetIndex read(ByteSource source, FileMetadata.Extent extent) throws IOException {
    org.apache.parquet.format.OffsetIndex index = new org.apache.parquet.format.OffsetIndex();
    byte[] bytes = ThriftReader.bytes(source, extent.offset(), extent.length().orElse(0));
    ThriftReader.requireWhole(bytes, ThriftReader.read(bytes, index));
    return new OffsetIndex(
        ThriftReader.orEmpty(index.getPage_locations()).stream()
            .map(page ->
                new Location(
                    page.getOffset(), page.getCompressed_page_size(), page.getFirst_row_index()))
            .toList(),
        index.getUnencoded_byte_array_data_bytes());
  }
}
