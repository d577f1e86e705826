package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LongDictionaryTest {
  private static boolean index(
      LongDictionary dictionary, int width, long[] values, MemorySegment codes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate((long) width * values.length);
      for (int i = 0; i < values.length; i++) {
        if (width == 4) {
          segment.set(INT, 4L * i, (int) values[i]);
        } else {
          segment.set(LONG, 8L * i, values[i]);
        }
      }
      return dictionary.index(segment, 0, values.length, codes, 0);
    }
  }

  @ParameterizedTest
  @CsvSource({"4, false", "4, true", "8, false", "8, true"})
  void codesAreInOrderOfFirstSightWhateverTheRange(int width, boolean floating) {
    long seed = 0xd1c7L + width;
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      List<long[]> batches = new ArrayList<>();
      for (int batch = 0; batch < 5; batch++) {
        long base = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(1_000);
        int bound = 1 << random.nextInt(1, 31);
        batches.add(
            random.longs(random.nextInt(1, 3_000), 0, bound).map(v -> (int) (base + v)).toArray());
      }
      assertCodes("seed " + seed + ", round " + round, width, floating, batches);
    }
  }

  @Test
  void codesOfWholeStepsAreInOrderOfFirstSight() {
    long seed = 0x57e9;
    Random random = new Random(seed);
    long[] steps = {1, 3, 60, 1_000, 1_000_000, 86_400_000_000L, 7L << 40};
    for (int round = 0; round < 80; round++) {
      long step = steps[random.nextInt(steps.length)];
      long base = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt();
      int bound = 1 << random.nextInt(1, 15);
      List<long[]> batches = new ArrayList<>();
      for (int batch = 0; batch < 4; batch++) {
        long from = base + (random.nextInt(3) - 1) * step * bound;
        long[] values = new long[random.nextInt(1, 3_000)];
        for (int i = 0; i < values.length; i++) {
          values[i] = from + random.nextInt(bound) * step;
        }
        if (random.nextInt(4) == 0) {
          values[random.nextInt(values.length)] =
              random.nextInt(2) == 0 ? base + 1 : Long.MIN_VALUE;
        }
        batches.add(values);
      }
      assertCodes("seed " + seed + ", round " + round, 8, false, batches);
    }
  }

  @Test
  void codesOfDecimalsAreInOrderOfFirstSight() {
    long seed = 0xdec1;
    Random random = new Random(seed);
    double[] scales = {1, 2, 3, 10, 100, 1_000, 10_000, 1e6};
    double[] odd = {
      0.0, -0.0, 0.5, -0.5, 1.5, Double.NaN, Double.POSITIVE_INFINITY, -1e300, Double.MIN_VALUE
    };
    for (int round = 0; round < 120; round++) {
      double scale = scales[random.nextInt(scales.length)];
      int from = random.nextInt(3) == 0 ? random.nextInt() : -random.nextInt(500);
      int bound = 1 << random.nextInt(1, 15);
      List<long[]> batches = new ArrayList<>();
      for (int batch = 0; batch < 4; batch++) {
        int start = from + (random.nextInt(3) - 1) * bound;
        long[] values = new long[random.nextInt(1, 3_000)];
        for (int i = 0; i < values.length; i++) {
          values[i] = Double.doubleToRawLongBits((start + random.nextInt(bound)) / scale);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
          values[random.nextInt(values.length)] =
              Double.doubleToRawLongBits(odd[random.nextInt(odd.length)]);
        }
        batches.add(values);
      }
      assertCodes("seed " + seed + ", round " + round, 8, true, batches);
    }
  }

  @Test
  void anEntryJustBelowTheEdgeOfATableThatGrowsDownwardsIsKept() {
    long[] first = new long[200];
    first[1] = Double.doubleToRawLongBits(Math.nextDown(1.5));
    long[] second = {Double.doubleToRawLongBits(-1021.0)};
    assertCodes("half", 8, true, List.of(first, second, first));
  }

  @ParameterizedTest
  @CsvSource({"4, 1", "4, -1", "8, 1000", "8, -7"})
  void valuesMayRiseOrFallOneByOne(int width, long step) {
    List<long[]> batches = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      batches.add(new long[] {i * step});
    }
    assertCodes("step " + step, width, false, batches);
    long edge = width == 4 ? Integer.MAX_VALUE : Long.MAX_VALUE;
    assertCodes(
        "edge",
        width,
        false,
        List.of(new long[] {edge - 1}, new long[] {edge}, new long[] {-edge - 1}));
  }

  /// Numbers the values of a batch by a map, and compares codes and entries.
  private static void assertBatch(
      String label,
      LongDictionary dictionary,
      int width,
      long[] values,
      Map<Long, Integer> expected) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment codes = arena.allocate(2L * values.length);
      assertTrue(index(dictionary, width, values, codes), label);
      for (int i = 0; i < values.length; i++) {
        int next = expected.size();
        int code = expected.computeIfAbsent(values[i], _ -> next);
        assertEquals((short) code, codes.get(SHORT, 2L * i), label);
        long entry =
            width == 4
                ? dictionary.entries().segment().get(INT, 4L * code)
                : dictionary.entries().segment().get(LONG, 8L * code);
        assertEquals(values[i], entry, label);
      }
    }
  }

  private static void assertCodes(String label, int width, boolean floating, List<long[]> batches) {
    try (LongDictionary dictionary =
        new LongDictionary(width, floating, 1 << 20, new CodeTables())) {
      for (int chunk = 0; chunk < 2; chunk++) {
        Map<Long, Integer> expected = new HashMap<>();
        for (long[] values : batches) {
          assertBatch(label, dictionary, width, values, expected);
        }
        assertEquals(expected.size(), dictionary.size(), label);
        dictionary.reset();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1_000_003})
  void takesAsManyEntriesAsCodesHaveAndNoMore(long step) {
    try (Arena arena = Arena.ofConfined();
        LongDictionary dictionary = new LongDictionary(8, false, 1 << 20, new CodeTables())) {
      long[] values = new long[65_536];
      for (int i = 0; i < values.length; i++) {
        values[i] = i * step;
      }
      MemorySegment codes = arena.allocate(2L * values.length);
      assertTrue(index(dictionary, 8, values, codes));
      assertEquals((short) 65_535, codes.get(SHORT, 2L * 65_535));
      assertTrue(index(dictionary, 8, new long[] {step}, codes));
      assertFalse(index(dictionary, 8, new long[] {-1}, codes));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void chunksOfAnySizeFollowEachOther(int width) {
    long seed = 0xc4a7L + width;
    Random random = new Random(seed);
    int[] sizes = {20_000, 10, 10, 16, 17, 300, 40_000, 3, 5_000, 5_000, 65_536, 1, 1, 1, 65_536};
    try (LongDictionary dictionary = new LongDictionary(width, false, 1 << 20, new CodeTables());
        Arena arena = Arena.ofConfined()) {
      for (int size : sizes) {
        long[] values = random.longs().map(v -> (int) v).distinct().limit(size).toArray();
        MemorySegment codes = arena.allocate(2L * size);
        for (int again = 0; again < 2; again++) {
          String message = "seed " + seed + ", chunk of " + size;
          assertTrue(index(dictionary, width, values, codes), message);
          assertEquals(size, dictionary.size(), message);
          for (int i = 0; i < size; i++) {
            assertEquals(i, codes.get(SHORT, 2L * i) & 0xffff, message);
          }
        }
        dictionary.reset();
      }
    }
  }

  /// Batches of several columns come in turns: each finds the tables that others have used.
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 700_000_001})
  void dictionariesWithTheSameTablesDoNotDisturbEachOther(int step) {
    long seed = 0x7ab1e5L + step;
    Random random = new Random(seed);
    CodeTables tables = new CodeTables();
    try (LongDictionary ints = new LongDictionary(4, false, 1 << 20, tables);
        LongDictionary longs = new LongDictionary(8, false, 1 << 20, tables);
        LongDictionary doubles = new LongDictionary(8, true, 1 << 20, tables)) {
      for (int chunk = 0; chunk < 4; chunk++) {
        List<Map<Long, Integer>> expected =
            List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());
        for (int batch = 0; batch <= 3 * chunk; batch++) {
          int bound = 1 << random.nextInt(1, 16);
          long[] numbers = random.longs(random.nextInt(1, 2_000), 0, bound).toArray();
          long[] cents = numbers.clone();
          for (int i = 0; i < numbers.length; i++) {
            cents[i] = Double.doubleToRawLongBits(numbers[i] * (double) step / 100);
            numbers[i] = (int) (numbers[i] * step);
          }
          String label = "seed " + seed + ", chunk " + chunk + ", batch " + batch;
          assertBatch(label, ints, 4, numbers, expected.get(0));
          assertBatch(label, longs, 8, numbers, expected.get(1));
          assertBatch(label, doubles, 8, cents, expected.get(2));
        }
        List.of(ints, longs, doubles).forEach(LongDictionary::reset);
      }
    }
  }

  /// Any of several threads takes the next batch of a column, with tables that are as the column
  /// left them some batches or a chunk before.
  @ParameterizedTest
  @ValueSource(longs = {1, 0x9e37_79b9_7f4a_7c15L})
  void tablesOfAnotherThreadMayBeOlderThanTheDictionary(long factor) {
    long seed = 0x01dL;
    Random random = new Random(seed);
    List<CodeTables> threads = List.of(new CodeTables(), new CodeTables());
    List<CodeTables> lent = List.of(new CodeTables(), new CodeTables());
    try (LongDictionary first = new LongDictionary(8, false, 1 << 20, lent.getFirst());
        LongDictionary second = new LongDictionary(8, false, 1 << 20, lent.getLast())) {
      List<LongDictionary> columns = List.of(first, second);
      for (int chunk = 0; chunk < 40; chunk++) {
        List<Map<Long, Integer>> expected = List.of(new HashMap<>(), new HashMap<>());
        int bound = 1 << random.nextInt(1, 12);
        for (int batch = 0; batch < 8; batch++) {
          long[] numbers = random.longs(random.nextInt(1, 2_000), 0, bound).toArray();
          Arrays.setAll(numbers, i -> numbers[i] * factor);
          int column = random.nextInt(2);
          CodeTables thread = threads.get(random.nextInt(2));
          String label = "seed " + seed + ", chunk " + chunk + ", batch " + batch;
          lent.get(column).exchange(thread);
          assertBatch(label, columns.get(column), 8, numbers, expected.get(column));
          lent.get(column).exchange(thread);
        }
        columns.forEach(LongDictionary::reset);
      }
    }
  }

  @Test
  void isFullAtItsBytes() {
    try (Arena arena = Arena.ofConfined();
        LongDictionary dictionary = new LongDictionary(8, false, 24, new CodeTables())) {
      MemorySegment codes = arena.allocate(64);
      assertTrue(index(dictionary, 8, new long[] {7, 8, 9, 7}, codes));
      assertFalse(index(dictionary, 8, new long[] {10}, codes));
      dictionary.reset();
      assertTrue(index(dictionary, 8, new long[] {10}, codes));
      assertEquals(0, codes.get(SHORT, 0));
    }
  }
}
