package dev.frazil.jmh;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Strings that are almost all distinct: identifiers of 36 characters, addresses of a site, and
/// short texts of a few words. The same rows every time.
final class StringRows implements RowGenerator {
  private static final long SEED = 0x57a1;
  private static final String[] WORDS = {
    "ice", "river", "stone", "under", "bridge", "winter", "water", "frazil", "anchor", "drift"
  };

  private final BufferAllocator allocator;
  private final SplittableRandom random = new SplittableRandom(SEED);

  StringRows(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  private interface Text {
    String next();
  }

  @Override
  public VectorSchemaRoot next(int rows) {
    return new VectorSchemaRoot(
        List.of(
            strings("id", rows, this::id),
            strings("address", rows, this::address),
            strings("text", rows, this::text)));
  }

  private VarCharVector strings(String name, int rows, Text text) {
    VarCharVector vector = new VarCharVector(name, allocator);
    vector.allocateNew(48L * rows, rows);
    for (int i = 0; i < rows; i++) {
      if (random.nextInt(100) == 0) {
        vector.setNull(i);
      } else {
        vector.setSafe(i, text.next().getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(rows);
    return vector;
  }

  private String id() {
    String hex = "%016x%016x".formatted(random.nextLong(), random.nextLong());
    return String.join(
        "-",
        hex.substring(0, 8),
        hex.substring(8, 12),
        hex.substring(12, 16),
        hex.substring(16, 20),
        hex.substring(20));
  }

  private String address() {
    return "https://example.org/" + word() + "/" + word() + "?page=" + random.nextInt(10_000_000);
  }

  private String text() {
    StringBuilder text = new StringBuilder(word());
    for (int i = random.nextInt(1, 9); i > 0; i--) {
      text.append(' ').append(word());
    }
    return text.append(' ').append(random.nextInt(1_000_000)).toString();
  }

  private String word() {
    return WORDS[random.nextInt(WORDS.length)];
  }
}
