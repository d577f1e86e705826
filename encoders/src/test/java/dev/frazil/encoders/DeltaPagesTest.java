package dev.frazil.encoders;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Pages in DELTA_BINARY_PACKED grow with the batches: however those are cut, parquet-java reads
/// the values that went in, and the bytes are those of pages that are encoded at once.
class DeltaPagesTest {
  private static final long SEED = 0xde17a;

  /// What makes the pages wait in PLAIN, because it asks for their values.
  private static final BloomFilterOptions WHOLE = BloomFilterOptions.DEFAULT;

  @Test
  void batchesOfAnySizeMakeTheSamePages() throws IOException {
    Random random = new Random(SEED);
    for (int round = 0; round < 60; round++) {
      boolean four = random.nextBoolean();
      int level = random.nextInt(2);
      EncoderOptions options = options(random);
      List<@Nullable Object> values = values(random, four, level);
      LeafColumn column = four ? ChunkTrial.int32(level) : ChunkTrial.int64(level);
      String label = "seed " + SEED + ", round " + round + ", " + column + ", " + options;
      try (EncoderWorkspace workspace = new EncoderWorkspace();
          ColumnChunkEncoder growing = new ColumnChunkEncoder(column, options, workspace);
          EncoderWorkspace other = new EncoderWorkspace();
          ColumnChunkEncoder whole =
              new ColumnChunkEncoder(
                  column, options.toBuilder().bloomFilter(WHOLE).build(), other)) {
        for (int chunk = 0; chunk < 2; chunk++) {
          List<Integer> cuts = cuts(random, values.size());
          append(growing, values, cuts, four, level);
          append(whole, values, cuts, four, level);
          EncodedChunk grown = growing.finish();
          assertEquals(values, ChunkTrial.read(column, options, grown).values(), label);
          assertArrayEquals(
              whole.finish().bytes().toArray(ValueLayout.JAVA_BYTE),
              grown.bytes().toArray(ValueLayout.JAVA_BYTE),
              label);
          growing.reset();
          whole.reset();
        }
      }
    }
  }

  private static EncoderOptions options(Random random) {
    EncodingPolicy policy =
        random.nextInt(3) == 0
            ? new EncodingPolicy.Smallest()
            : new EncodingPolicy.Fixed(Encoding.DELTA_BINARY_PACKED);
    return EncoderOptions.builder()
        .compression(
            random.nextBoolean() ? CompressionPolicy.UNCOMPRESSED : CompressionPolicy.SNAPPY)
        .encoding(policy)
        .dictionary(random.nextBoolean())
        .pageVersion(random.nextBoolean() ? PageVersion.V1 : PageVersion.V2)
        .pageTargetRows(random.nextInt(1, 3_000))
        .build();
  }

  /// Values whose differences have any width, some wrapping.
  private static List<@Nullable Object> values(Random random, boolean four, int level) {
    int shift = random.nextInt(65);
    boolean constant = shift == 64;
    List<@Nullable Object> values = new ArrayList<>();
    long value = random.nextLong();
    for (int i = random.nextInt(1, 6_000); i > 0; i--) {
      value += constant ? 3 : random.nextLong() >>> shift;
      boolean none = level > 0 && random.nextInt(5) == 0;
      Object number = four ? (Object) (int) value : (Object) value;
      values.add(none ? null : number);
    }
    return values;
  }

  /// Where batches end: about half of them at or beside the end of a block.
  private static List<Integer> cuts(Random random, int count) {
    List<Integer> cuts = new ArrayList<>();
    for (int at = 0; at < count; ) {
      int size =
          random.nextBoolean()
              ? 128 * random.nextInt(1, 10) + random.nextInt(-1, 2)
              : random.nextInt(1, 300);
      at = Math.min(count, at + size);
      cuts.add(at);
    }
    return cuts;
  }

  private static void append(
      ColumnChunkEncoder encoder,
      List<@Nullable Object> values,
      List<Integer> cuts,
      boolean four,
      int level) {
    int from = 0;
    for (int to : cuts) {
      List<@Nullable Object> part = values.subList(from, to);
      try (Arena arena = Arena.ofConfined()) {
        LeafValues leaf = four ? NativeValues.ints(arena, part) : NativeValues.longs(arena, part);
        Nesting nesting =
            level > 0 ? NativeValues.validity(arena, part) : new Nesting.Required(part.size());
        encoder.append(leaf, nesting, 0, part.size());
      }
      from = to;
    }
  }
}
