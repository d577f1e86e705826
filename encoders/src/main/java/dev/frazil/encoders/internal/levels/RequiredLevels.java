package dev.frazil.encoders.internal.levels;

import dev.frazil.encoders.memory.Slab;

/// A required leaf right below the root has no levels: only their number counts.
final class RequiredLevels extends LevelBuffer {
  @Override
  public void append(LeafRows shown) {
    add(shown.rows());
  }

  @Override
  public void append(LevelBuffer source, long from, int count) {
    add(count);
  }

  private void add(int count) {
    slots += count;
    rows += count;
    values += count;
  }

  @Override
  public int wholeRows(long from, int count, int maxRows, int maxValues) {
    return Math.min(count, Math.min(maxRows, maxValues));
  }

  @Override
  public int values(long from, int count) {
    return count;
  }

  @Override
  public void encode(Slab target, boolean lengths) {}

  @Override
  public int repetitionBytes() {
    return 0;
  }

  @Override
  public int definitionBytes() {
    return 0;
  }

  @Override
  public void countDefinitions(int[] counts, int at) {
    counts[at] += (int) slots;
  }

  @Override
  public void countRepetitions(int[] counts, int at) {
    counts[at] += (int) slots;
  }

  @Override
  public long bytes() {
    return 0;
  }

  @Override
  public void close() {}
}
