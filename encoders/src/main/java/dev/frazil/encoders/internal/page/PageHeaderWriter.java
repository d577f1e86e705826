package dev.frazil.encoders.internal.page;

import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.memory.CompactWriter;

/// `PageHeader` of parquet.thrift.
final class PageHeaderWriter {
  /// Bytes that no header exceeds.
  static final int MAX_SIZE = 96;

  private PageHeaderWriter() {}

  /// Appends the header of a page.
  static void write(
      CompactWriter writer,
      Page page,
      int uncompressed,
      int compressed,
      boolean isCompressed,
      int crc) {
    writer.begin();
    writer.i32(1, page.type().code);
    writer.i32(2, uncompressed);
    writer.i32(3, compressed);
    writer.i32(4, crc);
    writer.struct(page.type().headerField);
    writer.i32(1, page.slots());
    switch (page.type()) {
      case DICTIONARY_PAGE -> writer.i32(2, page.encoding().code());
      case DATA_PAGE -> {
        writer.i32(2, page.encoding().code());
        writer.i32(3, Encoding.RLE.code());
        writer.i32(4, Encoding.RLE.code());
      }
      case DATA_PAGE_V2 -> dataPageV2(writer, page, isCompressed);
    }
    writer.end();
    writer.end();
  }

  private static void dataPageV2(CompactWriter writer, Page page, boolean isCompressed) {
    writer.i32(2, page.nulls());
    writer.i32(3, page.rows());
    writer.i32(4, page.encoding().code());
    writer.i32(5, page.definitionBytes());
    writer.i32(6, page.repetitionBytes());
    if (!isCompressed) {
      writer.bool(7, false); // true is what it is without the field
    }
  }
}
