package dev.frazil.encoders.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.encoders.internal.levels.ValidRuns;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BitmapsTest {
  private static final int SLACK = 16;

  private static MemorySegment native0(Arena arena, BitSet bits, int size) {
    byte[] bytes = new byte[(size + 7) >>> 3];
    byte[] set = bits.toByteArray();
    System.arraycopy(set, 0, bytes, 0, Math.min(set.length, bytes.length));
    MemorySegment segment = arena.allocate(bytes.length);
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return segment;
  }

  private static BitSet random(Random random, int size) {
    BitSet bits = new BitSet(size);
    int density = random.nextInt(0, 101);
    for (int i = 0; i < size; i++) {
      bits.set(i, random.nextInt(100) < density);
    }
    return bits;
  }

  @Test
  void kernelsAgreeWithBitSetAtEveryOffset() {
    long seed = 0xb17;
    Random random = new Random(seed);
    for (int round = 0; round < 3_000; round++) {
      String label = "seed " + seed + ", round " + round;
      int size = random.nextInt(1, 400);
      BitSet bits = random(random, size);
      int from = random.nextInt(size);
      int count = random.nextInt(size - from + 1);
      BitSet range = bits.get(from, from + count);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = native0(arena, bits, size);
        assertEquals(range.cardinality(), Bitmaps.ones(segment, from, count), label);
        assertCopied(arena, segment, from, count, range, random, label);
        assertRuns(segment, from, count, range, label);
        assertHolding(segment, from, count, range, random.nextInt(count + 1), label);
      }
    }
  }

  private static void assertCopied(
      Arena arena,
      MemorySegment segment,
      int from,
      int count,
      BitSet range,
      Random random,
      String label) {
    int to = random.nextInt(70);
    BitSet before = random(random, to);
    MemorySegment target = arena.allocate(((to + count + 7) >>> 3) + SLACK);
    byte[] head = before.toByteArray();
    MemorySegment.copy(head, 0, target, ValueLayout.JAVA_BYTE, 0, head.length);
    Bitmaps.copy(segment, from, target, to, count);
    BitSet result = BitSet.valueOf(target.toArray(ValueLayout.JAVA_BYTE));
    assertEquals(before, result.get(0, to), label);
    assertEquals(range, result.get(to, to + count), label);
  }

  private static void assertRuns(
      MemorySegment segment, int from, int count, BitSet range, String label) {
    ValidRuns runs = new ValidRuns();
    runs.over(segment, from, count);
    BitSet seen = new BitSet();
    int last = -1;
    while (runs.next()) {
      assertEquals(true, runs.start() > last && runs.end() > runs.start(), label);
      seen.set(runs.start(), runs.end());
      last = runs.end();
    }
    assertEquals(range, seen, label);
  }

  private static void assertHolding(
      MemorySegment segment, int from, int count, BitSet range, int limit, String label) {
    int rows = 0;
    int ones = 0;
    while (rows < count && ones + (range.get(rows) ? 1 : 0) <= limit) {
      ones += range.get(rows++) ? 1 : 0;
    }
    assertEquals(rows, Bitmaps.rowsHolding(segment, from, count, limit), label);
  }

  @Test
  void fillKeepsTheBitsBelow() {
    for (int to = 0; to < 20; to++) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment target = arena.allocate(64);
        Bitmaps.fill(target, to, 150);
        BitSet result = BitSet.valueOf(target.toArray(ValueLayout.JAVA_BYTE));
        assertEquals(to, result.nextSetBit(0));
        assertEquals(150, result.get(to, to + 150).cardinality());
      }
    }
  }
}
