package dev.frazil.engine.scan;

import static dev.frazil.encoders.memory.Layouts.LONG;

import dev.frazil.engine.arrow.ArrowColumn;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;

/// Rows whose decimal, of 128 or 256 bits, has its unscaled value in a set.
final class WideCondition implements RowCondition {
  private final FilterColumn column;
  private final boolean low;

  /// Words of a value.
  private final int width;

  /// The words of the cuts, the lowest of each first.
  private final long[] cuts;

  private final ValidRows valid = new ValidRows();

  WideCondition(FilterColumn column, KeySet<BigInteger> set, int bits) {
    this.column = column;
    this.width = bits / Long.SIZE;
    List<BigInteger> within = KeyRange.of(bits).cuts(set);
    this.low = KeyRange.of(bits).low(set);
    this.cuts = new long[within.size() * width];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = within.get(i / width).shiftRight(i % width * Long.SIZE).longValue();
    }
  }

  @Override
  public void evaluate(List<ArrowColumn> columns, int rows, long[] mask) {
    ArrowColumn slots = valid.locate(column, columns, rows);
    Masks.clear(mask, rows);
    for (int i = valid.from(); i < valid.to(); i++) {
      long at = (slots.offset() + i) * width * Long.BYTES;
      mask[i >>> 6] |= ((cutsUpTo(slots.values(), at) & 1L) ^ (low ? 1L : 0L)) << i;
    }
    Masks.and(mask, valid.words(), rows);
  }

  /// How many cuts are not above a value.
  private int cutsUpTo(MemorySegment values, long at) {
    int from = 0;
    int to = cuts.length / width;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (compare(values, at, middle * width) >= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /// Compares a value with a cut: the highest words with their sign, the others without one.
  private int compare(MemorySegment values, long at, int cut) {
    int top = width - 1;
    int order = Long.compare(values.get(LONG, at + ((long) top << 3)), cuts[cut + top]);
    for (int w = top - 1; w >= 0 && order == 0; w--) {
      order = Long.compareUnsigned(values.get(LONG, at + ((long) w << 3)), cuts[cut + w]);
    }
    return order;
  }

  @Override
  public void close() {
    // Holds no native memory.
  }
}
