package dev.frazil.encoders;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static dev.frazil.encoders.memory.Layouts.LONG;
import static dev.frazil.encoders.memory.Layouts.SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every policy on every type, page version and kind of input: values, page bounds and bloom filter
/// are those of the values that went in.
class PolicyChunkTest {
  /// A type with the values it is tried on.
  record Trial(LeafColumn column, ChunkTrial.Source source, List<? extends Object> values) {
    @Override
    public String toString() {
      return column.type() + (column.typeLength() > 0 ? "(" + column.typeLength() + ")" : "");
    }
  }

  private static final long SEED = 0x901c;

  static Stream<Trial> trials() {
    Random random = new Random(SEED);
    List<Integer> ints = random.ints(3_000, -40, 40).map(i -> i * 1_000).boxed().toList();
    // Of seven values, one of which some pages lack.
    List<Integer> few =
        IntStream.range(0, 3_000).map(i -> i % 1_500 < 700 ? i % 6 : i % 7).boxed().toList();
    List<Long> longs = random.longs(3_000, 0, 1L << 40).boxed().toList();
    List<Double> doubles = random.ints(3_000, -500, 500).mapToObj(i -> i / 8.0).toList();
    List<String> strings =
        random.ints(3_000, 0, 700).mapToObj(i -> "prefix/".repeat(i % 12) + i).toList();
    List<byte[]> fixed =
        random.ints(3_000).mapToObj(i -> ByteBuffer.allocate(7).putInt(i).array()).toList();
    List<Boolean> booleans = random.ints(3_000, 0, 2).mapToObj(i -> i == 0).toList();
    return Stream.of(
        new Trial(ChunkTrial.int32(1), NativeValues::ints, ints),
        new Trial(ChunkTrial.int32(1), NativeValues::ints, few),
        new Trial(ChunkTrial.int64(1), NativeValues::longs, longs),
        new Trial(ChunkTrial.float64(1), NativeValues::doubles, doubles),
        new Trial(ChunkTrial.string(1), NativeValues::strings, strings),
        new Trial(
            ChunkTrial.leaf(PhysicalType.FIXED_LEN_BYTE_ARRAY, 7, 1, ValueOrder.LEXICOGRAPHIC),
            (arena, list) -> NativeValues.fixedBytes(arena, 7, list),
            fixed),
        new Trial(
            ChunkTrial.leaf(PhysicalType.BOOLEAN, 0, 1, ValueOrder.SIGNED),
            NativeValues::booleans,
            booleans));
  }

  private static List<EncodingPolicy> policies(PhysicalType type) {
    List<EncodingPolicy> policies = new ArrayList<>();
    policies.add(new EncodingPolicy.Compatible());
    policies.add(new EncodingPolicy.Smallest());
    for (Encoding encoding : Encoding.values()) {
      EncodingPolicy fixed = new EncodingPolicy.Fixed(encoding);
      if (fixed.allows(type)) {
        policies.add(fixed);
      }
    }
    return policies;
  }

  @ParameterizedTest
  @MethodSource("trials")
  void everyPolicyKeepsTheValues(Trial trial) throws IOException {
    Random random = new Random(SEED);
    for (EncodingPolicy policy : policies(trial.column.type())) {
      for (PageVersion version : PageVersion.values()) {
        for (boolean coded : new boolean[] {false, true}) {
          if (coded && trial.column.type() == PhysicalType.BOOLEAN) {
            continue;
          }
          EncoderOptions options =
              EncoderOptions.builder()
                  .compression(CompressionPolicy.SNAPPY)
                  .encoding(policy)
                  .pageVersion(version)
                  .pageTargetRows(random.nextInt(100, 2_000))
                  .pageTargetBytes(random.nextInt(1_000, 20_000))
                  .bloomFilter(
                      trial.column.type() == PhysicalType.BOOLEAN || random.nextBoolean()
                          ? null
                          : BloomFilterOptions.DEFAULT)
                  .build();
          String label = "seed " + SEED + ", " + policy + ", " + version + ", coded " + coded;
          encode(trial, options, coded, random, label);
        }
      }
    }
  }

  private static void encode(
      Trial trial, EncoderOptions options, boolean coded, Random random, String label)
      throws IOException {
    List<@Nullable Object> values = new ArrayList<>(trial.values);
    values.replaceAll(value -> random.nextInt(7) == 0 ? null : value);
    try (EncoderWorkspace workspace = new EncoderWorkspace();
        ColumnChunkEncoder encoder = new ColumnChunkEncoder(trial.column, options, workspace)) {
      for (int from = 0; from < values.size(); from += 700) {
        List<@Nullable Object> part = values.subList(from, Math.min(values.size(), from + 700));
        try (Arena arena = Arena.ofConfined()) {
          LeafValues leaf =
              coded ? coded(arena, trial, part, random) : trial.source.of(arena, part);
          encoder.append(leaf, NativeValues.validity(arena, part), 0, part.size());
        }
      }
      EncodedChunk chunk = encoder.finish();
      ChunkTrial.Read read = ChunkTrial.read(trial.column, options, chunk);
      assertEquals(readable(values), read.values(), label);
      if (options.encoding() instanceof EncodingPolicy.Fixed(Encoding fixed)) {
        assertEquals(fixed, chunk.valueEncoding(), label);
      }
      requireBounds(trial.column, chunk.pages(), read, label);
      if (options.bloomFilter() != null) {
        requireBloomFilter(chunk, read, label);
      }
    }
  }

