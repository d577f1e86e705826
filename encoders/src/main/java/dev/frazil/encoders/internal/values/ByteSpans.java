package dev.frazil.encoders.internal.values;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.memory.Bitmaps;
import java.lang.foreign.MemorySegment;

/// Where the byte strings of some slots lie in their batch's data, without the slots that hold
/// none: a tile small enough to stay in the nearest cache, so that loops over values know nothing
/// of offsets' widths and of nulls.
final class ByteSpans {
  /// Most slots of a tile.
  static final int SLOTS = 256;

  private long[] starts = new long[0];
  private int[] lengths = new int[0];
  private int count;
  private int longest;
  private long bytes;

  /// Shows the values of `rows` slots, at most [#SLOTS], from number `row` of `slots`.
  void of(LeafValues.Binary values, Slots slots, int row, int rows) {
    ensure(rows);
    long first = values.offset() + slots.from() + row;
    boolean wide = values.offsetWidth() == Long.BYTES;
    if (slots.dense()) {
      count = rows;
      run(values, wide, first, rows, 0);
      bytes = starts[rows - 1] + lengths[rows - 1] - starts[0];
    } else {
      count = 0;
      runs(values, wide, first, slots, row, rows);
      bytes = sum(lengths, count);
    }
    longest = bits(lengths, count);
  }

  /// Shows `values` entries of a batch's dictionary, at most [#SLOTS], by their 32-bit numbers from
  /// the one at index `from`. They do not rise.
  void of(LeafValues.Binary entries, MemorySegment numbers, int from, int values) {
    ensure(values);
    for (int i = 0; i < values; i++) {
      long entry = numbers.get(INT, (long) (from + i) << 2);
      starts[i] = entries.start(entry);
      lengths[i] = (int) (entries.start(entry + 1) - starts[i]);
    }
    count = values;
    bytes = sum(lengths, count);
    longest = bits(lengths, count);
  }

  /// Files of few rows take little.
  private void ensure(int values) {
    if (starts.length < values) {
      starts = new long[values];
      lengths = new int[values];
    }
  }

  private void runs(
      LeafValues.Binary values, boolean wide, long first, Slots slots, int row, int rows) {
    for (int i = 0; i < rows; i += 64) {
      int width = Math.min(64, rows - i);
      long word = Bitmaps.word(slots.validity(), slots.bit() + row + i, width);
      if (word == -1) {
        run(values, wide, first + i, 64, count);
        count += 64;
      } else if (wide) {
        ones8(values.offsets(), (first + i) << 3, word);
      } else {
        ones4(values.offsets(), (first + i) << 2, word);
      }
    }
  }

  private void run(LeafValues.Binary values, boolean wide, long first, int rows, int at) {
    if (wide) {
      run8(values.offsets(), first << 3, rows, starts, lengths, at);
    } else {
      run4(values.offsets(), first << 2, rows, starts, lengths, at);
    }
  }

  private static void run4(
      MemorySegment offsets, long base, int rows, long[] starts, int[] lengths, int at) {
    for (int i = 0; i < rows; i++) {
      lengths[at + i] =
          offsets.get(INT, base + ((long) i << 2) + Integer.BYTES)
              - offsets.get(INT, base + ((long) i << 2));
    }
    for (int i = 0; i < rows; i++) {
      starts[at + i] = offsets.get(INT, base + ((long) i << 2));
    }
  }

  private static void run8(
      MemorySegment offsets, long base, int rows, long[] starts, int[] lengths, int at) {
    for (int i = 0; i < rows; i++) {
      long start = offsets.get(LONG, base + ((long) i << 3));
      starts[at + i] = start;
      lengths[at + i] = (int) (offsets.get(LONG, base + ((long) i << 3) + Long.BYTES) - start);
    }
  }

  private void ones4(MemorySegment offsets, long base, long word) {
    int at = count;
    for (long left = word; left != 0; left &= left - 1) {
      long offset = base + ((long) Long.numberOfTrailingZeros(left) << 2);
      int start = offsets.get(INT, offset);
      starts[at] = start;
      lengths[at] = offsets.get(INT, offset + Integer.BYTES) - start;
      at++;
    }
    count = at;
  }

  private void ones8(MemorySegment offsets, long base, long word) {
    int at = count;
    for (long left = word; left != 0; left &= left - 1) {
      long offset = base + ((long) Long.numberOfTrailingZeros(left) << 3);
      long start = offsets.get(LONG, offset);
      starts[at] = start;
      lengths[at] = (int) (offsets.get(LONG, offset + Long.BYTES) - start);
      at++;
    }
    count = at;
  }

  /// A maximum takes more than ten times as long.
  private static int bits(int[] lengths, int count) {
    int bits = 0;
    for (int i = 0; i < count; i++) {
      bits |= lengths[i];
    }
    return bits;
  }

  private static long sum(int[] lengths, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += lengths[i];
    }
    return sum;
  }

  /// Number of values.
  int count() {
    return count;
  }

  /// Where each value starts in the data; rising, unless they are entries of a dictionary.
  long[] starts() {
    return starts;
  }

  /// The length of each value.
  int[] lengths() {
    return lengths;
  }

  /// At least the length of the longest value, and less than the power of two above that.
  int longest() {
    return longest;
  }

  /// Bytes of all values.
  long bytes() {
    return bytes;
  }
}
