package dev.frazil.encoders.internal.codec;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// One gzip member a page (RFC 1952), by the JDK's deflate.
final class GzipCompressor implements PageCompressor {
  private static final int HEADER_BYTES = 10;
  private static final int TRAILER_BYTES = 8;

  /// The magic number, method deflate, no flags, no time.
  private static final long HEADER = 0x08_8b1fL;

  /// The last bytes of the header: no hint of the level, an unknown system.
  private static final int HEADER_END = 0xff00;

  /// Fewest bytes by which the output grows.
  private static final int MIN_ROOM = 1 << 10;

  private final Deflater deflater;
  private final CRC32 crc = new CRC32();

  GzipCompressor(int level) {
    deflater = new Deflater(level, true);
  }

  @Override
  public int compress(Slab source, int from, int length, Slab target) {
    int end = deflate(source, from, length, target);
    crc.reset();
    crc.update(source.buffer(from, length));
    MemorySegment member = target.ensure((long) end + TRAILER_BYTES, end);
    member.set(LONG, 0, HEADER);
    member.set(INT, Long.BYTES, (member.get(INT, Long.BYTES) & 0xffff_0000) | HEADER_END);
    member.set(INT, end, (int) crc.getValue());
    member.set(INT, end + Integer.BYTES, length);
    return end + TRAILER_BYTES;
  }

  /// Deflates behind room for the header; returns the position behind the data.
  private int deflate(Slab source, int from, int length, Slab target) {
    deflater.reset();
    deflater.setInput(source.buffer(from, length));
    deflater.finish();
    target.ensure((long) HEADER_BYTES + length + MIN_ROOM, 0);
    int end = HEADER_BYTES;
    while (true) {
      int limit = (int) Math.min(target.capacity(), Integer.MAX_VALUE - TRAILER_BYTES);
      end += deflater.deflate(target.buffer().limit(limit).position(end));
      if (deflater.finished()) {
        return end;
      }
      if (limit == Integer.MAX_VALUE - TRAILER_BYTES) {
        throw new EncoderException(
            "expected at most %d bytes of gzip, got more".formatted(Integer.MAX_VALUE));
      }
      target.ensure((long) limit + MIN_ROOM, end);
    }
  }

  @Override
  public void close() {
    deflater.end();
  }
}
