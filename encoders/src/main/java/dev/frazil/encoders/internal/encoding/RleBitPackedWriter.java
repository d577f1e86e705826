package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;

import java.lang.foreign.MemorySegment;

/// Dictionary indices of 16 bits into the RLE/bit-packing hybrid (Encodings.md, "RLE").
///
/// Groups of eight are packed with one bit compression per four lanes. A run of equal indices is
/// written as a run only where that is shorter than the packed groups it replaces.
public final class RleBitPackedWriter {
  private static final long LANES = 0x0001_0001_0001_0001L;

  private RleBitPackedWriter() {}

  /// Most bytes that `count` indices can take, slack for whole-word stores included.
  public static long maxSize(int count) {
    return 2L * count + (count >>> 2) + 64;
  }

  /// The bits that are set in any of `count` indices: as wide as the largest of them.
  public static int usedBits(MemorySegment indices, long at, int count) {
    long lanes = 0;
    int words = count >>> 2;
    for (int i = 0; i < words; i++) {
      lanes |= indices.get(LONG, at + ((long) i << 3));
    }
    lanes |= lanes >>> 32;
    int used = (int) (lanes | (lanes >>> 16)) & 0xffff;
    for (int i = words << 2; i < count; i++) {
      used |= indices.get(SHORT, at + ((long) i << 1)) & 0xffff;
    }
    return used;
  }

  /// Writes `count` indices of `width` bits (1 to 16); returns the position behind them.
  public static long write(
      MemorySegment indices, long at, int count, int width, MemorySegment target, long position) {
    long end = position;
    int literal = 0;
    int i = 0;
    while (i + 8 <= count) {
      long low = indices.get(LONG, at + ((long) i << 1));
      long high = indices.get(LONG, at + ((long) i << 1) + 8);
      if (low != high || low != Long.rotateLeft(low, 16)) {
        i += 8;
        continue;
      }
      int run = runLength(indices, at + ((long) i << 1), count - i, low);
      if (pays(run, width)) {
        end = literals(indices, at + ((long) literal << 1), i - literal, width, target, end);
        end = run(target, end, run, width, (int) low & 0xffff);
        i += run;
        literal = i;
      } else {
        i += run & -8; // no part of it is worth a run either
      }
    }
    return literals(indices, at + ((long) literal << 1), count - literal, width, target, end);
  }

  private static boolean pays(int run, int width) {
    int broken = 2; // the header of the packed groups that go on behind the run
    int size = Varint.size((long) run << 1) + ((width + 7) >>> 3) + broken;
    return size < ((long) run * width) >>> 3;
  }

  private static int runLength(MemorySegment indices, long at, int count, long lanes) {
    int i = 8;
    while (i + 4 <= count && indices.get(LONG, at + ((long) i << 1)) == lanes) {
      i += 4;
    }
    while (i < count && indices.get(SHORT, at + ((long) i << 1)) == (short) lanes) {
      i++;
    }
    return i;
  }

  private static long run(MemorySegment target, long at, int run, int width, int index) {
    long end = Varint.put(target, at, (long) run << 1);
    target.set(BYTE, end++, (byte) index);
    if (width > 8) {
      target.set(BYTE, end++, (byte) (index >>> 8));
    }
    return end;
  }

  private static long literals(
      MemorySegment indices, long at, int count, int width, MemorySegment target, long position) {
    if (count == 0) {
      return position;
    }
    long end = Varint.put(target, position, ((long) ((count + 7) >>> 3) << 1) | 1);
    int groups = count >>> 3;
    if (width == 16) {
      MemorySegment.copy(indices, at, target, end, (long) groups << 4);
    } else if (width > 8) {
      packWide(indices, at, groups, width, target, end);
    } else {
      packNarrow(indices, at, groups, width, target, end);
    }
    end += (long) groups * width;
    return (count & 7) == 0
        ? end
        : lastGroup(indices, at + ((long) groups << 4), count & 7, width, target, end);
  }

  private static void packNarrow(
      MemorySegment indices, long at, int groups, int width, MemorySegment target, long position) {
    long mask = ((1L << width) - 1) * LANES;
    int shift = 4 * width;
    for (int g = 0; g < groups; g++) {
      long low = Long.compress(indices.get(LONG, at + ((long) g << 4)), mask);
      long high = Long.compress(indices.get(LONG, at + ((long) g << 4) + 8), mask);
      target.set(LONG, position + (long) g * width, low | (high << shift));
    }
  }

  private static void packWide(
      MemorySegment indices, long at, int groups, int width, MemorySegment target, long position) {
    long mask = ((1L << width) - 1) * LANES;
    int shift = 4 * width;
    for (int g = 0; g < groups; g++) {
      long low = Long.compress(indices.get(LONG, at + ((long) g << 4)), mask);
      long high = Long.compress(indices.get(LONG, at + ((long) g << 4) + 8), mask);
      target.set(LONG, position + (long) g * width, low | (high << shift));
      target.set(LONG, position + (long) g * width + 8, high >>> (64 - shift));
    }
  }

  /// The last, incomplete group, padded with zeros to its full `width` bytes.
  private static long lastGroup(
      MemorySegment indices, long at, int count, int width, MemorySegment target, long position) {
    long pending = 0;
    int bits = 0;
    long end = position;
    for (int i = 0; i < 8; i++) {
      long index = i < count ? indices.get(SHORT, at + ((long) i << 1)) & 0xffff : 0;
      pending |= index << bits;
      for (bits += width; bits >= 8; bits -= 8) {
        target.set(BYTE, end++, (byte) pending);
        pending >>>= 8;
      }
    }
    return end;
  }
}
