package dev.frazil.fuzz;

import dev.frazil.engine.arrow.ArrowField;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Random files: few wide ones and many small ones, under limits of every size.
final class RandomFiles {
  private static final int DEPTH = 4;

  private RandomFiles() {}

  /// The next file of a generator.
  ///
  /// @param random every choice, so that equal generators yield equal files
  /// @return the file
  static FileCase next(RandomGenerator random) {
    boolean tall = random.nextInt(20) == 0;
    List<ArrowField> fields =
        new RandomTypes(random, DEPTH).fields(tall ? random.nextInt(1, 3) : random.nextInt(1, 9));
    List<RandomColumn> columns =
        fields.stream().map(field -> new RandomColumn(field, random)).toList();
    List<BatchData> batches = new ArrayList<>();
    int count = random.nextInt(5);
    int rows = 0;
    for (int i = 0; i < count; i++) {
      BatchData batch = batch(columns, rows(random, tall), random);
      rows += batch.values().rowCount();
      batches.add(batch);
    }
    return new FileCase(fields, batches, new RandomOptions(random).options(fields, rows));
  }

  /// A batch of a few rows.
  ///
  /// @param random every choice
  /// @return the batch, at least one column wide
  static BatchData smallBatch(RandomGenerator random) {
    List<ArrowField> fields = new RandomTypes(random, DEPTH).fields(random.nextInt(1, 5));
    List<RandomColumn> columns =
        fields.stream().map(field -> new RandomColumn(field, random)).toList();
    return batch(columns, random.nextInt(40), random);
  }

  private static int rows(RandomGenerator random, boolean tall) {
    if (tall) {
      return random.nextInt(25_000);
    }
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> 1;
      case 2 -> random.nextInt(2_000);
      default -> random.nextInt(1, 80);
    };
  }

  private static BatchData batch(List<RandomColumn> columns, int rows, RandomGenerator random) {
    return BatchData.of(
        new BatchValues(columns.stream().map(column -> column.next(rows)).toList(), rows), random);
  }
}
