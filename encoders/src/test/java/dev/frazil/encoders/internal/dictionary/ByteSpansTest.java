package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.levels.Slots;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class ByteSpansTest {
  private static final long GIB = 1L << 30;

  /// Offsets of 64 bits; only they are looked at.
  private static LeafValues.Binary batch(Arena arena, long... offsets) {
    MemorySegment segment = arena.allocate(8L * offsets.length);
    for (int i = 0; i < offsets.length; i++) {
      segment.set(LONG, 8L * i, offsets[i]);
    }
    return new LeafValues.Binary(segment, 8, MemorySegment.NULL, 0);
  }

  private static void assertSpan(ByteSpans spans, int value, long start, long end) {
    assertEquals(start, spans.start(value));
    assertEquals(end, spans.end(value));
    assertEquals(end - start, spans.length(value));
  }

  @Test
  void tileEndsWhereItsOffsetsNeedMoreThan32Bits() {
    try (Arena arena = Arena.ofConfined();
        ByteSpans spans = new ByteSpans()) {
      LeafValues.Binary batch = batch(arena, 7, 7 + GIB, 7 + 2 * GIB, 7 + 3 * GIB, 12 + 3 * GIB);
      Slots slots = new Slots();
      slots.all(0, 4);
      int row = 0;
      while (row < 4) {
        int taken = spans.of(batch, slots, row, 4 - row);
        assertEquals(taken, spans.count());
        assertTrue(taken > 0);
        for (int i = 0; i < taken; i++) {
          long start = 7 + (row + i) * GIB;
          assertSpan(spans, i, start, row + i == 3 ? start + 5 : start + GIB);
        }
        row += taken;
      }
      assertEquals(4, row);
    }
  }

  @Test
  void entriesOfADictionaryMayLieAnywhere() {
    try (Arena arena = Arena.ofConfined();
        ByteSpans spans = new ByteSpans()) {
      LeafValues.Binary entries = batch(arena, 1, 4, 4 + 3 * GIB, 9 + 3 * GIB);
      MemorySegment numbers = arena.allocate(16);
      int[] used = {2, 2, 0, 2};
      for (int i = 0; i < used.length; i++) {
        numbers.set(INT, 4L * i, used[i]);
      }
      assertEquals(2, spans.of(entries, numbers, 0, 4));
      assertSpan(spans, 1, 4 + 3 * GIB, 9 + 3 * GIB);
      assertEquals(10, spans.bytes());
      assertEquals(1, spans.of(entries, numbers, 2, 2));
      assertSpan(spans, 0, 1, 4);
      assertEquals(1, spans.of(entries, numbers, 3, 1));
      assertSpan(spans, 0, 4 + 3 * GIB, 9 + 3 * GIB);
    }
  }

  @Test
  void longestIsAtMostThePowerOfTwoThatHoldsIt() {
    try (Arena arena = Arena.ofConfined();
        ByteSpans spans = new ByteSpans()) {
      Slots slots = new Slots();
      slots.all(0, 3);
      spans.of(batch(arena, 5, 5, 21, 30), slots, 0, 3);
      assertEquals(16, spans.longest());
      spans.of(batch(arena, 5, 5, 5, 5), slots, 0, 3);
      assertEquals(1, spans.longest());
    }
  }

  @Test
  void valuesOfOneWidthLieBackToBack() {
    try (ByteSpans spans = new ByteSpans()) {
      assertEquals(ByteSpans.MOST, spans.of(5 * GIB, 16, 1_000));
      assertSpan(spans, 255, 5 * GIB + 255 * 16, 5 * GIB + 256 * 16);
      assertEquals(1, spans.of(0, Integer.MAX_VALUE, 1_000));
      assertEquals(Integer.MAX_VALUE, spans.length(0));
    }
  }
}
