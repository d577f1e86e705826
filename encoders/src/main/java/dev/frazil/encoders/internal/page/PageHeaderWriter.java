package dev.frazil.encoders.internal.page;

import static dev.frazil.encoders.memory.Layouts.BYTE;

import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.internal.encoding.Varint;
import java.lang.foreign.MemorySegment;

/// `PageHeader` of parquet.thrift in Thrift's compact protocol, straight into native memory.
final class PageHeaderWriter {
  /// Bytes that no header exceeds.
  static final int MAX_SIZE = 96;

  private static final int STOP = 0;
  private static final int FALSE = 2;
  private static final int I32 = 5;
  private static final int STRUCT = 12;

  /// The last field before the type's own header: `crc`.
  private static final int CRC_FIELD = 4;

  private MemorySegment target = MemorySegment.NULL;
  private long at;

  PageHeaderWriter() {}

  /// Writes the header of a page at a position; returns the position behind it.
  long write(
      MemorySegment output,
      long position,
      Page page,
      int uncompressed,
      int compressed,
      boolean isCompressed,
      int crc) {
    target = output;
    at = position;
    i32(page.type().code);
    i32(uncompressed);
    i32(compressed);
    i32(crc);
    field(page.type().headerField - CRC_FIELD, STRUCT);
    switch (page.type()) {
      case DICTIONARY_PAGE -> dictionaryPage(page);
      case DATA_PAGE -> dataPage(page);
      case DATA_PAGE_V2 -> dataPageV2(page, isCompressed);
    }
    field(0, STOP);
    field(0, STOP);
    return at;
  }

  private void dictionaryPage(Page page) {
    i32(page.slots());
    i32(thrift(page.encoding()));
  }

  private void dataPage(Page page) {
    i32(page.slots());
    i32(thrift(page.encoding()));
    i32(thrift(Encoding.RLE));
    i32(thrift(Encoding.RLE));
  }

  private void dataPageV2(Page page, boolean isCompressed) {
    i32(page.slots());
    i32(page.nulls());
    i32(page.rows());
    i32(thrift(page.encoding()));
    i32(page.definitionBytes());
    i32(page.repetitionBytes());
    if (!isCompressed) {
      field(1, FALSE); // true is what it is without the field
    }
  }

  private static int thrift(Encoding encoding) {
    return switch (encoding) {
      case PLAIN -> 0;
      case RLE -> 3;
      case DELTA_BINARY_PACKED -> 5;
      case DELTA_LENGTH_BYTE_ARRAY -> 6;
      case DELTA_BYTE_ARRAY -> 7;
      case RLE_DICTIONARY -> 8;
      case BYTE_STREAM_SPLIT -> 9;
    };
  }

  private void field(int delta, int type) {
    target.set(BYTE, at++, (byte) ((delta << 4) | type));
  }

  /// The next field of its struct, a zigzag integer.
  private void i32(int value) {
    field(1, I32);
    at = Varint.put(target, at, Integer.toUnsignedLong((value << 1) ^ (value >> 31)));
  }
}
