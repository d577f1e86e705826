package dev.frazil.encoders.internal.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BloomFilterBuilderTest {
  private static final int MAX = 1 << 20;

  /// One insertion of values in PLAIN.
  private interface Insertion {
    void insert(BloomFilterBuilder builder, MemorySegment plain, long at, int count);
  }

  private static void insert(
      BloomFilterBuilder builder, ByteBuffer plain, int count, Insertion insertion) {
    try (Arena arena = Arena.ofConfined()) {
      int size = plain.flip().remaining();
      MemorySegment segment = arena.allocate(size + 5);
      segment.asSlice(5).copyFrom(MemorySegment.ofBuffer(plain));
      insertion.insert(builder, segment, 5, count);
    }
  }

  private static ByteBuffer plain(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void insertLongs(BloomFilterBuilder builder, long from, int count) {
    ByteBuffer plain = plain(8 * count);
    for (int i = 0; i < count; i++) {
      plain.putLong(from + i);
    }
    insert(builder, plain, count, BloomFilterBuilder::insertLongs);
  }

  private static byte[] bits(BloomFilterBuilder builder) {
    return builder.finish().toArray(ValueLayout.JAVA_BYTE);
  }

  private static BlockSplitBloomFilter read(BloomFilterBuilder builder) {
    return new BlockSplitBloomFilter(bits(builder));
  }

  private static byte[] bits(BlockSplitBloomFilter filter) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    filter.writeTo(out);
    return out.toByteArray();
  }

  private static double measuredRate(BlockSplitBloomFilter filter, long absentFrom) {
    int probes = 200_000;
    int found = 0;
    for (int i = 0; i < probes; i++) {
      if (filter.findHash(filter.hash(absentFrom + i))) {
        found++;
      }
    }
    return (double) found / probes;
  }

  /// Sizes are -8 n / ln(1 - p^(1/8)) bits of BloomFilter.md, up to a power of two.
  @ParameterizedTest
  @CsvSource({
    "1, 0.01, 32",
    "100, 0.01, 128",
    "1000, 0.05, 1024",
    "20000, 0.001, 65536",
    "65536, 0.01, 131072",
    "300000, 0.1, 262144"
  })
  void aKnownCountGivesTheBitsOfParquetJava(int distinct, double rate, int bytes)
      throws IOException {
    assertEquals(bytes, BloomFilterBuilder.bytesFor(distinct, rate));
    try (BloomFilterBuilder builder = new BloomFilterBuilder(rate, MAX)) {
      builder.start(distinct);
      insertLongs(builder, 0, distinct);
      BlockSplitBloomFilter peer = new BlockSplitBloomFilter(bytes);
      for (long i = 0; i < distinct; i++) {
        peer.insertHash(peer.hash(i));
      }
      assertArrayEquals(bits(peer), bits(builder));
      assertTrue(measuredRate(read(builder), 1L << 40) <= 2 * rate);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.01",
    "1, 0.01",
    "10, 0.5",
    "100, 0.01",
    "1000, 0.05",
    "20000, 0.001",
    "100000, 0.01"
  })
  void anUnknownCountFoldsToTheTargetRate(int distinct, double rate) throws IOException {
    try (BloomFilterBuilder builder = new BloomFilterBuilder(rate, MAX)) {
      for (int round = 0; round < 2; round++) {
        builder.reset();
        insertLongs(builder, 0, distinct);
        insertLongs(builder, 0, distinct);
        byte[] folded = bits(builder);
        BlockSplitBloomFilter peer = new BlockSplitBloomFilter(folded.length);
        for (long i = 0; i < distinct; i++) {
          peer.insertHash(peer.hash(i));
        }
        assertArrayEquals(bits(peer), folded);
        assertTrue(measuredRate(new BlockSplitBloomFilter(folded), 1L << 40) <= 2 * rate);
        // Half of the size would miss the target, so that at most twice the optimum is left.
        assertTrue(folded.length <= 2 * BloomFilterBuilder.bytesFor(distinct, rate));
      }
    }
  }

  @Test
  void moreThanTheLargestFilterHoldsStaysAtItsSize() {
    try (BloomFilterBuilder builder = new BloomFilterBuilder(0.01, 1 << 10)) {
      insertLongs(builder, 0, 100_000);
      assertEquals(1 << 10, builder.finish().byteSize());
      builder.start(100_000);
      assertEquals(1 << 10, builder.finish().byteSize());
    }
  }

  @Test
  void numbersOfEachWidthAreFound() {
    try (BloomFilterBuilder builder = new BloomFilterBuilder(0.01, MAX)) {
      ByteBuffer ints = plain(12).putInt(1).putInt(-1).putInt(Integer.MIN_VALUE);
      insert(builder, ints, 3, BloomFilterBuilder::insertInts);
      BlockSplitBloomFilter filter = read(builder);
      for (int value : new int[] {1, -1, Integer.MIN_VALUE}) {
        assertTrue(filter.findHash(filter.hash(value)));
      }
      builder.reset();
      ByteBuffer floats = plain(8).putFloat(1.5F).putFloat(Float.NaN);
      insert(builder, floats, 2, BloomFilterBuilder::insertFloats);
      filter = read(builder);
      assertTrue(filter.findHash(filter.hash(1.5F)));
      assertTrue(filter.findHash(filter.hash(Float.NaN)));
      builder.reset();
      insert(builder, plain(8).putDouble(-2.5), 1, BloomFilterBuilder::insertDoubles);
      filter = read(builder);
      assertTrue(filter.findHash(filter.hash(-2.5)));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eitherZeroFindsBoth(boolean negative) {
    try (BloomFilterBuilder builder = new BloomFilterBuilder(0.01, MAX)) {
      float zero = negative ? -0.0F : 0.0F;
      insert(builder, plain(4).putFloat(zero), 1, BloomFilterBuilder::insertFloats);
      BlockSplitBloomFilter filter = read(builder);
      assertTrue(filter.findHash(filter.hash(0.0F)) && filter.findHash(filter.hash(-0.0F)));
      builder.reset();
      insert(builder, plain(8).putDouble(zero), 1, BloomFilterBuilder::insertDoubles);
      filter = read(builder);
      assertTrue(filter.findHash(filter.hash(0.0)) && filter.findHash(filter.hash(-0.0)));
      builder.reset();
      short half = (short) (negative ? 0x8000 : 0);
      insert(builder, plain(2).putShort(half), 1, BloomFilterBuilder::insertFloat16s);
      filter = read(builder);
      for (byte[] bytes : new byte[][] {{0, 0}, {0, -128}}) {
        assertTrue(filter.findHash(filter.hash(Binary.fromConstantByteArray(bytes))));
      }
    }
  }

  @Test
  void byteArraysAreHashedWithoutTheirLength() {
    long seed = 0xb100;
    Random random = new Random(seed);
    List<byte[]> values = new ArrayList<>();
    ByteBuffer plain = plain(1 << 20);
    for (int i = 0; i < 5_000; i++) {
      byte[] value = new byte[random.nextInt(80)];
      random.nextBytes(value);
      values.add(value);
      plain.putInt(value.length).put(value);
    }
    try (BloomFilterBuilder builder = new BloomFilterBuilder(0.001, MAX)) {
      insert(builder, plain, values.size(), BloomFilterBuilder::insertByteArrays);
      BlockSplitBloomFilter filter = read(builder);
      for (byte[] value : values) {
        assertTrue(
            filter.findHash(filter.hash(Binary.fromConstantByteArray(value))), "seed " + seed);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 9, 12, 16, 40})
  void bloomFlba(int width) {
    try (BloomFilterBuilder builder = new BloomFilterBuilder(0.01, MAX)) {
      Random random = new Random(width);
      byte[] values = new byte[width * 500];
      random.nextBytes(values);
      insert(
          builder,
          plain(values.length).put(values),
          500,
          (b, plain, at, count) -> b.insertFixedBytes(plain, at, count, width));
      BlockSplitBloomFilter filter = read(builder);
      for (int i = 0; i < 500; i++) {
        Binary value = Binary.fromConstantByteArray(values, i * width, width);
        assertTrue(filter.findHash(filter.hash(value)));
      }
    }
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new BloomFilterBuilder(0, MAX));
    assertThrows(IllegalArgumentException.class, () -> new BloomFilterBuilder(1, MAX));
    assertThrows(IllegalArgumentException.class, () -> new BloomFilterBuilder(Double.NaN, MAX));
    assertThrows(IllegalArgumentException.class, () -> new BloomFilterBuilder(0.1, 31));
    assertThrows(
        IllegalArgumentException.class, () -> new BloomFilterBuilder(0.1, (128 << 20) + 1));
  }
}
