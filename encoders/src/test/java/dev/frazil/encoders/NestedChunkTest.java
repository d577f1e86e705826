package dev.frazil.encoders;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NestedChunkTest {
  private static final List<NestedTrial.Kind> KINDS = List.of(NestedTrial.Kind.values());

  private static LeafColumn column(List<NestedTrial.Kind> path) {
    int lists = (int) path.stream().filter(kind -> kind != NestedTrial.Kind.OPTIONAL).count();
    return new LeafColumn(
        List.of("c"), PhysicalType.INT32, 0, path.size(), lists, ValueOrder.SIGNED);
  }

  @Test
  void randomRowsOfAnyNestingReadBackWithTheirLevels() throws IOException {
    long seed = 0xf0a211;
    Random random = new Random(seed);
    for (int round = 0; round < 400; round++) {
      List<NestedTrial.Kind> path = new ArrayList<>();
      do {
        path.clear();
        int depth = random.nextInt(1, 7);
        for (int i = 0; i < depth; i++) {
          NestedTrial.Kind kind = KINDS.get(random.nextInt(KINDS.size()));
          path.add(kind);
        }
      } while (!column(path).nested());
      EncoderOptions options =
          EncoderOptions.builder()
              .compression(random.nextBoolean() ? CompressionPolicy.SNAPPY : CompressionPolicy.ZSTD)
              .dictionary(random.nextBoolean())
              .dictionaryMaxBytes(random.nextBoolean() ? 2 << 20 : 100)
              .pageVersion(random.nextBoolean() ? PageVersion.V1 : PageVersion.V2)
              .pageTargetRows(random.nextBoolean() ? 20_000 : random.nextInt(1, 20))
              .pageTargetBytes(random.nextBoolean() ? 1 << 20 : random.nextInt(1, 600))
              .pageTargetValues(random.nextBoolean() ? 1 << 20 : random.nextInt(1, 300))
              .build();
      roundTrip(random, path, options, "seed " + seed + ", round " + round + ": " + path);
    }
  }

  /// A dictionary is judged at a number of values that rows of several do not meet exactly.
  @Test
  void judgingADictionaryEndsNoPage() {
    LeafColumn column = column(List.of(NestedTrial.Kind.FIXED_LIST));
    try (EncoderWorkspace workspace = new EncoderWorkspace();
        ColumnChunkEncoder encoder =
            new ColumnChunkEncoder(column, EncoderOptions.DEFAULT, workspace);
        Arena arena = Arena.ofConfined()) {
      NestedTrial trial = new NestedTrial(new Random(1), 0);
      LeafValues leaf = trial.rows(arena, List.of(NestedTrial.Kind.FIXED_LIST), 19_999);
      encoder.append(leaf, new Nesting.Nested(19_999, trial.steps), 0, 19_999);
      EncodedChunk chunk = encoder.finish();
      assertEquals(Encoding.RLE_DICTIONARY, chunk.valueEncoding());
      assertEquals(1, chunk.pages().count());
    }
  }

  private static void roundTrip(
      Random random, List<NestedTrial.Kind> path, EncoderOptions options, String label)
      throws IOException {
    LeafColumn column = column(path);
    List<Integer> definitions = new ArrayList<>();
    List<Integer> repetitions = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    try (EncoderWorkspace workspace = new EncoderWorkspace();
        ColumnChunkEncoder encoder = new ColumnChunkEncoder(column, options, workspace)) {
      int batches = random.nextInt(1, 4);
      for (int batch = 0; batch < batches; batch++) {
        NestedTrial trial = new NestedTrial(random, random.nextInt(3) * 30);
        try (Arena arena = Arena.ofConfined()) {
          int rows = random.nextInt(1, path.size() > 4 ? 20 : 200);
          LeafValues leaf = trial.rows(arena, path, rows);
          int middle = random.nextInt(rows);
          Nesting nesting = new Nesting.Nested(rows, trial.steps);
          encoder.append(leaf, nesting, 0, middle);
          encoder.append(leaf, nesting, middle, rows - middle);
        }
        definitions.addAll(trial.definitionLevels);
        repetitions.addAll(trial.repetitionLevels);
        values.addAll(trial.values);
      }
      EncodedChunk chunk = encoder.finish();
      ChunkTrial.Read read = ChunkTrial.read(column, options, chunk);
      assertEquals(definitions, read.pages().definitionLevels, label);
      if (column.repeated()) {
        assertEquals(repetitions, read.pages().repetitionLevels, label);
      }
      assertEquals(values, read.values(), label);
      requirePages(column, options, chunk.pages(), definitions, repetitions, label);
      LeafStatistics statistics = chunk.statistics();
      assertEquals(values.size(), statistics.valueCount(), label);
      assertEquals(values.stream().filter(Objects::isNull).count(), statistics.nullCount(), label);
      assertArrayEquals(
          histogram(definitions, column.maxDefinitionLevel()),
          statistics.sizes().definitionLevels(),
          label);
      assertArrayEquals(
          histogram(repetitions, column.maxRepetitionLevel()),
          statistics.sizes().repetitionLevels(),
          label);
    }
  }

  /// Pages begin with a row and keep to their limits unless they have one row.
  private static void requirePages(
      LeafColumn column,
      EncoderOptions options,
      EncodedPages pages,
      List<Integer> definitions,
      List<Integer> repetitions,
      String label) {
    int slot = 0;
    long row = 0;
    for (int page = 0; page < pages.count(); page++) {
      int end = slot + pages.slots(page);
      List<Integer> levels = repetitions.subList(slot, end);
      long rows = levels.stream().filter(level -> level == 0).count();
      assertEquals(0, levels.getFirst(), label);
      assertEquals(row, pages.firstRow(page), label);
      long nulls =
          definitions.subList(slot, end).stream()
              .filter(level -> level < column.maxDefinitionLevel())
              .count();
      assertEquals(nulls, pages.nulls(page), label);
      boolean one = rows == 1;
      assertEquals(true, one || pages.slots(page) <= options.pageTargetValues(), label);
      assertEquals(true, one || rows <= options.pageTargetRows(), label);
      row += rows;
      slot = end;
    }
    assertEquals(definitions.size(), slot, label);
  }

  private static long[] histogram(List<Integer> levels, int max) {
    long[] counts = new long[max + 1];
    levels.forEach(level -> counts[level]++);
    return counts;
  }
}
