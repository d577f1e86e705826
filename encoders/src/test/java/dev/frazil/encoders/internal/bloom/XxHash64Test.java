package dev.frazil.encoders.internal.bloom;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XxHash64Test {
  private static long hash(byte[] value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(value.length + 3);
      MemorySegment.copy(value, 0, bytes, ValueLayout.JAVA_BYTE, 3, value.length);
      return XxHash64.of(bytes, 3, value.length);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', ef46db3751d8e999",
    "a, d24ec4f1a98c6e5b",
    "as, 1c330fb2d66be179",
    "asd, 631c37ce72a97393",
    "asdf, 415872f599cea71e",
    "abc, 44bc2cf5ad770999",
    "Call me Ishmael. Some years ago--never mind how long precisely-, 02a2e85470d6fd96"
  })
  void knownHashes(String text, String hash) {
    assertEquals(Long.parseUnsignedLong(hash, 16), hash(text.getBytes(UTF_8)));
  }

  @Test
  void everyLengthHashesAsInAnotherLibrary() {
    XXHash64 peer = XXHashFactory.safeInstance().hash64();
    byte[] bytes = new byte[200];
    new Random(0x64).nextBytes(bytes);
    for (int length = 0; length < bytes.length; length++) {
      byte[] value = Arrays.copyOf(bytes, length);
      assertEquals(peer.hash(value, 0, length, 0), hash(value), "length " + length);
    }
  }

  @Test
  void numbersHashAsTheirBytes() {
    Random random = new Random(0x10);
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(8);
      for (int i = 0; i < 1_000; i++) {
        long value = bytes.putLong(0, random.nextLong()).getLong(0);
        segment.set(LONG, 0, value);
        assertEquals(XxHash64.of(segment, 0, 8), XxHash64.ofLong(value));
        assertEquals(XxHash64.of(segment, 0, 4), XxHash64.ofInt(segment.get(INT, 0)));
        assertEquals(XxHash64.of(segment, 0, 2), XxHash64.ofShort(segment.get(SHORT, 0)));
      }
    }
  }
}
