package dev.frazil.encoders.internal.levels;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.Nesting;
import dev.frazil.encoders.Nesting.Step;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Rows of a leaf below lists, maps or optional structs: levels of a byte each.
public final class NestedRows extends LeafRows {
  private final LeafColumn column;
  private final LevelBuilder builder;
  private final Slots span = new Slots();
  private Step[] steps = new Step[0];

  NestedRows(LeafColumn column) {
    this.column = column;
    builder = new LevelBuilder(column.maxRepetitionLevel());
  }

  @Override
  public void over(Nesting nesting) {
    if (!(nesting instanceof Nesting.Nested nested)) {
      throw mismatch(nesting);
    }
    requireLevels(nested);
    steps = nested.steps().toArray(Step[]::new);
    builder.over(steps);
  }

  private void requireLevels(Nesting.Nested nested) {
    List<Step> path = nested.steps();
    long repeated = path.stream().filter(step -> !(step instanceof Step.Optional)).count();
    if (path.size() != column.maxDefinitionLevel() || repeated != column.maxRepetitionLevel()) {
      throw mismatch(nested);
    }
  }

  private IllegalArgumentException mismatch(Nesting nesting) {
    return new IllegalArgumentException(
        "nesting: %s: expected %d steps, of which %d repeat, got %s"
            .formatted(
                column.displayName(),
                column.maxDefinitionLevel(),
                column.maxRepetitionLevel(),
                nesting));
  }

  @Override
  public long firstSlot(int row) {
    long slot = row;
    for (Step step : steps) {
      slot = step.start(slot);
    }
    return slot;
  }

  @Override
  public int rowsWithin(int from, int count, long limit) {
    long first = firstSlot(from);
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firstSlot(from + middle) - first <= limit) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  @Override
  public void show(int from, int count) {
    builder.build(from, count);
    rows = count;
    slots = builder.slots();
    values = builder.values();
  }

  /// The levels of the rows that are shown.
  LevelBuilder levels() {
    return builder;
  }

  @Override
  public int spans() {
    return builder.spans();
  }

  @Override
  public Slots span(int index) {
    builder.show(index, span);
    return span;
  }

  @Override
  public MemorySegment definitions() {
    return builder.definitions();
  }

  @Override
  public MemorySegment repetitions() {
    return builder.repetitions();
  }

  @Override
  public void close() {
    builder.close();
  }
}
