package dev.frazil.engine.scan;

import dev.frazil.encoders.memory.Bitmaps;
import dev.frazil.engine.arrow.ArrowColumn;
import java.util.List;

/// The rows of a batch that have a value in a column, or in a member of structs. Its memory is
/// reused from batch to batch. Not thread-safe.
final class ValidRows {
  private long[] words = new long[0];
  private int from;
  private int to;

  /// Finds the column in a batch, and which rows have a value there.
  ///
  /// Slots of a member that no valid struct leads to need not exist: nothing is read before the
  /// first and behind the last row that has a value.
  ///
  /// @param columns the top-level columns of the batch
  /// @param rows its rows
  /// @return a column whose slots [#from()] to [#to()] are those of the rows
  ArrowColumn locate(FilterColumn path, List<ArrowColumn> columns, int rows) {
    words = Masks.atLeast(words, rows);
    Masks.fill(words, rows);
    from = 0;
    to = rows;
    ArrowColumn column = columns.get(path.top());
    retainValid(column);
    for (int i = 1; i < path.way().size(); i++) {
      ArrowColumn member = column.children().get(path.way().get(i));
      // Slot i of a struct is slot offset + i of its members. Written out because the member may
      // have fewer slots than there are rows.
      column =
          new ArrowColumn(
              member.field(),
              member.length(),
              member.offset() + column.offset(),
              member.nullCount(),
              member.validity(),
              member.values(),
              member.data(),
              member.variadic(),
              member.dictionary(),
              member.children());
      retainValid(column);
    }
    return column;
  }

  /// Drops rows whose slot is null.
  private void retainValid(ArrowColumn column) {
    if (column.nullCount() > 0) {
      for (int start = from & -Long.SIZE; start < to; start += Long.SIZE) {
        int first = Math.max(start, from);
        int count = Math.min(start + Long.SIZE, to) - first;
        long valid =
            column.validity().byteSize() == 0
                ? 0
                : Bitmaps.word(column.validity(), column.offset() + first, count)
                    << (first - start);
        words[start >>> 6] &= valid;
      }
    }
    narrow();
  }

  private void narrow() {
    while (from < to && !has(from)) {
      from++;
    }
    while (from < to && !has(to - 1)) {
      to--;
    }
  }

  /// Whether a row has a value.
  boolean has(int row) {
    return (words[row >>> 6] >>> row & 1) != 0;
  }

  /// A bit a row, of which those that no row has are clear.
  long[] words() {
    return words;
  }

  /// No row before this one has a value.
  int from() {
    return from;
  }

  /// No row from this one on has a value.
  int to() {
    return to;
  }
}
