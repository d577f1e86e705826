package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// One column of a random file: how often it is null, and how its values repeat. Some repeat until
/// far into the file and then no more, so that a dictionary is given up late.
final class RandomColumn {
  private static final int[] POOL_SIZES = {1, 2, 3, 9, 40, 300, 5000};
  private static final int[] TURNS = {0, 50, 5_000, 9_000, 20_000, Integer.MAX_VALUE};
  private static final double[] NULLS = {0, 0, 0.01, 0.5, 0.97, 1};

  private final ArrowField field;
  private final RandomGenerator random;
  private final RandomValues values;
  private final List<Object> pool = new ArrayList<>();
  private final int poolSize;
  private final int turn;
  private final double runs;
  private final double nulls;
  private @Nullable Object last;
  private int made;

  RandomColumn(ArrowField field, RandomGenerator random) {
    this.field = field;
    this.random = random;
    this.values = new RandomValues(random);
    this.poolSize = POOL_SIZES[random.nextInt(POOL_SIZES.length)];
    this.turn = TURNS[random.nextInt(TURNS.length)];
    this.runs = random.nextInt(3) == 0 ? 0.95 : 0;
    this.nulls = nulls();
  }

  private double nulls() {
    if (RandomValues.untyped(field)) {
      return 1;
    }
    return field.nullable() ? NULLS[random.nextInt(NULLS.length)] : 0;
  }

  /// The next values of the column.
  ///
  /// @param length how many
  ColumnValues next(int length) {
    List<@Nullable Object> slots = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      slots.add(missing() ? null : value());
    }
    return new ColumnValues(field, slots);
  }

  private boolean missing() {
    return nulls > 0 && (nulls == 1 || random.nextInt(1000) < nulls * 1000);
  }

  private Object value() {
    Object before = last;
    if (before != null && runs > 0 && random.nextInt(1000) < runs * 1000) {
      return before;
    }
    Object value;
    if (made++ >= turn) {
      value = values.of(field);
    } else if (pool.size() < poolSize) {
      value = values.of(field);
      pool.add(value);
    } else {
      value = pool.get(random.nextInt(poolSize));
    }
    last = value;
    return value;
  }
}
