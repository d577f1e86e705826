package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowColumn;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/// Rows whose value, of at most 64 bits, has its key in a set.
final class NumberCondition implements RowCondition {
  private final FilterColumn column;
  private final boolean low;
  private final long[] cuts;
  private final ValidRows valid = new ValidRows();
  private long[] keys = new long[0];

  NumberCondition(FilterColumn column, KeySet<BigInteger> set) {
    this.column = column;
    List<BigInteger> within = KeyRange.of(Long.SIZE).cuts(set);
    this.low = KeyRange.of(Long.SIZE).low(set);
    this.cuts = within.stream().mapToLong(BigInteger::longValueExact).toArray();
  }

  @Override
  public void evaluate(List<ArrowColumn> columns, int rows, long[] mask) {
    ArrowColumn slots = valid.locate(column, columns, rows);
    int from = valid.from();
    int to = valid.to();
    Masks.clear(mask, rows);
    if (keys.length < rows) {
      keys = new long[rows];
    }
    SlotKeys.fill(slots, from, to, keys);
    switch (cuts.length) {
      case 0 -> Masks.fill(mask, low ? rows : 0);
      case 1 -> between(keys, from, to, cuts[0], Long.MAX_VALUE, mask);
      case 2 -> between(keys, from, to, cuts[0], cuts[1] - 1, mask);
      default -> among(keys, from, to, cuts, mask);
    }
    if (low && cuts.length > 0) {
      Masks.flip(mask, rows);
    }
    Masks.and(mask, valid.words(), rows);
  }

  private static void between(long[] keys, int from, int to, long min, long max, long[] mask) {
    for (int i = from; i < to; i++) {
      long key = keys[i];
      mask[i >>> 6] |= (key >= min && key <= max ? 1L : 0L) << i;
    }
  }

  private static void among(long[] keys, int from, int to, long[] cuts, long[] mask) {
    for (int i = from; i < to; i++) {
      int found = Arrays.binarySearch(cuts, keys[i]);
      int behind = found >= 0 ? found + 1 : -found - 1;
      mask[i >>> 6] |= (behind & 1L) << i;
    }
  }

  @Override
  public void close() {
    // Holds no native memory.
  }
}
