package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowColumn;
import java.util.List;

/// All rows, or none.
///
/// @param value whether all
record ConstantCondition(boolean value) implements RowCondition {
  @Override
  public void evaluate(List<ArrowColumn> columns, int rows, long[] mask) {
    if (value) {
      Masks.fill(mask, rows);
    } else {
      Masks.clear(mask, rows);
    }
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
