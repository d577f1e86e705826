package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
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
    this.nulls = field.nullable() ? NULLS[random.nextInt(NULLS.length)] : 0;
  }

  /// The next slots of the column.
  ///
  /// @param length `length` of the array
  /// @return the array, perhaps with garbage in front
  ArraySlots next(int length) {
    int offset = random.nextBoolean() ? 0 : random.nextInt(1, 20);
    ArrowType.Int index = field.indexType();
    if (index == null) {
      return new ArraySlots(field, slots(offset, length, nulls), offset, null);
    }
    ArraySlots dictionary = dictionary(largest(index));
    List<@Nullable Object> slots = new ArrayList<>(offset + length);
    for (int i = 0; i < offset + length; i++) {
      boolean none = i < offset || dictionary.length() == 0 || missing(nulls);
      slots.add(none ? null : (Object) (long) random.nextInt(dictionary.length()));
    }
    if (dictionary.length() == 0 && !field.nullable() && length > 0) {
      return next(length);
    }
    return new ArraySlots(field, slots, offset, dictionary);
  }

  private ArraySlots dictionary(int largest) {
    int offset = random.nextInt(3) == 0 ? random.nextInt(1, 10) : 0;
    int length = random.nextInt(8) == 0 ? random.nextInt(2) : random.nextInt(1, 40);
    if (random.nextInt(6) == 0) {
      length = 1 + Math.min(largest, random.nextInt(300));
    }
    ArrowField entries = new ArrowField(field.name(), field.type(), true);
    double missing = field.nullable() && random.nextInt(3) == 0 ? 0.2 : 0;
    return new ArraySlots(entries, slots(offset, length, missing), offset, null);
  }

  private static int largest(ArrowType.Int index) {
    int bits = index.signed() ? index.bitWidth() - 1 : index.bitWidth();
    return bits >= 31 ? Integer.MAX_VALUE : (1 << bits) - 1;
  }

  private List<@Nullable Object> slots(int offset, int length, double missing) {
    List<@Nullable Object> slots = new ArrayList<>(offset + length);
    for (int i = 0; i < offset + length; i++) {
      slots.add(i < offset || missing(missing) ? null : value());
    }
    return slots;
  }

  private boolean missing(double share) {
    return share > 0 && (share == 1 || random.nextInt(1000) < share * 1000);
  }

  private Object value() {
    Object before = last;
    if (before != null && runs > 0 && random.nextInt(1000) < runs * 1000) {
      return before;
    }
    Object value;
    if (made++ >= turn) {
      value = values.of(field.type());
    } else if (pool.size() < poolSize) {
      value = values.of(field.type());
      pool.add(value);
    } else {
      value = pool.get(random.nextInt(poolSize));
    }
    last = value;
    return value;
  }
}
