package dev.frazil.encoders.internal.levels;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.Nesting;
import java.lang.foreign.MemorySegment;

/// A reused view of consecutive rows of one batch as a leaf sees them: a level entry a slot, and
/// spans of the leaf's slots that hold the values.
public abstract sealed class LeafRows implements AutoCloseable permits FlatRows, NestedRows {
  int rows;
  int slots;
  int values;

  /// The view that suits a column.
  public static LeafRows of(LeafColumn column) {
    return column.nested() ? new NestedRows(column) : new FlatRows(column);
  }

  /// Turns to another batch.
  ///
  /// @throws IllegalArgumentException if the nesting is not of the column's levels
  public abstract void over(Nesting nesting);

  /// The leaf slot at which a row starts, or at which the last row ends.
  public abstract long firstSlot(int row);

  /// The most rows of `count` from `from` that have no more than `limit` leaf slots together.
  public abstract int rowsWithin(int from, int count, long limit);

  /// Shows `count` rows from `from`.
  public abstract void show(int from, int count);

  /// Number of spans; spans rise, and no slot is in two of them.
  public abstract int spans();

  /// A span, shown by a reused view until the next call.
  public abstract Slots span(int index);

  /// The definition levels of the rows that are shown, a byte an entry, until the next call; none
  /// where the leaf is right below the root: its one [#span] tells them.
  public abstract MemorySegment definitions();

  /// The repetition levels, as [#definitions]; none where nothing repeats.
  public abstract MemorySegment repetitions();

  /// Rows that are shown.
  public final int rows() {
    return rows;
  }

  /// Level entries of the rows that are shown.
  public final int slots() {
    return slots;
  }

  /// Entries that hold a value.
  public final int values() {
    return values;
  }

  @Override
  public abstract void close();
}
