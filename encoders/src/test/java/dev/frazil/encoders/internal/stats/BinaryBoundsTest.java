package dev.frazil.encoders.internal.stats;

import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.encoders.ValueOrder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BinaryBoundsTest {
  /// The JDK's own comparison is the oracle: strings that share any number of leading bytes, end
  /// inside them, or have bytes beyond ASCII and zeros behind them.
  @Test
  void boundsAreThoseOfUnsignedComparison() {
    long seed = 0xb0d5;
    Random random = new Random(seed);
    try (BinaryBounds bounds = new BinaryBounds(true);
        NativeBounds found = NativeBounds.of(ValueOrder.UNSIGNED);
        Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(4_096);
      for (int page = 0; page < 4_000; page++) {
        byte[] shared =
            "https://\u00ff.example.org/\0\0".substring(0, random.nextInt(23)).getBytes(ISO_8859_1);
        List<byte[]> values = new ArrayList<>();
        for (int i = random.nextInt(1, 40); i > 0; i--) {
          values.add(value(random, shared));
        }
        bounds.reset();
        int alone = page % 2 == 0 ? values.size() : random.nextInt(values.size());
        for (byte[] value : values.subList(0, alone)) {
          memory.fill((byte) random.nextInt());
          add(bounds, memory, value);
        }
        memory.fill((byte) random.nextInt());
        String place = "seed " + seed + ", page " + page;
        List<byte[]> plain = values.subList(alone, values.size());
        long bytes = plain.stream().mapToLong(value -> value.length).sum();
        putPlain(memory, plain);
        assertEquals(bytes, bounds.addPlain(memory, 5, plain.size()), place);
        bounds.bounds(found);
        assertArrayEquals(
            Collections.min(values, Arrays::compareUnsigned),
            bytes(found.min(), found.minLength()),
            place);
        assertArrayEquals(
            Collections.max(values, Arrays::compareUnsigned),
            bytes(found.max(), found.maxLength()),
            place);
      }
    }
  }

  private static void add(BinaryBounds bounds, MemorySegment memory, byte[] value) {
    MemorySegment.copy(value, 0, memory, ValueLayout.JAVA_BYTE, 5, value.length);
    long key = BinaryBounds.key(memory.get(LONG, 5), value.length);
    if (key <= bounds.minKey() || key >= bounds.maxKey()) {
      bounds.add(memory, 5, value.length, key);
    }
  }

  /// Puts values in PLAIN, of which the first begins at 5.
  private static void putPlain(MemorySegment memory, List<byte[]> values) {
    long at = 5;
    for (byte[] value : values) {
      memory.set(INT, at, value.length);
      MemorySegment.copy(value, 0, memory, ValueLayout.JAVA_BYTE, at + Integer.BYTES, value.length);
      at += Integer.BYTES + value.length;
    }
  }

  private static byte[] bytes(MemorySegment segment, long length) {
    return segment.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
  }

  /// A value that mostly begins with the shared bytes, now and then all but one of them; few
  /// different bytes follow.
  private static byte[] value(Random random, byte[] shared) {
    int kept = random.nextInt(8) == 0 ? random.nextInt(shared.length + 1) : shared.length;
    byte[] value = Arrays.copyOf(shared, kept + random.nextInt(20));
    for (int i = kept; i < value.length; i++) {
      value[i] = (byte) (random.nextInt(3) * 127);
    }
    if (kept > 0 && random.nextInt(8) == 0) {
      value[random.nextInt(kept)] ^= 1;
    }
    return value;
  }
}
