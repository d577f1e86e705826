package dev.frazil.encoders.internal.levels;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.Nesting;
import java.lang.foreign.MemorySegment;

/// Rows of a leaf right below the root, a slot each.
public final class FlatRows extends LeafRows {
  private final LeafColumn column;
  private final Slots span = new Slots();
  private Nesting nesting = new Nesting.Required(0);

  FlatRows(LeafColumn column) {
    this.column = column;
  }

  @Override
  public void over(Nesting nesting) {
    boolean optional = nesting instanceof Nesting.Optional;
    if (nesting instanceof Nesting.Nested || optional != column.optional()) {
      throw new IllegalArgumentException(
          "nesting: %s: expected %s rows, got %s"
              .formatted(
                  column.displayName(), column.optional() ? "optional" : "required", nesting));
    }
    this.nesting = nesting;
  }

  @Override
  public long firstSlot(int row) {
    return row;
  }

  @Override
  public int rowsWithin(int from, int count, long limit) {
    return (int) Math.min(count, limit);
  }

  @Override
  public void show(int from, int count) {
    span.of(nesting, from, count);
    rows = count;
    slots = count;
    values = span.valid();
  }

  @Override
  public int spans() {
    return 1;
  }

  @Override
  public Slots span(int index) {
    return span;
  }

  @Override
  public MemorySegment definitions() {
    return MemorySegment.NULL;
  }

  @Override
  public MemorySegment repetitions() {
    return MemorySegment.NULL;
  }

  @Override
  public void close() {}
}
