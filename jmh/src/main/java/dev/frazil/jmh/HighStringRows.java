package dev.frazil.jmh;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Three nullable columns of strings without nulls that are almost all distinct: UUIDs of 36
/// characters, and addresses and texts of about 58. The same rows every time.
final class HighStringRows implements RowGenerator {
  private static final long SEED = 0x4195;
  private static final String LETTERS = "etaoinshrdlucmfwypvbgk";

  private final BufferAllocator allocator;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final String[] hosts = words(16);
  private final String[] words = words(400);

  HighStringRows(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  @Override
  public VectorSchemaRoot next(int rows) {
    return new VectorSchemaRoot(
        List.of(
            strings("uuid", rows, this::uuid),
            strings("url", rows, this::url),
            strings("text", rows, this::text)));
  }

  private VarCharVector strings(String name, int rows, Supplier<String> texts) {
    VarCharVector vector = new VarCharVector(name, allocator);
    vector.allocateNew(64L * rows, rows);
    for (int i = 0; i < rows; i++) {
      vector.setSafe(i, texts.get().getBytes(StandardCharsets.UTF_8));
    }
    vector.setValueCount(rows);
    return vector;
  }

  private String[] words(int count) {
    String[] words = new String[count];
    for (int i = 0; i < count; i++) {
      StringBuilder word = new StringBuilder();
      for (int letters = random.nextInt(3, 10); letters > 0; letters--) {
        word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      words[i] = word.toString();
    }
    return words;
  }

  private String uuid() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private String url() {
    String host = hosts[random.nextInt(hosts.length)];
    int item = random.nextInt(100_000_000, 1_000_000_000);
    return "https://" + host + ".example.org/" + word() + "/" + word() + "?item=" + item + "&p=7";
  }

  private String text() {
    StringBuilder text = new StringBuilder(word());
    for (int i = random.nextInt(5, 12); i > 0; i--) {
      text.append(' ').append(word());
    }
    return text.toString();
  }

  private String word() {
    return words[random.nextInt(words.length)];
  }
}
