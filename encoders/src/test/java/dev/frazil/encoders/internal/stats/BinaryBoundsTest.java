package dev.frazil.encoders.internal.stats;

import static dev.frazil.encoders.memory.Layouts.LONG;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.frazil.encoders.ValueOrder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
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
      MemorySegment memory = arena.allocate(128);
      for (int page = 0; page < 2_000; page++) {
        byte[] shared =
            "https://\u00ff.example.org/\0\0".substring(0, random.nextInt(23)).getBytes(ISO_8859_1);
        byte[] min = null;
        byte[] max = null;
        bounds.reset();
        for (int i = random.nextInt(1, 40); i > 0; i--) {
          byte[] value = value(random, shared);
          min = min == null || Arrays.compareUnsigned(value, min) < 0 ? value : min;
          max = max == null || Arrays.compareUnsigned(value, max) > 0 ? value : max;
          memory.fill((byte) random.nextInt());
          MemorySegment.copy(value, 0, memory, ValueLayout.JAVA_BYTE, 5, value.length);
          long key = BinaryBounds.key(memory.get(LONG, 5), value.length);
          if (key <= bounds.minKey() || key >= bounds.maxKey()) {
            bounds.add(memory, 5, value.length, key);
          }
        }
        bounds.bounds(found);
        String place = "seed " + seed + ", page " + page;
        assertArrayEquals(min, bytes(found.min(), found.minLength()), place);
        assertArrayEquals(max, bytes(found.max(), found.maxLength()), place);
      }
    }
  }

  private static byte[] bytes(MemorySegment segment, long length) {
    return segment.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
  }

  /// A value that mostly begins with the shared bytes; few different bytes follow.
  private static byte[] value(Random random, byte[] shared) {
    int kept = random.nextInt(8) == 0 ? random.nextInt(shared.length + 1) : shared.length;
    byte[] value = Arrays.copyOf(shared, kept + random.nextInt(20));
    for (int i = kept; i < value.length; i++) {
      value[i] = (byte) (random.nextInt(3) * 127);
    }
    return value;
  }
}
