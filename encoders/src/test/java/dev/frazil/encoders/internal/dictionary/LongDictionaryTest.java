package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
  @ValueSource(ints = {4, 8})
  void codesAreInOrderOfFirstSightWhateverTheRange(int width) {
    long seed = 0xd1c7L + width;
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      try (Arena arena = Arena.ofConfined();
          LongDictionary dictionary = new LongDictionary(width, 1 << 20)) {
        Map<Long, Integer> expected = new HashMap<>();
        for (int batch = 0; batch < 5; batch++) {
          long base = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(1_000);
          int bound = 1 << random.nextInt(1, 31);
          long[] values =
              random.longs(random.nextInt(1, 3_000), 0, bound).map(v -> (int) (base + v)).toArray();
          MemorySegment codes = arena.allocate(2L * values.length);
          assertTrue(index(dictionary, width, values, codes));
          for (int i = 0; i < values.length; i++) {
            int next = expected.size();
            int code = expected.computeIfAbsent(values[i], _ -> next);
            String label = "seed " + seed + ", round " + round + ", batch " + batch + ", " + i;
            assertEquals((short) code, codes.get(SHORT, 2L * i), label);
            long entry =
                width == 4
                    ? dictionary.entries().segment().get(INT, 4L * code)
                    : dictionary.entries().segment().get(LONG, 8L * code);
            assertEquals(values[i], entry, label);
          }
        }
        assertEquals(expected.size(), dictionary.size());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1_000_003})
  void takesAsManyEntriesAsCodesHaveAndNoMore(long step) {
    try (Arena arena = Arena.ofConfined();
        LongDictionary dictionary = new LongDictionary(8, 1 << 20)) {
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

  @Test
  void isFullAtItsBytes() {
    try (Arena arena = Arena.ofConfined();
        LongDictionary dictionary = new LongDictionary(8, 24)) {
      MemorySegment codes = arena.allocate(64);
      assertTrue(index(dictionary, 8, new long[] {7, 8, 9, 7}, codes));
      assertFalse(index(dictionary, 8, new long[] {10}, codes));
      dictionary.reset();
      assertTrue(index(dictionary, 8, new long[] {10}, codes));
      assertEquals(0, codes.get(SHORT, 0));
    }
  }
}
