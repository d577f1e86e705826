package dev.frazil.encoders.internal.levels;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.internal.encoding.Varint;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// Kernels over levels of a byte each: counts, and the RLE/bit-packing hybrid (Encodings.md,
/// "RLE").
final class LevelBytes {
  /// A level times this stands in each of the eight bytes of a word.
  static final long BYTES = 0x0101_0101_0101_0101L;

  private static final long TOP_BITS = 0x8080_8080_8080_8080L;
  private static final long LOW_BITS = ~TOP_BITS;

  private LevelBytes() {}

  /// How many of `count` levels from `at` are `level`: eight at a time, whose top bits are free
  /// because levels are below 128.
  static int count(MemorySegment levels, long at, int count, int level) {
    long pattern = level * BYTES;
    int words = count >>> 3;
    int others = 0;
    for (int i = 0; i < words; i++) {
      long differences = levels.get(LONG, at + ((long) i << 3)) ^ pattern;
      others += Long.bitCount((differences + LOW_BITS) & TOP_BITS);
    }
    for (int i = words << 3; i < count; i++) {
      others += levels.get(BYTE, at + i) == level ? 0 : 1;
    }
    return count - others;
  }

  /// Adds the number of levels of each kind from 0 to `max`.
  static void histogram(MemorySegment levels, int count, int max, int[] counts, int at) {
    int others = 0;
    for (int level = 0; level < max; level++) {
      int found = count(levels, 0, count, level);
      counts[at + level] += found;
      others += found;
    }
    counts[at + max] += count - others;
  }

  /// Encodes `count` levels of at most `max` into `target` from `position`; returns the position
  /// behind them.
  static long encode(MemorySegment levels, int count, int max, Slab target, long position) {
    int width = Integer.SIZE - Integer.numberOfLeadingZeros(max);
    MemorySegment output =
        target.ensure(position + (long) count * width / 8 + (count >>> 4) + 64, position);
    long end = position;
    int literal = 0;
    int i = 0;
    while (i + 8 <= count) {
      long group = levels.get(LONG, i);
      if (group != (group & 0xff) * BYTES) {
        i += 8;
        continue;
      }
      int run = run(levels, i, count, group);
      if (pays(run, width)) {
        end = literals(levels, literal, i - literal, width, output, end);
        end = Varint.put(output, end, (long) run << 1);
        output.set(BYTE, end++, (byte) group);
        i += run;
        literal = i;
      } else {
        i += run & -8; // no part of it is worth a run either
      }
    }
    return literals(levels, literal, count - literal, width, output, end);
  }

  private static boolean pays(int run, int width) {
    int broken = 2; // the header of the packed groups that go on behind the run
    return Varint.size((long) run << 1) + 1 + broken < (run * (long) width) >>> 3;
  }

  private static int run(MemorySegment levels, int from, int count, long group) {
    int i = from + 8;
    while (i + 8 <= count && levels.get(LONG, i) == group) {
      i += 8;
    }
    while (i < count && levels.get(BYTE, i) == (byte) group) {
      i++;
    }
    return i - from;
  }

  private static long literals(
      MemorySegment levels, int from, int count, int width, MemorySegment target, long position) {
    if (count == 0) {
      return position;
    }
    long end = Varint.put(target, position, ((long) ((count + 7) >>> 3) << 1) | 1);
    long mask = ((1L << width) - 1) * BYTES;
    int groups = count >>> 3;
    for (int g = 0; g < groups; g++) {
      long lanes = levels.get(LONG, from + ((long) g << 3));
      target.set(LONG, end + (long) g * width, Long.compress(lanes, mask));
    }
    end += (long) groups * width;
    int rest = count & 7;
    if (rest != 0) {
      long lanes = 0;
      for (int i = 0; i < rest; i++) {
        lanes |= (long) levels.get(BYTE, from + ((long) groups << 3) + i) << (i << 3);
      }
      target.set(LONG, end, Long.compress(lanes, mask));
      end += width;
    }
    return end;
  }
}
