package dev.frazil.jmh;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Three nullable columns of strings without nulls, of 24, 1,000 and 20,000 different values of 8
/// to 36 bytes, each value as likely as another. The same rows every time.
final class LowStringRows implements RowGenerator {
  private static final long SEED = 0x10e5;
  private static final String LETTERS = "etaoinshrdlucmfw ";

  private final BufferAllocator allocator;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final byte[][] states = values(24, 12);
  private final byte[][] cities = values(1_000, 16);
  private final byte[][] products = values(20_000, 36);

  LowStringRows(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  @Override
  public VectorSchemaRoot next(int rows) {
    return new VectorSchemaRoot(
        List.of(
            strings("state", rows, states),
            strings("city", rows, cities),
            strings("product", rows, products)));
  }

  /// Different values of 8 bytes up to a length, short ones more likely; each begins with its own
  /// number, scrambled.
  private byte[][] values(int count, int longest) {
    byte[][] values = new byte[count][];
    for (int i = 0; i < count; i++) {
      int some = random.nextInt(longest - 7);
      int letters = Math.min(some, random.nextInt(longest - 7));
      StringBuilder text = new StringBuilder("%08x".formatted((i + 1) * 0x9e3779b1));
      for (int j = 0; j < letters; j++) {
        text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      values[i] = text.toString().getBytes(StandardCharsets.UTF_8);
    }
    return values;
  }

  private VarCharVector strings(String name, int rows, byte[][] values) {
    VarCharVector vector = new VarCharVector(name, allocator);
    vector.allocateNew(16L * rows, rows);
    for (int i = 0; i < rows; i++) {
      vector.setSafe(i, values[random.nextInt(values.length)]);
    }
    vector.setValueCount(rows);
    return vector;
  }
}
