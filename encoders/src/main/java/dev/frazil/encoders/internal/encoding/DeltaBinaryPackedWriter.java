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

  /// Most bytes in front of the blocks.
  static final int MAX_HEADER = 2 + 1 + 5 + MAX_VARINT;

  /// Differences that are taken at a time, with those that wait for the rest of their block.
  private static final int TILE = 8 * BLOCK + BLOCK;

  private final long[] deltas = new long[TILE];
  private final DeltaLanes lanes = new DeltaLanes(TILE);

  /// The smallest difference of the tile, those included that wait for the rest of their block.
  private long low;

  /// The greatest one.
  private long high;

  /// Differences that wait at the start of `deltas`, fewer than a block.
  private int held;

  /// The value that the next difference is taken to.
  private long last;

  private boolean rising;

  /// Most bytes that `count` integers of a width in bytes can take.
  static long maxSize(int count, int valueBytes) {
    return MAX_HEADER + maxBlocks(count, valueBytes);
  }

  /// Most bytes that the blocks can take that `count` integers of a width in bytes complete, and
  /// those of the last one.
  static long maxBlocks(int count, int valueBytes) {
    long blocks = ((long) count + BLOCK - 1) / BLOCK + 1;
    return blocks * (MAX_VARINT + MINIBLOCKS + (long) BLOCK * valueBytes);
  }

  /// Writes `count` integers of four bytes; returns the position behind them.
  long ints(MemorySegment values, long at, int count, MemorySegment target, long position) {
    long first = count == 0 ? 0 : values.get(INT, at);
    long end = header(count, first, target, position);
    begin(first);
    return end(target, moreInts(values, at + Integer.BYTES, count - 1, target, end));
  }

  /// Writes `count` integers of eight bytes; returns the position behind them.
  long longs(MemorySegment values, long at, int count, MemorySegment target, long position) {
    long first = count == 0 ? 0 : values.get(LONG, at);
    long end = header(count, first, target, position);
    begin(first);
    return end(target, moreLongs(values, at + Long.BYTES, count - 1, target, end));
  }

  /// Whether the further integers that were written last are known to be in rising order, equal
  /// ones included, from the one before them on.
  ///
  /// No difference of a tile is below 0 then, and none so large that their sum could leave the type
  /// and come back to where it started: had a value left it, the last one would be below the first.
  boolean rising() {
    return rising;
  }

  /// Begins the blocks of integers whose first one is in the header.
  void begin(long first) {
    held = 0;
    last = first;
  }

  /// Writes the blocks that further integers of four bytes complete; returns the position behind
  /// them.
  long moreInts(MemorySegment values, long at, int count, MemorySegment target, long position) {
    long end = position;
    rising = true;
    for (int done = 0; done < count; ) {
      int taken = Math.min(TILE - held, count - done);
      long from = at + ((long) done << 2);
      int delta = values.get(INT, from) - (int) last;
      deltas[held] = delta;
      deltasOfInts(values, from, taken - 1, deltas, held + 1);
      done += taken;
      long before = last;
      last = values.get(INT, at + ((long) (done - 1) << 2));
      end = blocks(held + taken, target, end);
      rising &= low >= 0 && high <= Integer.MAX_VALUE / TILE && before <= last;
    }
    return end;
  }

  /// Writes the blocks that further integers of eight bytes complete; returns the position behind
  /// them.
  long moreLongs(MemorySegment values, long at, int count, MemorySegment target, long position) {
    long end = position;
    rising = true;
    for (int done = 0; done < count; ) {
      int taken = Math.min(TILE - held, count - done);
      long from = at + ((long) done << 3);
      deltas[held] = values.get(LONG, from) - last;
      deltasOfLongs(values, from, taken - 1, deltas, held + 1);
      done += taken;
      long before = last;
      last = values.get(LONG, at + ((long) (done - 1) << 3));
      end = blocks(held + taken, target, end);
      rising &= low >= 0 && high <= Long.MAX_VALUE / TILE && before <= last;
    }
    return end;
  }

  /// Writes the last block, if it has values; returns the position behind it.
  long end(MemorySegment target, long position) {
    return held == 0 ? position : block(deltas, 0, held, target, position);
  }

  /// Writes what precedes the blocks of `count` integers; returns the position behind it.
  static long header(int count, long first, MemorySegment target, long position) {
    long end = Varint.put(target, position, BLOCK);
    end = Varint.put(target, end, MINIBLOCKS);
    end = Varint.put(target, end, count);
    return Varint.put(target, end, zigzag(first));
  }

  /// Bytes of what precedes the blocks of `count` integers.
  static int headerSize(int count, long first) {
    return Varint.size(BLOCK)
        + Varint.size(MINIBLOCKS)
        + Varint.size(count)
        + Varint.size(zigzag(first));
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  /// Takes `count` differences from the value at a position on to those behind it.
  private static void deltasOfInts(
      MemorySegment values, long at, int count, long[] deltas, int to) {
    for (int i = 0; i < count; i++) {
      long offset = at + ((long) i << 2);
      int delta = values.get(INT, offset + 4) - values.get(INT, offset);
      deltas[to + i] = delta;
    }
  }

  /// Takes `count` differences from the value at a position on to those behind it.
  private static void deltasOfLongs(
      MemorySegment values, long at, int count, long[] deltas, int to) {
    for (int i = 0; i < count; i++) {
      long offset = at + ((long) i << 3);
      deltas[to + i] = values.get(LONG, offset + 8) - values.get(LONG, offset);
    }
  }

  /// Writes the whole blocks of the first `count` differences, and holds the rest.
  private long blocks(int count, MemorySegment target, long position) {
    bound(count);
    int whole = count - count % BLOCK;
    long end = whole == 0 ? position : wholeBlocks(whole, target, position);
    held = count - whole;
    System.arraycopy(deltas, whole, deltas, 0, held);
    return end;
  }

  private long wholeBlocks(int count, MemorySegment target, long position) {
    long range = high - low; // negative where it takes 64 bits
    if (range == 0) {
      return equalBlocks(count, target, position);
    }
    boolean narrow = range > 0 && range <= DeltaLanes.MAX_RANGE;
    boolean fromZero = low >= 0 && high <= DeltaLanes.MAX_RANGE;
    boolean maySpread = low <= high / 3; // else no block has what that takes
    long base = fromZero ? 0 : low;
    if (narrow) {
      lanes.take(deltas, 0, count, base);
    }
    long end = position;
    for (int from = 0; from < count; from += BLOCK) {
      if (maySpread && (fromZero || fitsFromZero(deltas, from))) {
        end = blockFromZero(from, fromZero, target, end);
      } else if (narrow) {
        end = narrowBlock(from, base, target, end);
      } else {
        end = block(deltas, from, BLOCK, target, end);
      }
    }
    return end;
  }

  /// Whether all differences of a block are lanes above 0.
  private static boolean fitsFromZero(long[] deltas, int from) {
    long used = 0;
    for (int i = from; i < from + BLOCK && used <= DeltaLanes.MAX_RANGE && used >= 0; i += 8) {
      used |= (deltas[i] | deltas[i + 1]) | (deltas[i + 2] | deltas[i + 3]);
      used |= (deltas[i + 4] | deltas[i + 5]) | (deltas[i + 6] | deltas[i + 7]);
    }
    return used >= 0 && used <= DeltaLanes.MAX_RANGE;
  }

  private void bound(int count) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, deltas[i]);
      most = Math.max(most, deltas[i]);
    }
    low = least;
    high = most;
  }

  /// Blocks of one difference: miniblocks of width 0.
  private long equalBlocks(int count, MemorySegment target, long position) {
    long end = position;
    for (int from = 0; from < count; from += BLOCK) {
      end = Varint.put(target, end, zigzag(low));
      target.set(INT, end, 0);
      end += MINIBLOCKS;
    }
    return end;
  }

  /// A block of lanes above 0. Those that are spread state 0 as their smallest difference, which
  /// costs no bit and need not be looked for.
  private long blockFromZero(int from, boolean taken, MemorySegment target, long position) {
    if (!taken) {
      lanes.take(deltas, from, from + BLOCK, 0);
    }
    int width = lanes.spreadWidth(from);
    if (width == 0) {
      return narrowBlock(from, 0, target, position);
    }
    target.set(BYTE, position, (byte) 0);
    return lanes.packSpread(from, width, target, position + 1);
  }

  private long narrowBlock(int from, long base, MemorySegment target, long position) {
    long min = min(deltas, from);
    long widths = Varint.put(target, position, zigzag(min));
    return lanes.pack(from, (int) (min - base), target, widths);
  }

  /// One block: its smallest difference, the widths of its miniblocks, the miniblocks. Those that
  /// lie wholly behind the last value have width 0, as equal differences have, and so no body.
  private static long block(
      long[] deltas, int from, int count, MemorySegment target, long position) {
    if (count < BLOCK) {
      Arrays.fill(deltas, from + count, from + BLOCK, deltas[from]);
    }
    long min = min(deltas, from);
    if (count < BLOCK) {
      Arrays.fill(deltas, from + count, from + BLOCK, min);
    }
    long widths = Varint.put(target, position, zigzag(min));
    long end = widths + MINIBLOCKS;
    for (int i = 0; i < MINIBLOCKS; i++) {
      int start = from + i * MINIBLOCK;
      int width = width(deltas, start, min);
      target.set(BYTE, widths + i, (byte) width);
      if (width > 16) {
        packWide(deltas, start, min, width, target, end);
      } else if (width > 8) {
        packTwoBytes(deltas, start, min, width, target, end);
      } else if (width > 0) {
        packOneByte(deltas, start, min, width, target, end);
      }
      end += (long) width * MINIBLOCK / Byte.SIZE;
    }
    return end;
  }

  /// The smallest difference of a block, in four chains, because one would wait for itself.
  private static long min(long[] deltas, int from) {
    long a = deltas[from];
    long b = a;
    long c = a;
    long d = a;
    for (int i = from; i < from + BLOCK; i += 4) {
      a = Math.min(a, deltas[i]);
      b = Math.min(b, deltas[i + 1]);
      c = Math.min(c, deltas[i + 2]);
      d = Math.min(d, deltas[i + 3]);
    }
    return Math.min(Math.min(a, b), Math.min(c, d));
  }

  /// Bits of the largest excess of a miniblock, four at a time.
  private static int width(long[] deltas, int from, long min) {
    long used = 0;
    for (int i = from; i < from + MINIBLOCK; i += 4) {
      used |=
          ((deltas[i] - min) | (deltas[i + 1] - min))
              | ((deltas[i + 2] - min) | (deltas[i + 3] - min));
    }
    return Long.SIZE - Long.numberOfLeadingZeros(used);
  }

  /// Four values of at most 16 bits side by side.
  private static long four(long[] deltas, int i, long min, int width) {
    long a = (deltas[i] - min) | ((deltas[i + 1] - min) << width);
    long b = (deltas[i + 2] - min) | ((deltas[i + 3] - min) << width);
    return a | (b << (2 * width));
  }

  /// Packs a miniblock of up to 8 bits a value: eight of them are `width` bytes, stored as a word
  /// that the next one overlaps.
  private static void packOneByte(
      long[] deltas, int from, long min, int width, MemorySegment target, long at) {
    for (int group = 0; group < MINIBLOCK / 8; group++) {
      int i = from + 8 * group;
      long low = four(deltas, i, min, width);
      long word = low | (four(deltas, i + 4, min, width) << (4 * width));
      target.set(LONG, at + (long) group * width, word);
    }
  }

  /// Packs a miniblock of 9 to 16 bits a value: eight of them are `width` bytes, stored as two
  /// words.
  private static void packTwoBytes(
      long[] deltas, int from, long min, int width, MemorySegment target, long at) {
    int fourTimes = 4 * width;
    for (int group = 0; group < MINIBLOCK / 8; group++) {
      int i = from + 8 * group;
      long low = four(deltas, i, min, width);
      long high = four(deltas, i + 4, min, width);
      long position = at + (long) group * width;
      target.set(LONG, position, low | ((high << (fourTimes - 1)) << 1)); // 64 would turn to 0
      target.set(LONG, position + Long.BYTES, high >>> (Long.SIZE - fourTimes));
    }
  }

  /// Packs a miniblock of more than 16 bits a value, in lanes of two values while those fit a word,
  /// and up to eight bytes of slack behind it.
  private static void packWide(
      long[] deltas, int from, long min, int width, MemorySegment target, long at) {
    int step = width > Integer.SIZE ? 1 : 2;
    int bits = step * width;
    long pending = 0;
    int used = 0;
    long end = at;
    for (int i = from; i < from + MINIBLOCK; i += step) {
      long lane = deltas[i] - min;
      if (step == 2) {
        lane |= (deltas[i + 1] - min) << width;
      }
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
