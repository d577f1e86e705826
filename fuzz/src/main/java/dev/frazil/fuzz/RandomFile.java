package dev.frazil.fuzz;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.file.WriterOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// A random file: its columns, its batches and the limits it is written under.
///
/// @param fields the columns
/// @param batches batches of these columns, perhaps none
/// @param options limits and codec
record RandomFile(List<ArrowField> fields, List<BatchSlots> batches, WriterOptions options) {
  private static final int[] DICTIONARY_BYTES = {1, 20, 300, 5_000, 2 << 20};
  private static final int[] PAGE_BYTES = {1, 30, 1_000, 40_000, 1 << 20};
  private static final int[] PAGE_ROWS = {1, 2, 7, 8, 9, 100, 1_000, 20_000};
  private static final int[] GROUP_ROWS = {1, 3, 64, 1_000, 10_000, 1 << 20};
  private static final long[] GROUP_BYTES = {1, 2_000, 100_000, 128 << 20};
  private static final int[] ZSTD_LEVELS = {-3, 1, 3, 9};

  /// The next file of a generator.
  ///
  /// @param random every choice, so that equal generators yield equal files
  /// @return the file
  static RandomFile next(RandomGenerator random) {
    boolean tall = random.nextInt(20) == 0;
    List<ArrowField> fields =
        new RandomTypes(random).fields(tall ? random.nextInt(1, 3) : random.nextInt(1, 9));
    List<RandomColumn> columns =
        fields.stream().map(field -> new RandomColumn(field, random)).toList();
    List<BatchSlots> batches = new ArrayList<>();
    int count = random.nextInt(5);
    int rows = 0;
    for (int i = 0; i < count; i++) {
      BatchSlots batch = batch(columns, rows(random, tall), random);
      rows += batch.rowCount();
      batches.add(batch);
    }
    return new RandomFile(fields, batches, options(random, rows));
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

  private static BatchSlots batch(List<RandomColumn> columns, int rows, RandomGenerator random) {
    int offset = random.nextInt(3) == 0 ? random.nextInt(20) : 0;
    List<ArraySlots> arrays = new ArrayList<>();
    for (RandomColumn column : columns) {
      int tail = random.nextInt(4) == 0 ? random.nextInt(20) : 0;
      arrays.add(column.next(offset + rows + tail));
    }
    return new BatchSlots(arrays, offset, rows);
  }

  private static WriterOptions options(RandomGenerator random, int rows) {
    boolean many = rows > 2_500;
    int groups = Math.max(1, rows / 60);
    return new WriterOptions(
        codec(random),
        random.nextInt(4) > 0,
        DICTIONARY_BYTES[random.nextInt(DICTIONARY_BYTES.length)],
        Math.max(many ? 200 : 1, PAGE_BYTES[random.nextInt(PAGE_BYTES.length)]),
        Math.max(many ? 50 : 1, PAGE_ROWS[random.nextInt(PAGE_ROWS.length)]),
        Math.max(many ? 20_000 : 1, GROUP_BYTES[random.nextInt(GROUP_BYTES.length)]),
        Math.max(groups, GROUP_ROWS[random.nextInt(GROUP_ROWS.length)]),
        random.nextBoolean() ? Map.of() : Map.of("key", "value", "empty", ""),
        Map.of());
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
