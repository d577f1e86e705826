package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;

/// Copies values without the slots that hold none. Few nulls: the runs between them are copied
/// whole. More: value by value, by the set bits of the validity words.
final class Compaction {
  /// One slot in so many may be null for runs to be copied whole.
  private static final int SPARSE = 8;

  private Compaction() {}

  /// Copies the slots' values, `width` bytes each and back to back from `at`, to `target` from
  /// `to`.
  static void copy(
      MemorySegment values, long at, int width, Slots slots, MemorySegment target, long to) {
    if (slots.dense()) {
      MemorySegment.copy(values, at, target, to, (long) slots.rows() * width);
    } else if (width == 4 && manyNulls(slots)) {
      copy4(values, at, slots, target, to);
    } else if (width == 8 && manyNulls(slots)) {
      copy8(values, at, slots, target, to);
    } else {
      copyRuns(values, at, width, slots, target, to);
    }
  }

  private static boolean manyNulls(Slots slots) {
    return slots.rows() - slots.valid() > slots.rows() / SPARSE;
  }

  private static void copyRuns(
      MemorySegment values, long at, int width, Slots slots, MemorySegment target, long to) {
    MemorySegment bits = slots.validity();
    long bit = slots.bit();
    int rows = slots.rows();
    int start = 0;
    long end = to;
    for (int i = 0; i < rows; i += 64) {
      int count = Math.min(64, rows - i);
      long nulls = Bitmaps.word(bits, bit + i, count) ^ (-1L >>> (64 - count));
      for (; nulls != 0; nulls &= nulls - 1) {
        int next = i + Long.numberOfTrailingZeros(nulls);
        if (next > start) {
          long bytes = (long) (next - start) * width;
          MemorySegment.copy(values, at + (long) start * width, target, end, bytes);
          end += bytes;
        }
        start = next + 1;
      }
    }
    MemorySegment.copy(
        values, at + (long) start * width, target, end, (long) (rows - start) * width);
  }

  private static void copy4(
      MemorySegment values, long at, Slots slots, MemorySegment target, long to) {
    MemorySegment bits = slots.validity();
    long bit = slots.bit();
    int rows = slots.rows();
    long end = to;
    for (int i = 0; i < rows; i += 64) {
      long word = Bitmaps.word(bits, bit + i, Math.min(64, rows - i));
      long base = at + ((long) i << 2);
      for (; word != 0; word &= word - 1) {
        long from = base + ((long) Long.numberOfTrailingZeros(word) << 2);
        target.set(INT, end, values.get(INT, from));
        end += 4;
      }
    }
  }

  private static void copy8(
      MemorySegment values, long at, Slots slots, MemorySegment target, long to) {
    MemorySegment bits = slots.validity();
    long bit = slots.bit();
    int rows = slots.rows();
    long end = to;
    for (int i = 0; i < rows; i += 64) {
      long word = Bitmaps.word(bits, bit + i, Math.min(64, rows - i));
      long base = at + ((long) i << 3);
      for (; word != 0; word &= word - 1) {
        long from = base + ((long) Long.numberOfTrailingZeros(word) << 3);
        target.set(LONG, end, values.get(LONG, from));
        end += 8;
      }
    }
  }
}
