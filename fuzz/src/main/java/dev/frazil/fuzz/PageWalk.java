package dev.frazil.fuzz;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/// The pages of a column chunk by their headers, with every checksum verified.
///
/// @param dictionary the header of the dictionary page, or null
/// @param pages the headers of the data pages
/// @param compressedSize bytes of all pages with their headers
/// @param uncompressedSize the same before compression
/// @param largestHeader bytes of the largest page header
record PageWalk(
    @Nullable PageHeader dictionary,
    List<PageHeader> pages,
    long compressedSize,
    long uncompressedSize,
    int largestHeader) {

  static PageWalk of(byte[] file, ColumnMetaData chunk) throws IOException {
    boolean withDictionary = chunk.isSetDictionary_page_offset();
    long start = withDictionary ? chunk.getDictionary_page_offset() : chunk.getData_page_offset();
    long end = start + chunk.getTotal_compressed_size();
    PageHeader dictionary = null;
    List<PageHeader> pages = new ArrayList<>();
    long uncompressed = 0;
    int largest = 0;
    long at = start;
    while (at < end) {
      ByteArrayInputStream in = new ByteArrayInputStream(file, (int) at, (int) (end - at));
      PageHeader header = Util.readPageHeader(in);
      int size = (int) (end - at) - in.available();
      verifyChecksum(file, (int) at + size, header);
      if (withDictionary && dictionary == null) {
        Expect.equal("first page", PageType.DICTIONARY_PAGE, header.getType());
        dictionary = header;
        Expect.equal(
            "data_page_offset",
            at + size + header.getCompressed_page_size(),
            chunk.getData_page_offset());
      } else {
        Expect.equal("page type", PageType.DATA_PAGE, header.getType());
        pages.add(header);
      }
      uncompressed += size + header.getUncompressed_page_size();
      largest = Math.max(largest, size);
      at += size + header.getCompressed_page_size();
    }
    return new PageWalk(dictionary, pages, at - start, uncompressed, largest);
  }

  private static void verifyChecksum(byte[] file, int start, PageHeader header) {
    Expect.that("page checksum: expected one, got none", header.isSetCrc());
    CRC32 crc = new CRC32();
    crc.update(file, start, header.getCompressed_page_size());
    Expect.equal("page checksum", (int) crc.getValue(), header.getCrc());
  }
}
