package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.levels.Slots;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BinaryDictionaryTest {
  private static int index(BinaryDictionary dictionary, String value) {
    byte[] bytes = value.getBytes(UTF_8);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(bytes.length);
      MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
      return dictionary.index(segment, 0, bytes.length);
    }
  }

  @Test
  void equalStringsOfAnyLengthHaveOneCode() {
    long seed = 0x57a6;
    Random random = new Random(seed);
    Map<String, Integer> expected = new HashMap<>();
    try (BinaryDictionary dictionary = new BinaryDictionary(4, 1 << 20)) {
      for (int i = 0; i < 30_000; i++) {
        String value = "ab\0".repeat(random.nextInt(20)) + (char) ('a' + random.nextInt(4));
        String shifted = random.nextBoolean() ? value : value + "\0".repeat(random.nextInt(9));
        int next = expected.size();
        int code = expected.computeIfAbsent(shifted, _ -> next);
        assertEquals(code, index(dictionary, shifted), "seed " + seed + ", value " + i);
      }
      for (Map.Entry<String, Integer> entry : expected.entrySet()) {
        int start = dictionary.start(entry.getValue());
        int length = entry.getKey().length();
        assertEquals(length, dictionary.entries().segment().get(INT, start));
        assertEquals(start + 4 + length, dictionary.end(entry.getValue()));
      }
    }
  }

  @Test
  void growsToAsManyEntriesAsCodesHave() {
    try (BinaryDictionary dictionary = new BinaryDictionary(0, 1 << 20)) {
      for (int i = 0; i < 65_536; i++) {
        assertEquals(i, index(dictionary, "" + i));
      }
      assertEquals(BinaryDictionary.FULL, index(dictionary, "one more"));
      assertEquals(40_000, index(dictionary, "40000"));
    }
  }

  @Test
  void isFullAtItsBytes() {
    try (BinaryDictionary dictionary = new BinaryDictionary(4, 16)) {
      assertEquals(0, index(dictionary, "abcd"));
      assertEquals(BinaryDictionary.FULL, index(dictionary, "abcde"));
      assertEquals(1, index(dictionary, "efgh"));
      assertEquals(BinaryDictionary.FULL, index(dictionary, ""));
      dictionary.reset();
      assertEquals(0, index(dictionary, "abcde"));
    }
  }

  /// Tiles of values of which some are longer than all before, up to the last byte of their memory,
  /// and tiles of none but long ones.
  @Test
  void tilesHaveTheCodesThatTheirValuesHaveOneByOne() {
    long seed = 0x711e;
    Random random = new Random(seed);
    for (int longest : new int[] {3, 7, 8, 15, 16, 31, 32, 33, 64, 65, 200}) {
      Map<String, Integer> expected = new HashMap<>();
      try (BinaryDictionary dictionary =
              new BinaryDictionary(random.nextBoolean() ? 4 : 0, 1 << 24);
          Arena arena = Arena.ofConfined()) {
        for (int tile = 0; tile < 40; tile++) {
          String place = "seed " + seed + ", longest " + longest + ", tile " + tile;
          int shortest = longest > 33 && tile % 4 == 3 ? 33 : 0;
          String[] values = values(random, shortest, tile < 3 ? 2 : longest);
          assertTile(dictionary, arena, expected, values, tile % 2 == 0, place);
        }
        assertEquals(expected.size(), dictionary.size());
      }
    }
  }

  /// Values back to back, behind a slot that is not theirs, with offsets of 64 bits or 32.
  private static LeafValues.Binary batch(Arena arena, String[] values, boolean wide) {
    byte[] bytes = String.join("", values).getBytes(UTF_8);
    MemorySegment data = arena.allocate(bytes.length);
    MemorySegment.copy(bytes, 0, data, ValueLayout.JAVA_BYTE, 0, bytes.length);
    MemorySegment offsets = arena.allocate(8L * values.length + 16);
    int end = 0;
    for (int i = 0; i <= values.length; i++) {
      if (wide) {
        offsets.set(LONG, 8L * i + 8, end);
      } else {
        offsets.set(INT, 4L * i + 4, end);
      }
      end += i < values.length ? values[i].length() : 0;
    }
    return new LeafValues.Binary(offsets, wide ? 8 : 4, data, 1);
  }

  private static Slots all(int count) {
    Slots slots = new Slots();
    slots.all(0, count);
    return slots;
  }

  /// So many entries that they are found by buckets, of strings of one, two and four words and some
  /// that are longer.
  @Test
  void tilesFindTheirValuesAmongManyEntries() {
    long seed = 0xfeed;
    Random random = new Random(seed);
    for (int longest : new int[] {8, 16, 32, 40}) {
      String[] pool = new String[4_000];
      for (int i = 0; i < pool.length; i++) {
        String digits = "%d:%s".formatted(i, "-".repeat(longest));
        pool[i] = digits.substring(0, random.nextInt(5, longest + 1));
      }
      Map<String, Integer> expected = new HashMap<>();
      try (BinaryDictionary dictionary = new BinaryDictionary(4, 1 << 24);
          Arena arena = Arena.ofConfined()) {
        for (int tile = 0; tile < 80; tile++) {
          String[] values = new String[ByteSpans.MOST];
          Arrays.setAll(values, _ -> pool[random.nextInt(pool.length)]);
          String place = "seed " + seed + ", longest " + longest + ", tile " + tile;
          assertTile(dictionary, arena, expected, values, tile % 2 == 0, place);
        }
        assertEquals(expected.size(), dictionary.size());
        dictionary.reset();
        assertTile(dictionary, arena, new HashMap<>(), pool, false, "after a reset");
      }
    }
  }

  private static String[] values(Random random, int shortest, int longest) {
    String[] values = new String[random.nextInt(1, ByteSpans.MOST + 1)];
    for (int i = 0; i < values.length; i++) {
      int length = random.nextInt(shortest, longest + 1);
      values[i] = "x\0".repeat(longest).substring(0, length);
      if (length > 0) {
        int changed = random.nextInt(length);
        values[i] = values[i].substring(0, changed) + "y" + values[i].substring(changed + 1);
      }
    }
    return values;
  }

  private static void assertTile(
      BinaryDictionary dictionary,
      Arena arena,
      Map<String, Integer> expected,
      String[] values,
      boolean wide,
      String place) {
    int count = values.length;
    LeafValues.Binary batch = batch(arena, values, wide);
    MemorySegment codes = arena.allocate(2L * count + 2);
    try (ByteSpans spans = new ByteSpans()) {
      for (int i = 0; i < count; i += spans.count()) {
        spans.of(batch, all(count), i, count - i);
        long to = 2L * i + 2;
        assertEquals(spans.count(), dictionary.index(batch.data(), spans, codes, to), place);
      }
    }
    for (int i = 0; i < count; i++) {
      int next = expected.size();
      int code = expected.computeIfAbsent(values[i], _ -> next);
      assertEquals(code, codes.get(SHORT, 2L * i + 2) & 0xffff, place + ", value " + i);
    }
  }

  @Test
  void tileEndsWhereTheDictionaryIsFull() {
    try (BinaryDictionary dictionary = new BinaryDictionary(4, 3 * 6);
        Arena arena = Arena.ofConfined()) {
      String[] values = {"aa", "bb", "aa", "cc", "dd", "aa", " ".repeat(32)};
      LeafValues.Binary batch = batch(arena, values, false);
      MemorySegment codes = arena.allocate(12);
      try (ByteSpans spans = new ByteSpans()) {
        assertEquals(6, spans.of(batch, all(6), 0, 6));
        assertEquals(4, dictionary.index(batch.data(), spans, codes, 0));
      }
      assertEquals(3, dictionary.size());
      assertEquals(2, codes.get(SHORT, 6));
    }
  }
}
