package dev.frazil.encoders.internal.dictionary;

import static dev.frazil.encoders.memory.Layouts.INT;
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
}
