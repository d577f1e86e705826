package dev.frazil.encoders.internal.page;

import static dev.frazil.encoders.memory.Layouts.BYTE;

import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.internal.encoding.Varint;
import java.lang.foreign.MemorySegment;

/// `PageHeader` of parquet.thrift in Thrift's compact protocol, straight into native memory.
final class PageHeaderWriter {
  /// Bytes that no header exceeds.
  static final int MAX_SIZE = 64;

  private static final int STOP = 0;
  private static final int I32 = 5;
  private static final int STRUCT = 12;

  /// The last field before the type's own header: `crc`.
  private static final int CRC_FIELD = 4;

  private PageHeaderWriter() {}

  /// Writes a header at a position; returns the position behind it.
  static long write(
      MemorySegment target,
      long at,
      PageType type,
      int uncompressed,
      int compressed,
      int crc,
      int values,
      Encoding encoding) {
    long end = i32(target, at, type.code);
    end = i32(target, end, uncompressed);
    end = i32(target, end, compressed);
    end = i32(target, end, crc);
    end = field(target, end, type.headerField - CRC_FIELD, STRUCT);
    end = i32(target, end, values);
    end = i32(target, end, thrift(encoding));
    if (type == PageType.DATA_PAGE) {
      end = i32(target, end, thrift(Encoding.RLE));
      end = i32(target, end, thrift(Encoding.RLE));
    }
    return field(target, field(target, end, 0, STOP), 0, STOP);
  }

  private static int thrift(Encoding encoding) {
    return switch (encoding) {
      case PLAIN -> 0;
      case RLE -> 3;
      case RLE_DICTIONARY -> 8;
    };
  }

  private static long field(MemorySegment target, long at, int delta, int type) {
    target.set(BYTE, at, (byte) ((delta << 4) | type));
    return at + 1;
  }

  /// The next field of its struct, a zigzag integer.
  private static long i32(MemorySegment target, long at, int value) {
    long zigzag = Integer.toUnsignedLong((value << 1) ^ (value >> 31));
    return Varint.put(target, field(target, at, 1, I32), zigzag);
  }
}
