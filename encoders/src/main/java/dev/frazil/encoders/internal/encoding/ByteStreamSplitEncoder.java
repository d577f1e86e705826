package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// BYTE_STREAM_SPLIT of values of one width (Encodings.md, "Byte Stream Split"): all first bytes,
/// then all second bytes, and so on, without padding.
final class ByteStreamSplitEncoder implements BodyEncoder {
  private static final long BYTES = 0x00ff_00ff_00ff_00ffL;
  private static final long SHORTS = 0x0000_ffff_0000_ffffL;
  private static final long INTS = 0x0000_0000_ffff_ffffL;

  private final int width;

  ByteStreamSplitEncoder(int width) {
    this.width = width;
  }

  @Override
  public long encode(Slab plain, long plainBytes, int count, Slab target) {
    MemorySegment body = target.ensure(plainBytes, 0);
    MemorySegment values = plain.segment();
    int squares = count & -Long.BYTES;
    for (int stream = 0; stream < width; stream += Long.BYTES) {
      int streams = Math.min(Long.BYTES, width - stream);
      transpose(values, stream, width, squares, body, (long) stream * count, count, streams);
    }
    for (int stream = 0; stream < width; stream++) {
      for (int i = squares; i < count; i++) {
        body.set(BYTE, (long) stream * count + i, values.get(BYTE, (long) i * width + stream));
      }
    }
    return plainBytes;
  }

  /// Turns eight bytes of eight values each, from `at` on, into eight bytes of up to eight streams.
  /// Values narrower than eight bytes are read with what follows them, slack at the end.
  private static void transpose(
      MemorySegment values,
      long at,
      int width,
      int count,
      MemorySegment target,
      long position,
      int stride,
      int streams) {
    for (int i = 0; i < count; i += 8) {
      long row = at + (long) i * width;
      long a = values.get(LONG, row);
      long b = values.get(LONG, row + width);
      long c = values.get(LONG, row + 2L * width);
      long d = values.get(LONG, row + 3L * width);
      long e = values.get(LONG, row + 4L * width);
      long f = values.get(LONG, row + 5L * width);
      long g = values.get(LONG, row + 6L * width);
      long h = values.get(LONG, row + 7L * width);
      long column = position + i;
      fourStreams(low(a, e), low(b, f), low(c, g), low(d, h), target, column, stride, streams);
      if (streams > 4) {
        column += 4L * stride;
        fourStreams(
            high(a, e), high(b, f), high(c, g), high(d, h), target, column, stride, streams - 4);
      }
    }
  }

  private static long low(long one, long other) {
    return (one & INTS) | (other << 32);
  }

  private static long high(long one, long other) {
    return (one >>> 32) | (other & ~INTS);
  }

  /// Stores up to four streams of the values a to h. A word holds four bytes of two values; halves
  /// are exchanged twice more, first of two bytes, then of one.
  private static void fourStreams(
      long ae,
      long bf,
      long cg,
      long dh,
      MemorySegment target,
      long column,
      int stride,
      int streams) {
    long aceg = (ae & SHORTS) | ((cg & SHORTS) << 16);
    long bdfh = (bf & SHORTS) | ((dh & SHORTS) << 16);
    target.set(LONG, column, (aceg & BYTES) | ((bdfh & BYTES) << 8));
    if (streams > 1) {
      target.set(LONG, column + stride, ((aceg >>> 8) & BYTES) | (bdfh & ~BYTES));
    }
    aceg = ((ae >>> 16) & SHORTS) | (cg & ~SHORTS);
    bdfh = ((bf >>> 16) & SHORTS) | (dh & ~SHORTS);
    if (streams > 2) {
      target.set(LONG, column + 2L * stride, (aceg & BYTES) | ((bdfh & BYTES) << 8));
    }
    if (streams > 3) {
      target.set(LONG, column + 3L * stride, ((aceg >>> 8) & BYTES) | (bdfh & ~BYTES));
    }
  }
}
