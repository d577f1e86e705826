package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;

import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;

/// Where the byte strings of some slots lie in their batch's data, without the slots that hold
/// none: a tile small enough to stay in the nearest cache, so that loops over values know nothing
/// of offsets' widths and of nulls.
///
/// Starts and ends are offsets of 32 bits from an origin. Where a batch has those for consecutive
/// values they are its own, and nothing is copied. Owns the memory of others.
public final class ByteSpans implements AutoCloseable {
  /// Most values of a tile.
  public static final int MOST = 256;

  private final Slab own = new Slab();
  private MemorySegment offsets = MemorySegment.NULL;
  private long starts;
  private long ends;
  private long origin;
  private int count;
  private int longest;
  private long bytes;

  /// Creates a view of nothing, without memory.
  public ByteSpans() {}

  /// Shows the values of some of `rows` slots from number `row` of `slots`, which holds one.
  ///
  /// @return how many slots: at most [#MOST], and no more than what 32 bits span
  public int of(LeafValues.Binary values, Slots slots, int row, int rows) {
    int taken = Math.min(rows, MOST);
    long first = values.offset() + slots.from() + row;
    if (values.offsetWidth() == Long.BYTES) {
      origin = values.start(slots.from() + row);
      while (taken > 1 && values.start(slots.from() + row + taken) - origin > Integer.MAX_VALUE) {
        taken >>= 1;
      }
    } else {
      origin = 0;
    }
    if (slots.dense() && values.offsetWidth() == Integer.BYTES) {
      show(values.offsets(), first << 2, (first + 1) << 2, taken);
      bytes = end(taken - 1) - start(0);
    } else {
      gather(values, slots, row, taken);
      bytes = sum();
    }
    return taken;
  }

  private void gather(LeafValues.Binary values, Slots slots, int row, int rows) {
    MemorySegment target = own.ensure(2L * rows * Integer.BYTES, 0);
    long from = slots.from() + row;
    int at = 0;
    for (int i = 0; i < rows; i += 64) {
      int width = Math.min(64, rows - i);
      long word = -1L >>> (64 - width);
      if (!slots.dense()) {
        word &= Bitmaps.word(slots.validity(), slots.bit() + row + i, width);
      }
      for (long left = word; left != 0; left &= left - 1) {
        long slot = from + i + Long.numberOfTrailingZeros(left);
        target.set(INT, (long) at << 2, (int) (values.start(slot) - origin));
        target.set(INT, (long) (rows + at) << 2, (int) (values.start(slot + 1) - origin));
        at++;
      }
    }
    show(target, 0, (long) rows << 2, at);
  }

  /// Shows some of `values` entries of a batch's dictionary, by their 32-bit numbers from the one
  /// at index `from`. They do not rise.
  ///
  /// @return how many: at most [#MOST], and no more than what 32 bits span
  public int of(LeafValues.Binary entries, MemorySegment numbers, int from, int values) {
    int most = Math.min(values, MOST);
    MemorySegment target = own.ensure(2L * most * Integer.BYTES, 0);
    origin = entries.start(numbers.get(INT, (long) from << 2));
    int taken = 0;
    while (taken < most) {
      long entry = numbers.get(INT, (long) (from + taken) << 2);
      long start = entries.start(entry) - origin;
      long end = entries.start(entry + 1) - origin;
      if (start < Integer.MIN_VALUE || end > Integer.MAX_VALUE) {
        break;
      }
      target.set(INT, (long) taken << 2, (int) start);
      target.set(INT, (long) (most + taken) << 2, (int) end);
      taken++;
    }
    show(target, 0, (long) most << 2, taken);
    bytes = sum();
    return taken;
  }

  /// Shows some of `values` consecutive values of `width` bytes each from a position.
  ///
  /// @return how many: at most [#MOST], and no more than what 32 bits span
  public int of(long from, int width, int values) {
    int taken = Math.clamp(Integer.MAX_VALUE / width, 1, Math.min(values, MOST));
    MemorySegment target = own.ensure((long) (taken + 1) * Integer.BYTES, 0);
    for (int i = 0; i <= taken; i++) {
      target.set(INT, (long) i << 2, i * width);
    }
    origin = from;
    show(target, 0, Integer.BYTES, taken);
    bytes = (long) taken * width;
    return taken;
  }

  private void show(MemorySegment offsets, long starts, long ends, int count) {
    this.offsets = offsets;
    this.starts = starts;
    this.ends = ends;
    this.count = count;
    longest = bits(offsets, starts, ends, count) + 1;
  }

  /// The bits of all lengths less one, where there is one: a maximum takes more than ten times as
  /// long.
  private static int bits(MemorySegment offsets, long starts, long ends, int count) {
    int bits = 0;
    for (int i = 0; i < count; i++) {
      int start = offsets.get(INT, starts + ((long) i << 2));
      int last = offsets.get(INT, ends + ((long) i << 2)) - start - 1;
      bits |= last & ~(last >> 31);
    }
    return bits;
  }

  private long sum() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += end(i) - start(i);
    }
    return sum;
  }

  /// Number of values.
  public int count() {
    return count;
  }

  /// At least 1 and the length of the longest value, and at most the power of two that holds it.
  public int longest() {
    return longest;
  }

  /// Bytes of all values.
  public long bytes() {
    return bytes;
  }

  /// Where a value starts in the data. Starts rise, unless of entries of a dictionary.
  public long start(int value) {
    return origin + offsets.get(INT, starts + ((long) value << 2));
  }

  /// Where a value ends in the data.
  public long end(int value) {
    return origin + offsets.get(INT, ends + ((long) value << 2));
  }

  /// The length of a value.
  public int length(int value) {
    return offsets.get(INT, ends + ((long) value << 2))
        - offsets.get(INT, starts + ((long) value << 2));
  }

  /// What starts and ends are counted from, in the data.
  public long origin() {
    return origin;
  }

  /// What has the starts and ends, for loops: four bytes each.
  public MemorySegment offsets() {
    return offsets;
  }

  /// Where the start of the first value stands in [#offsets()].
  public long starts() {
    return starts;
  }

  /// Where its end stands there.
  public long ends() {
    return ends;
  }

  @Override
  public void close() {
    own.close();
  }
}
