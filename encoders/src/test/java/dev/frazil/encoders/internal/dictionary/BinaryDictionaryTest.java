package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.SHORT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
          assertTile(dictionary, arena, expected, shortest, tile < 3 ? 2 : longest, random, place);
        }
        assertEquals(expected.size(), dictionary.size());
      }
    }
  }

  private static void assertTile(
      BinaryDictionary dictionary,
      Arena arena,
      Map<String, Integer> expected,
      int shortest,
      int longest,
      Random random,
      String place) {
    int count = random.nextInt(1, 257);
    String[] values = new String[count];
    long[] starts = new long[count];
    int[] lengths = new int[count];
    int bytes = 0;
    int most = 0;
    for (int i = 0; i < count; i++) {
      int length = random.nextInt(shortest, longest + 1);
      values[i] = "x\0".repeat(longest).substring(0, length);
      if (length > 0) {
        int changed = random.nextInt(length);
        values[i] = values[i].substring(0, changed) + "y" + values[i].substring(changed + 1);
      }
      starts[i] = bytes;
      lengths[i] = length;
      most = Math.max(most, length);
      bytes += length;
    }
    MemorySegment data = arena.allocate(bytes);
    MemorySegment.copy(
        String.join("", values).getBytes(UTF_8), 0, data, ValueLayout.JAVA_BYTE, 0, bytes);
    MemorySegment codes = arena.allocate(2L * count + 2);
    assertEquals(count, dictionary.index(data, starts, lengths, count, most, codes, 2), place);
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
      MemorySegment data = arena.allocateFrom("aabbaaccddaa" + " ".repeat(32));
      long[] starts = {0, 2, 4, 6, 8, 10};
      int[] lengths = {2, 2, 2, 2, 2, 2};
      MemorySegment codes = arena.allocate(12);
      assertEquals(4, dictionary.index(data, starts, lengths, 6, 2, codes, 0));
      assertEquals(3, dictionary.size());
      assertEquals(2, codes.get(SHORT, 6));
    }
  }
}
