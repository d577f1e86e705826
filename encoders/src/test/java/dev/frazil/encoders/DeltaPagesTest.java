package dev.frazil.encoders;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Pages in DELTA_BINARY_PACKED grow with the batches: however those are cut, parquet-java reads
/// the values that went in, the bytes are those of pages that are encoded at once, and the bounds
/// those of the values.
class DeltaPagesTest {
  private static final long SEED = 0xde17a;

  /// What makes the pages wait in PLAIN, because it asks for their values.
  private static final BloomFilterOptions WHOLE = BloomFilterOptions.DEFAULT;

  @Test
  void batchesOfAnySizeMakeTheSamePages() throws IOException {
    Random random = new Random(SEED);
    for (int round = 0; round < 120; round++) {
      boolean four = random.nextBoolean();
      int level = random.nextInt(2);
      EncoderOptions options = options(random);
      List<@Nullable Object> values = values(random, four, level);
      PhysicalType type = four ? PhysicalType.INT32 : PhysicalType.INT64;
      ValueOrder order = random.nextBoolean() ? ValueOrder.SIGNED : ValueOrder.UNSIGNED;
      LeafColumn column = ChunkTrial.leaf(type, 0, level, order);
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
          checkBounds(values, column, grown, label);
          growing.reset();
          whole.reset();
        }
      }
    }
  }

  /// Checks the bounds of the pages and those of all of them.
  private static void checkBounds(
      List<@Nullable Object> values, LeafColumn column, EncodedChunk chunk, String label) {
    EncodedPages pages = chunk.pages();
    for (int page = 0; page < pages.count(); page++) {
      int from = (int) pages.firstRow(page);
      Bounds expected = bounds(values.subList(from, from + pages.slots(page)), column);
      assertEquals(expected != null, pages.hasBounds(page), label);
      if (expected != null) {
        assertArrayEquals(
            expected.min(), bytes(pages, pages.minAt(page), pages.maxAt(page)), label);
        assertArrayEquals(
            expected.max(), bytes(pages, pages.maxAt(page), pages.maxEnd(page)), label);
      }
    }
    assertEquals(bounds(values, column), chunk.statistics().bounds(), label);
  }

  private static byte[] bytes(EncodedPages pages, long from, long to) {
    return pages.bounds().asSlice(from, to - from).toArray(ValueLayout.JAVA_BYTE);
  }

  private static @Nullable Bounds bounds(List<@Nullable Object> values, LeafColumn column) {
    Comparator<Number> order =
        column.order() == ValueOrder.SIGNED
            ? Comparator.comparingLong(Number::longValue)
            : (a, b) -> Long.compareUnsigned(a.longValue(), b.longValue());
    List<Number> numbers =
        values.stream().filter(Objects::nonNull).map(Number.class::cast).sorted(order).toList();
    return numbers.isEmpty()
        ? null
        : new Bounds(plain(numbers.getFirst()), plain(numbers.getLast()));
  }

  private static byte[] plain(Number number) {
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    boolean four = number instanceof Integer;
    return Arrays.copyOf(bytes.putLong(number.longValue()).array(), four ? 4 : 8);
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

  /// Values whose differences have any width, some wrapping; some with a rare step of another one.
  private static List<@Nullable Object> values(Random random, boolean four, int level) {
    int shift = random.nextInt(65);
    boolean constant = shift == 64;
    int rare = random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(10, 1_000);
    int jump = random.nextInt(64);
    List<@Nullable Object> values = new ArrayList<>();
    long value = start(random, four);
    for (int i = random.nextInt(1, 6_000); i > 0; i--) {
      value += constant ? 3 : random.nextLong() >>> shift;
      value += random.nextInt(rare) == 0 ? random.nextLong() >> jump : 0;
      boolean none = level > 0 && random.nextInt(5) == 0;
      Object number = four ? (Object) (int) value : (Object) value;
      values.add(none ? null : number);
    }
    return values;
  }

  /// A first value: any, or one soon behind which the order ends, signed or unsigned.
  private static long start(Random random, boolean four) {
    long end = random.nextBoolean() ? -1 : four ? Integer.MAX_VALUE : Long.MAX_VALUE;
    return random.nextInt(3) == 0 ? random.nextLong() : end - random.nextInt(1 << 16);
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
