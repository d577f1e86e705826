package dev.frazil.encoders.internal.levels;

import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;

/// A reused cursor over the runs of set bits in a range of a bitmap.
public final class ValidRuns {
  private MemorySegment bits = MemorySegment.NULL;
  private long bit;
  private int count;
  private int start;
  private int end;

  /// Starts anew over `count` bits from `bit`.
  public void over(MemorySegment bits, long bit, int count) {
    this.bits = bits;
    this.bit = bit;
    this.count = count;
    start = 0;
    end = 0;
  }

  /// Moves to the next run; false when there is none.
  public boolean next() {
    start = find(end, 0);
    end = find(start, -1);
    return start < count;
  }

  /// First bit of the run, counted from the start of the range.
  public int start() {
    return start;
  }

  /// Bit behind the run, counted from the start of the range.
  public int end() {
    return end;
  }

  private int find(int from, long flip) {
    for (int i = from; i < count; i += 64) {
      int width = Math.min(64, count - i);
      long word = Bitmaps.word(bits, bit + i, width) ^ flip;
      if (width < 64) {
        word &= (1L << width) - 1;
      }
      if (word != 0) {
        return i + Long.numberOfTrailingZeros(word);
      }
    }
    return count;
  }
}
