package dev.frazil.engine.verify;

import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.LeafOrder;
import java.util.BitSet;

/// How each row compares with the one before it, by one of the columns that a row group says it is
/// sorted by. Memory grows by two bits a row. Not thread-safe.
final class SortedColumn {
  private final FileMetadata.SortingColumn sorting;
  private final LeafOrder order;
  private final int maxDefinition;

  /// By rows: whether it belongs before the row before it, or strictly behind it.
  private final BitSet wrong = new BitSet();

  private final BitSet behind = new BitSet();

  private int rows;
  private boolean lastNull;
  private Values last = new Values.Words(new long[0]);
  private int lastValue;

  /// Starts a row group.
  ///
  /// @param sorting what the row group says
  /// @param order how values compare; defined
  /// @param maxDefinition the largest definition level of the leaf
  SortedColumn(FileMetadata.SortingColumn sorting, LeafOrder order, int maxDefinition) {
    this.sorting = sorting;
    this.order = order;
    this.maxDefinition = maxDefinition;
  }

  FileMetadata.SortingColumn sorting() {
    return sorting;
  }

  /// Adds the rows of a page of a leaf that is not repeated.
  void add(DecodedPage page) {
    int value = 0;
    for (int slot = 0; slot < page.slots(); slot++) {
      int[] levels = page.definitionLevels();
      boolean isNull = levels.length > 0 && levels[slot] < maxDefinition;
      if (rows > 0) {
        int compared = compare(isNull, page.values(), value);
        wrong.set(rows, compared < 0);
        behind.set(rows, compared > 0);
      }
      lastNull = isNull;
      if (!isNull) {
        last = page.values();
        lastValue = value++;
      }
      rows++;
    }
  }

  /// The sign of how a row compares with the last one: positive if it belongs behind it.
  private int compare(boolean isNull, Values values, int value) {
    if (isNull || lastNull) {
      int nullsLast = Boolean.compare(isNull, lastNull);
      return sorting.nullsFirst() ? -nullsLast : nullsLast;
    }
    int compared =
        switch (values) {
          case Values.Words(long[] words) ->
              compareWords(words[value], ((Values.Words) last).words()[lastValue]);
          case Values.Strings strings -> compareStrings(strings, value);
        };
    return sorting.descending() ? -compared : compared;
  }

  /// NaN has no place in the order that types define: nothing is wrong about it there.
  private int compareWords(long word, long before) {
    if (!order.total() && (order.isNan(word) || order.isNan(before))) {
      return sorting.descending() ? -1 : 1;
    }
    return Long.compare(order.key(word), order.key(before));
  }

  private int compareStrings(Values.Strings strings, int value) {
    Values.Strings before = (Values.Strings) last;
    int start = strings.starts()[value];
    int lastStart = before.starts()[lastValue];
    if (!order.ofBytes()) {
      return compareWords(
          (short) Bits.littleEndian(strings.data(), start, Short.BYTES),
          (short) Bits.littleEndian(before.data(), lastStart, Short.BYTES));
    }
    return order.compare(
        strings.data(),
        start,
        strings.lengths()[value],
        before.data(),
        lastStart,
        before.lengths()[lastValue]);
  }

  /// The first row that belongs before the row before it, or -1.
  ///
  /// @param decided the rows of which columns before this one say that they belong behind; those of
  ///   which this one says so are added
  int firstWrong(BitSet decided) {
    BitSet undecided = (BitSet) wrong.clone();
    undecided.andNot(decided);
    decided.or(behind);
    return undecided.nextSetBit(0);
  }
}
