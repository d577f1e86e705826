package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Integers as bit-packed differences (Encodings.md, "Delta Encoding"): blocks of 128 values, four
/// miniblocks each.
///
/// Differences wrap at the physical width. The smallest one of a block is taken as signed, what is
/// left above it as unsigned, so no miniblock is wider than the type.
final class DeltaBinaryPackedWriter {
  private static final int BLOCK = 128;
  private static final int MINIBLOCK = 32;
  private static final int MINIBLOCKS = BLOCK / MINIBLOCK;
  private static final int MAX_VARINT = 10;
  private static final int MAX_HEADER = 2 + 1 + 5 + MAX_VARINT;

  /// The differences of one block, then their excess over the smallest one, then groups of those.
  private final long[] lanes = new long[BLOCK];

  /// Most bytes that `count` integers of a width in bytes can take.
  static long maxSize(int count, int valueBytes) {
    long blocks = ((long) count + BLOCK - 1) / BLOCK;
    return MAX_HEADER + blocks * (MAX_VARINT + MINIBLOCKS + (long) BLOCK * valueBytes);
  }

  /// Writes `count` integers of four bytes; returns the position behind them.
  long ints(MemorySegment values, long at, int count, MemorySegment target, long position) {
    long end = header(count, count == 0 ? 0 : values.get(INT, at), target, position);
    for (int done = 1; done < count; done += BLOCK) {
      int deltas = Math.min(BLOCK, count - done);
      deltasOfInts(values, at + ((long) (done - 1) << 2), deltas, lanes);
      end = block(deltas, 0xffff_ffffL, target, end);
    }
    return end;
  }

  /// Writes `count` integers of eight bytes; returns the position behind them.
  long longs(MemorySegment values, long at, int count, MemorySegment target, long position) {
    long end = header(count, count == 0 ? 0 : values.get(LONG, at), target, position);
    for (int done = 1; done < count; done += BLOCK) {
      int deltas = Math.min(BLOCK, count - done);
      deltasOfLongs(values, at + ((long) (done - 1) << 3), deltas, lanes);
      end = block(deltas, -1L, target, end);
    }
    return end;
  }

  private static long header(int count, long first, MemorySegment target, long position) {
    long end = Varint.put(target, position, BLOCK);
    end = Varint.put(target, end, MINIBLOCKS);
    end = Varint.put(target, end, count);
    return Varint.put(target, end, zigzag(first));
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  private static void deltasOfInts(MemorySegment values, long at, int count, long[] deltas) {
    for (int i = 0; i < count; i++) {
      long offset = at + ((long) i << 2);
      int delta = values.get(INT, offset + 4) - values.get(INT, offset);
      deltas[i] = delta;
    }
  }

  private static void deltasOfLongs(MemorySegment values, long at, int count, long[] deltas) {
    for (int i = 0; i < count; i++) {
      long offset = at + ((long) i << 3);
      deltas[i] = values.get(LONG, offset + 8) - values.get(LONG, offset);
    }
  }

  /// One block: its smallest difference, the widths of its miniblocks, the miniblocks. Those that
  /// lie wholly behind the last value have width 0, as equal differences have, and so no body.
  private long block(int count, long mask, MemorySegment target, long position) {
    long min = min(lanes, count);
    subtract(lanes, count, min, mask);
    Arrays.fill(lanes, count, BLOCK, 0);
    long widths = Varint.put(target, position, zigzag(min));
    long end = widths + MINIBLOCKS;
    for (int i = 0; i < MINIBLOCKS; i++) {
      int width = width(lanes, i * MINIBLOCK);
      target.set(BYTE, widths + i, (byte) width);
      pack(lanes, i * MINIBLOCK, width, target, end);
      end += (long) width * MINIBLOCK / Byte.SIZE;
    }
    return end;
  }

  private static long min(long[] deltas, int count) {
    long min = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, deltas[i]);
    }
    return min;
  }

  private static void subtract(long[] deltas, int count, long min, long mask) {
    for (int i = 0; i < count; i++) {
      deltas[i] = (deltas[i] - min) & mask;
    }
  }

  private static int width(long[] lanes, int from) {
    long used = 0;
    for (int i = 0; i < MINIBLOCK; i++) {
      used |= lanes[from + i];
    }
    return Long.SIZE - Long.numberOfLeadingZeros(used);
  }

  /// Packs a miniblock and up to eight bytes of slack behind it. Neighbours are joined to lanes of
  /// twice the width while they fit a word, so that few lanes remain whose place depends on the one
  /// before.
  private static void pack(long[] lanes, int from, int width, MemorySegment target, long at) {
    if (width == 0) {
      return;
    }
    int bits = width;
    int count = MINIBLOCK;
    for (; bits <= Integer.SIZE && count > 1; bits <<= 1) {
      count >>>= 1;
      for (int i = 0; i < count; i++) {
        lanes[from + i] = lanes[from + 2 * i] | (lanes[from + 2 * i + 1] << bits);
      }
    }
    long pending = 0;
    int used = 0;
    long end = at;
    for (int i = 0; i < count; i++) {
      long lane = lanes[from + i];
      pending |= lane << used;
      used += bits;
      if (used >= Long.SIZE) {
        target.set(LONG, end, pending);
        end += Long.BYTES;
        used -= Long.SIZE;
        pending = used == 0 ? 0 : lane >>> (bits - used);
      }
    }
    target.set(LONG, end, pending);
  }
}