  /// The same values as numbers of a dictionary with unused and repeated entries.
  private static LeafValues coded(
      Arena arena, Trial trial, List<@Nullable Object> part, Random random) {
    List<Object> entries = new ArrayList<>(trial.values.subList(0, 20));
    part.stream().filter(Objects::nonNull).forEach(entries::add);
    int width = new int[] {2, 4, 8}[random.nextInt(3)];
    MemorySegment indices = arena.allocate((long) width * part.size());
    for (int i = 0; i < part.size(); i++) {
      int entry = part.get(i) == null ? -1 : entries.lastIndexOf(part.get(i));
      switch (width) {
        case 2 -> indices.set(SHORT, 2L * i, (short) entry);
        case 4 -> indices.set(INT, 4L * i, entry);
        default -> indices.set(LONG, 8L * i, entry);
      }
    }
    return new LeafValues.Coded(indices, width, 0, trial.source.of(arena, entries), entries.size());
  }

  /// No estimate from the longest entry, which no slot names.
  @Test
  void anEntryLargerThanAPageThatNobodyUsesDoesNotCutPages() throws IOException {
    EncoderOptions options =
        EncoderOptions.builder()
            .compression(CompressionPolicy.UNCOMPRESSED)
            .dictionary(false)
            .pageTargetBytes(1_000)
            .build();
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      values.add(i % 10 == 0 ? null : "0123456789");
    }
    try (Arena arena = Arena.ofConfined();
        EncoderWorkspace workspace = new EncoderWorkspace();
        ColumnChunkEncoder encoder =
            new ColumnChunkEncoder(ChunkTrial.string(1), options, workspace)) {
      MemorySegment indices = arena.allocate(values.size());
      for (int i = 0; i < values.size(); i++) {
        indices.set(BYTE, i, (byte) (values.get(i) == null ? 0xff : 0));
      }
      LeafValues entries = NativeValues.strings(arena, List.of("0123456789", "x".repeat(2_000)));
      LeafValues leaf = new LeafValues.Coded(indices, 1, 0, entries, 2);
      encoder.append(leaf, NativeValues.validity(arena, values), 0, values.size());
      EncodedChunk chunk = encoder.finish();
      assertEquals(
          readable(values), ChunkTrial.read(ChunkTrial.string(1), options, chunk).values());
      assertTrue(chunk.pages().count() <= 14, chunk.pages().count() + " pages of 12,600 bytes");
    }
  }

  private static List<@Nullable Object> readable(List<@Nullable Object> values) {
    List<@Nullable Object> readable = new ArrayList<>();
    for (Object value : values) {
      readable.add(
          switch (value) {
            case null -> null;
            case String text -> ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            case byte[] bytes -> ByteBuffer.wrap(bytes);
            default -> value;
          });
    }
    return readable;
  }

  private static void requireBounds(
      LeafColumn column, EncodedPages pages, ChunkTrial.Read read, String label) {
    int slot = 0;
    for (int page = 0; page < pages.count(); page++) {
      List<Object> present =
          read.values().subList(slot, slot + pages.slots(page)).stream()
              .filter(Objects::nonNull)
              .map(Objects::requireNonNull)
              .toList();
      slot += pages.slots(page);
      assertEquals(!present.isEmpty(), pages.hasBounds(page), label);
      if (!present.isEmpty()) {
        Object least = present.stream().min(PolicyChunkTest::compare).orElseThrow();
        Object most = present.stream().max(PolicyChunkTest::compare).orElseThrow();
        assertBound(
            column,
            least,
            pages.bounds().asSlice(pages.minAt(page), pages.maxAt(page) - pages.minAt(page)),
            -1,
            label + ", page " + page);
        assertBound(
            column,
            most,
            pages.bounds().asSlice(pages.maxAt(page), pages.maxEnd(page) - pages.maxAt(page)),
            1,
            label + ", page " + page);
      }
    }
    assertTrue(pages.indexable());
  }

  /// Exact, but for byte strings of more than 64 bytes, whose bounds are shorter and outside.
  private static void assertBound(
      LeafColumn column, Object value, MemorySegment bound, int side, String label) {
    byte[] expected = bytes(value);
    byte[] actual = bound.toArray(ValueLayout.JAVA_BYTE);
    if (column.type() == PhysicalType.BYTE_ARRAY && expected.length > 64) {
      assertTrue(actual.length <= 64, label);
      assertTrue(side * Arrays.compareUnsigned(actual, expected) > 0, label);
    } else {
      assertEquals(ChunkTrial.hex(expected), ChunkTrial.hex(actual), label);
    }
  }

  private static int compare(Object a, Object b) {
    return switch (a) {
      case Integer i -> Integer.compare(i, (Integer) b);
      case Long i -> Long.compare(i, (Long) b);
      case Double i -> Double.compare(i, (Double) b);
      case Boolean i -> Boolean.compare(i, (Boolean) b);
      case ByteBuffer i -> Arrays.compareUnsigned(array(i), array((ByteBuffer) b));
      default -> throw new AssertionError(a);
    };
  }

  private static byte[] bytes(Object value) {
    ByteBuffer buffer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    return switch (value) {
      case Integer i -> Arrays.copyOf(buffer.putInt(i).array(), 4);
      case Long i -> buffer.putLong(i).array();
      case Double i -> buffer.putDouble(i).array();
      case Boolean i -> new byte[] {(byte) (i ? 1 : 0)};
      case ByteBuffer i -> array(i);
      default -> throw new AssertionError(value);
    };
  }

  private static byte[] array(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return bytes;
  }

  private static void requireBloomFilter(EncodedChunk chunk, ChunkTrial.Read read, String label) {
    MemorySegment bits = Objects.requireNonNull(chunk.bloomFilter(), label);
    BlockSplitBloomFilter filter = new BlockSplitBloomFilter(bits.toArray(ValueLayout.JAVA_BYTE));
    for (Object value : read.values()) {
      if (value != null) {
        assertTrue(filter.findHash(hash(filter, value)), label + ": " + value);
      }
    }
    Random random = new Random(SEED);
    Object sample = read.values().stream().filter(Objects::nonNull).findFirst().orElseThrow();
    int found = 0;
    for (int i = 0; i < 2_000; i++) {
      Object absent =
          switch (sample) {
            case Integer _ -> 1_000_000 + random.nextInt(1 << 28);
            case Long _ -> (1L << 50) + random.nextLong(1L << 50);
            case Double _ -> 1e6 + random.nextDouble();
            default -> ByteBuffer.wrap(("absent" + i).getBytes(StandardCharsets.UTF_8));
          };
      found += filter.findHash(hash(filter, absent)) ? 1 : 0;
    }
    assertTrue(found < 60, label + ": " + found + " of 2,000 absent values found");
  }

  private static long hash(BlockSplitBloomFilter filter, Object value) {
    return switch (value) {
      case Integer i -> filter.hash(i);
      case Long i -> filter.hash(i);
      case Double i -> filter.hash(i);
      case ByteBuffer i -> filter.hash(Binary.fromConstantByteArray(array(i)));
      default -> throw new AssertionError(value);
    };
  }

  @Test
  void smallestIsNoLargerThanAnyFixedEncoding() throws IOException {
    for (Trial trial : trials().toList()) {
      long smallest = size(trial, new EncodingPolicy.Smallest());
      for (EncodingPolicy policy : policies(trial.column.type())) {
        long other = size(trial, policy);
        assertTrue(
            smallest <= other + other / 50, trial + ": " + smallest + " against " + policy + other);
      }
    }
  }

  private static long size(Trial trial, EncodingPolicy policy) throws IOException {
    EncoderOptions options =
        EncoderOptions.builder().compression(CompressionPolicy.ZSTD).encoding(policy).build();
    return ChunkTrial.encode(trial.column, options, trial.source, trial.values, 1_000).compressed();
  }

  @Test
  void smallestPutsMoreIndicesIntoAPage() throws IOException {
    List<Integer> few =
        new Random(SEED).ints(140_000, 0, 7).map(i -> i * 0x1234_567).boxed().toList();
    Trial trial = new Trial(ChunkTrial.int32(1), NativeValues::ints, few);
    assertEquals(List.of(65_536, 65_536, 8_928), pageRows(trial, new EncodingPolicy.Smallest()));
    assertEquals(20_000, pageRows(trial, new EncodingPolicy.Compatible()).getFirst());
  }

  private static List<Integer> pageRows(Trial trial, EncodingPolicy policy) throws IOException {
    EncoderOptions options = EncoderOptions.builder().encoding(policy).build();
    return ChunkTrial.encode(trial.column, options, trial.source, trial.values, 9_999)
        .pages()
        .pageSlots;
  }

  @Test
  void anEncodingThatTheTypeLacksIsRefused() {
    try (EncoderWorkspace workspace = new EncoderWorkspace()) {
      EncoderOptions options =
          EncoderOptions.builder()
              .encoding(new EncodingPolicy.Fixed(Encoding.DELTA_BINARY_PACKED))
              .build();
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class,
              () -> new ColumnChunkEncoder(ChunkTrial.string(0), options, workspace));
      assertTrue(String.valueOf(refusal.getMessage()).startsWith("encoding: c: "));
    }
  }
}
