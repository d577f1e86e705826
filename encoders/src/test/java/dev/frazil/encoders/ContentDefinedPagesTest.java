package dev.frazil.encoders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentDefinedPagesTest {
  private static EncoderOptions options(boolean dictionary) {
    return EncoderOptions.builder()
        .compression(CompressionPolicy.UNCOMPRESSED)
        .dictionary(dictionary)
        .chunking(new ContentDefinedChunking(4_000, 16_000, 0))
        .pageTargetRows(100)
        .build();
  }

  /// The pages of strings as text; the chunk is read back by parquet-java on the way.
  private static List<String> pages(
      boolean dictionary, List<? extends @Nullable Object> values, int batch) throws IOException {
    LeafColumn column = ChunkTrial.string(1);
    EncoderOptions options = options(dictionary);
    try (EncoderWorkspace workspace = new EncoderWorkspace();
        ColumnChunkEncoder encoder = new ColumnChunkEncoder(column, options, workspace)) {
      for (int from = 0; from < values.size(); from += batch) {
        List<? extends @Nullable Object> part =
            values.subList(from, Math.min(values.size(), from + batch));
        try (Arena arena = Arena.ofConfined()) {
          encoder.append(
              NativeValues.strings(arena, part),
              NativeValues.validity(arena, part),
              0,
              part.size());
        }
      }
      EncodedChunk chunk = encoder.finish();
      assertEquals(values.size(), ChunkTrial.read(column, options, chunk).values().size());
      byte[] bytes = chunk.bytes().toArray(ValueLayout.JAVA_BYTE);
      List<String> pages = new ArrayList<>();
      for (int page = 0; page < chunk.pages().count(); page++) {
        int from = (int) chunk.pages().offset(page);
        int size = chunk.pages().size(page);
        pages.add(new String(bytes, from, size, StandardCharsets.ISO_8859_1));
      }
      return pages;
    }
  }

  private static List<@Nullable String> texts(Random random, int count) {
    List<@Nullable String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(random.nextInt(10) == 0 ? null : Long.toString(random.nextLong(), 36));
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void pagesAfterAnInsertedRowAreTheSamePages(boolean dictionary) throws IOException {
    Random random = new Random(0xcdc);
    List<@Nullable String> values = texts(random, 30_000);
    List<String> before = pages(dictionary, values, 30_000);
    values.add(3, "a new row near the start");
    Set<String> after = new HashSet<>(pages(dictionary, values, 30_000));
    long kept = before.stream().filter(after::contains).count();
    assertTrue(before.size() > 20, before.size() + " pages");
    assertTrue(kept >= before.size() - 3, kept + " of " + before.size() + " pages are the same");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void batchesOfAnySizeGiveTheSamePages(boolean dictionary) throws IOException {
    List<@Nullable String> values = texts(new Random(0xcdc), 20_000);
    List<String> whole = pages(dictionary, values, 20_000);
    assertEquals(whole, pages(dictionary, values, 777));
    assertEquals(whole, pages(dictionary, values, 5_001));
  }
}
