package dev.frazil.fuzz;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.file.WriterOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Random files: few wide ones and many small ones, under limits of every size.
final class RandomFiles {
  private static final int DEPTH = 4;
  private static final int[] DICTIONARY_BYTES = {1, 20, 300, 5_000, 2 << 20};
  private static final int[] PAGE_BYTES = {1, 30, 1_000, 40_000, 1 << 20};
  private static final int[] PAGE_ROWS = {1, 2, 7, 8, 9, 100, 1_000, 20_000};
  private static final int[] GROUP_ROWS = {1, 3, 64, 1_000, 10_000, 1 << 20};
  private static final long[] GROUP_BYTES = {1, 2_000, 100_000, 128 << 20};
  private static final int[] ZSTD_LEVELS = {-3, 1, 3, 9};

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
    return new FileCase(fields, batches, options(random, rows));
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

  /// Tiny limits only where they do not make thousands of pages.
  private static WriterOptions options(RandomGenerator random, int rows) {
    int least = Math.max(1, rows / 300);
    return WriterOptions.builder()
        .compression(codec(random))
        .dictionary(random.nextInt(4) > 0)
        .dictionaryMaxBytes(DICTIONARY_BYTES[random.nextInt(DICTIONARY_BYTES.length)])
        .pageTargetBytes(Math.max(least, PAGE_BYTES[random.nextInt(PAGE_BYTES.length)]))
        .pageTargetRows(Math.max(least, PAGE_ROWS[random.nextInt(PAGE_ROWS.length)]))
        .rowGroupTargetBytes(
            Math.max(20L * least - 19, GROUP_BYTES[random.nextInt(GROUP_BYTES.length)]))
        .rowGroupTargetRows(Math.max(5 * least - 4, GROUP_ROWS[random.nextInt(GROUP_ROWS.length)]))
        .keyValueMetadata(random.nextBoolean() ? Map.of() : Map.of("key", "value", "empty", ""))
        .build();
  }

  private static CompressionPolicy codec(RandomGenerator random) {
    return switch (random.nextInt(3)) {
      case 0 -> CompressionPolicy.UNCOMPRESSED;
      case 1 -> CompressionPolicy.SNAPPY;
      default ->
          new CompressionPolicy(
              CompressionPolicy.Codec.ZSTD, ZSTD_LEVELS[random.nextInt(ZSTD_LEVELS.length)]);
    };
  }
}
