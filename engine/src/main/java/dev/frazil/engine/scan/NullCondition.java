package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowColumn;
import java.util.List;

/// Rows without a value in a column, or with one.
final class NullCondition implements RowCondition {
  private final FilterColumn column;
  private final boolean isNull;
  private final ValidRows valid = new ValidRows();

  NullCondition(FilterColumn column, boolean isNull) {
    this.column = column;
    this.isNull = isNull;
  }

  @Override
  public void evaluate(List<ArrowColumn> columns, int rows, long[] mask) {
    valid.locate(column, columns, rows);
    System.arraycopy(valid.words(), 0, mask, 0, Masks.words(rows));
    if (isNull) {
      Masks.flip(mask, rows);
    }
  }

  @Override
  public void close() {
    // Holds no native memory.
  }
}
