package dev.frazil.fuzz;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/// The pages of a column chunk by their headers, with every checksum verified.
///
/// @param dictionary the dictionary page, or null
/// @param pages the data pages
/// @param compressedSize bytes of all pages with their headers
/// @param uncompressedSize the same before compression
/// @param largestHeader bytes of the largest page header
record PageWalk(
    @Nullable Page dictionary,
    List<Page> pages,
    long compressedSize,
    long uncompressedSize,
    int largestHeader) {

  /// A page.
  ///
  /// @param header its header
  /// @param offset where its header starts in the file
  /// @param headerSize bytes of its header
  record Page(PageHeader header, int offset, int headerSize) {
    /// Bytes of the page with its header, as they stand in the file.
    int size() {
      return headerSize + header.getCompressed_page_size();
    }

    /// Slots of a data page.
    int slots() {
      return v2() ? second().getNum_values() : first().getNum_values();
    }

    /// The encoding of a data page's values.
    Encoding encoding() {
      return Expect.present("encoding", v2() ? second().getEncoding() : first().getEncoding());
    }

    /// The header of a data page of the first layout.
    DataPageHeader first() {
      return Expect.present("data page header", header.getData_page_header());
    }

    /// The header of a data page of the second layout.
    DataPageHeaderV2 second() {
      return Expect.present("data page header", header.getData_page_header_v2());
    }

    /// Whether a data page has the second layout.
    boolean v2() {
      return header.getType() == PageType.DATA_PAGE_V2;
    }
  }

  static PageWalk of(byte[] file, ColumnMetaData chunk) throws IOException {
    boolean withDictionary = chunk.isSetDictionary_page_offset();
    int start = Math.toIntExact(start(chunk));
    int end = Math.toIntExact(start + chunk.getTotal_compressed_size());
    Page dictionary = null;
    List<Page> pages = new ArrayList<>();
    long uncompressed = 0;
    int largest = 0;
    for (int at = start; at < end; ) {
      ByteArrayInputStream in = new ByteArrayInputStream(file, at, end - at);
      PageHeader header = Util.readPageHeader(in);
      Page page = new Page(header, at, end - at - in.available());
      verifyChecksum(file, page);
      at += page.size();
      if (withDictionary && dictionary == null) {
        Expect.equal("first page", PageType.DICTIONARY_PAGE, header.getType());
        Expect.equal("data_page_offset", (long) at, chunk.getData_page_offset());
        dictionary = page;
      } else {
        Expect.that(
            "page type: expected one of data, got " + header.getType(),
            page.v2() || header.getType() == PageType.DATA_PAGE);
        pages.add(page);
      }
      uncompressed += page.headerSize() + header.getUncompressed_page_size();
      largest = Math.max(largest, page.headerSize());
    }
    return new PageWalk(dictionary, pages, end - start, uncompressed, largest);
  }

  /// Where the first page of a chunk starts.
  static long start(ColumnMetaData chunk) {
    return chunk.isSetDictionary_page_offset()
        ? chunk.getDictionary_page_offset()
        : chunk.getData_page_offset();
  }

  private static void verifyChecksum(byte[] file, Page page) {
    Expect.that("page checksum: expected one, got none", page.header().isSetCrc());
    CRC32 crc = new CRC32();
    crc.update(file, page.offset() + page.headerSize(), page.header().getCompressed_page_size());
    Expect.equal("page checksum", (int) crc.getValue(), page.header().getCrc());
  }
}
