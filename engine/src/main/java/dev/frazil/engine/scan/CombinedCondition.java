package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowColumn;
import java.util.List;

/// Rows that meet all of some conditions, or one of them.
final class CombinedCondition implements RowCondition {
  private final List<RowCondition> conditions;
  private final boolean all;
  private long[] next = new long[0];

  private CombinedCondition(List<RowCondition> conditions, boolean all) {
    this.conditions = conditions;
    this.all = all;
  }

  static CombinedCondition of(List<BoundFilter> filters, boolean all) {
    return new CombinedCondition(filters.stream().map(RowCondition::of).toList(), all);
  }

  @Override
  public void evaluate(List<ArrowColumn> columns, int rows, long[] mask) {
    next = Masks.atLeast(next, rows);
    conditions.getFirst().evaluate(columns, rows, mask);
    for (int i = 1; i < conditions.size() && !isDecided(mask, rows); i++) {
      conditions.get(i).evaluate(columns, rows, next);
      if (all) {
        Masks.and(mask, next, rows);
      } else {
        Masks.or(mask, next, rows);
      }
    }
  }

  /// Whether no further condition can change the mask.
  private boolean isDecided(long[] mask, int rows) {
    return Masks.count(mask, rows) == (all ? 0 : rows);
  }

  @Override
  public void close() {
    conditions.forEach(RowCondition::close);
  }
}
