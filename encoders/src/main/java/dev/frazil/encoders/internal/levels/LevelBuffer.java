package dev.frazil.encoders.internal.levels;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.memory.Slab;

/// Levels of consecutive slots in memory that it owns: of the open page, or of all pages that wait.
public abstract sealed class LevelBuffer implements AutoCloseable
    permits RequiredLevels, OptionalLevels, NestedLevels {
  long slots;
  long rows;
  long values;

  /// The buffer that suits a column.
  public static LevelBuffer of(LeafColumn column) {
    if (column.nested()) {
      return new NestedLevels(column);
    }
    return column.optional() ? new OptionalLevels() : new RequiredLevels();
  }

  /// Appends the levels of rows that are shown.
  public abstract void append(LeafRows shown);

  /// Appends `count` slots from `from` of a buffer of the same kind; they begin with a row.
  public abstract void append(LevelBuffer source, long from, int count);

  /// Of `count` slots from `from`, which begin with a row: how many the largest number of whole
  /// rows has that are at most `maxRows` and have at most `maxValues` values.
  public abstract int wholeRows(long from, int count, int maxRows, int maxValues);

  /// Of `count` slots from `from`: how many hold a value.
  public abstract int values(long from, int count);

  /// Encodes all levels to the start of `target`: repetition, then definition levels, each behind
  /// its length of four bytes if `lengths` (data pages v1), and only where the column has them.
  public abstract void encode(Slab target, boolean lengths);

  /// Bytes of the repetition levels that [#encode] wrote last.
  public abstract int repetitionBytes();

  /// Bytes of the definition levels that [#encode] wrote last.
  public abstract int definitionBytes();

  /// Adds the number of slots at each definition level.
  public abstract void countDefinitions(int[] counts, int at);

  /// Adds the number of slots at each repetition level.
  public abstract void countRepetitions(int[] counts, int at);

  /// Bytes that the levels take.
  public abstract long bytes();

  /// Number of slots.
  public final long slots() {
    return slots;
  }

  /// Number of rows.
  public final long rows() {
    return rows;
  }

  /// Number of slots that hold a value.
  public final long values() {
    return values;
  }

  /// Forgets all slots; memory is kept.
  public void clear() {
    slots = 0;
    rows = 0;
    values = 0;
  }

  @Override
  public abstract void close();
}
