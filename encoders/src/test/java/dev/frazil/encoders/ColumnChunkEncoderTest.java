package dev.frazil.encoders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnChunkEncoderTest {
  private static final EncoderOptions SNAPPY =
      new EncoderOptions(CompressionPolicy.SNAPPY, true, 2 << 20, 1 << 20, 20_000);

  private static LeafColumn leaf(PhysicalType type, int length, int level, ValueOrder order) {
    return new LeafColumn(List.of("c"), type, length, level, order);
  }

  private static LeafColumn int32(int level) {
    return leaf(PhysicalType.INT32, 0, level, ValueOrder.SIGNED);
  }

  private static LeafColumn int64(int level) {
    return leaf(PhysicalType.INT64, 0, level, ValueOrder.SIGNED);
  }

  private static LeafColumn string(int level) {
    return leaf(PhysicalType.BYTE_ARRAY, 0, level, ValueOrder.LEXICOGRAPHIC);
  }

  private static LeafColumn float64(int level) {
    return leaf(PhysicalType.DOUBLE, 0, level, ValueOrder.FLOATING_POINT);
  }

  /// What a chunk held, read back by parquet-java's decoders.
  private record Read(
      Encoding encoding, LeafStatistics statistics, ChunkReader pages, long compressed) {
    List<@Nullable Object> values() {
      return pages.values;
    }
  }

  private interface Source {
    LeafValues of(Arena arena, List<? extends @Nullable Object> values);
  }

  /// Encodes the values in batches of one size; each batch is unmapped before the next one comes.
  private static Read encode(
      LeafColumn column,
      EncoderOptions options,
      Source source,
      List<? extends @Nullable Object> values,
      int batch)
      throws IOException {
    try (EncoderWorkspace workspace = new EncoderWorkspace();
        ColumnChunkEncoder encoder = new ColumnChunkEncoder(column, options, workspace)) {
      for (int from = 0; from < values.size(); from += batch) {
        List<? extends @Nullable Object> part =
            values.subList(from, Math.min(values.size(), from + batch));
        try (Arena arena = Arena.ofConfined()) {
          Nesting nesting =
              column.optional()
                  ? NativeValues.validity(arena, part)
                  : new Nesting.Required(part.size());
          encoder.append(source.of(arena, part), nesting, 0, part.size());
        }
      }
      EncodedChunk chunk = encoder.finish();
      return new Read(
          chunk.valueEncoding(),
          chunk.statistics(),
          new ChunkReader(column, options.compression().codec(), chunk),
          chunk.bytes().byteSize());
    }
  }

  private static <T> List<@Nullable T> withNulls(int count, int every, IntFunction<T> value) {
    List<@Nullable T> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(i % every == every - 1 ? null : value.apply(i));
    }
    return values;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static Bounds bounds(Read read) {
    Bounds bounds = read.statistics().bounds();
    assertNotNull(bounds);
    return bounds;
  }

  @Test
  void fewDistinctNumbersGetADictionary() throws IOException {
    List<Integer> values = IntStream.range(0, 50_000).mapToObj(i -> i % 7 - 3).toList();
    Read read = encode(int32(0), SNAPPY, NativeValues::ints, values, 1_000);
    assertEquals(Encoding.RLE_DICTIONARY, read.encoding());
    assertEquals(values, read.values());
    assertEquals(List.of(20_000, 20_000, 10_000), read.pages().pageSlots);
    assertEquals("fdffffff", hex(bounds(read).min()));
    assertEquals("03000000", hex(bounds(read).max()));
  }

  @Test
  void distinctNumbersStayPlain() throws IOException {
    List<Long> values = IntStream.range(0, 30_000).mapToObj(i -> i * 0x9E37_79B9L).toList();
    Read read = encode(int64(0), SNAPPY, NativeValues::longs, values, 777);
    assertEquals(Encoding.PLAIN, read.encoding());
    assertEquals(values, read.values());
  }

  @Test
  void aDictionaryGivenUpLateIsRebuiltAfterItsBatchesAreGone() throws IOException {
    List<@Nullable Long> values =
        withNulls(200_000, 11, i -> i < 60_000 ? (long) (i % 100) << 40 : (long) i << 24);
    Read read = encode(int64(1), SNAPPY, NativeValues::longs, values, 5_000);
    assertEquals(Encoding.PLAIN, read.encoding());
    assertEquals(values, read.values());
    assertEquals(200_000 / 11, read.statistics().nullCount());
    assertEquals("0000000000000000", hex(bounds(read).min()));
  }

  @Test
  void stringsGivenUpLateAreCutIntoPagesOfTheTargetSize() throws IOException {
    EncoderOptions options =
        new EncoderOptions(CompressionPolicy.UNCOMPRESSED, true, 60_000, 10_000, 20_000);
    List<@Nullable String> values =
        withNulls(30_000, 5, i -> i < 20_000 ? "value " + i % 50 : "some other value " + i);
    Read read = encode(string(1), options, NativeValues::strings, values, 3_000);
    assertEquals(Encoding.PLAIN, read.encoding());
    assertEquals(
        values.stream().map(v -> v == null ? null : ByteBuffer.wrap(v.getBytes(UTF_8))).toList(),
        read.values());
    assertTrue(read.pages().pageBytes.stream().allMatch(b -> b <= 10_000 + 2_600));
    assertEquals("some other value 20000", new String(bounds(read).min(), UTF_8));
    assertEquals("value 8", new String(bounds(read).max(), UTF_8));
  }

  @Test
  void aDictionaryThatDoesNotPayAtTheEndIsDropped() throws IOException {
    List<Integer> values = IntStream.range(0, 100).boxed().toList();
    Read read = encode(int32(0), SNAPPY, NativeValues::ints, values, 100);
    assertEquals(Encoding.PLAIN, read.encoding());
    assertEquals(values, read.values());
  }

  @Test
  void oneDistinctValueIsReadByParquetJava() throws IOException {
    for (int count : new int[] {1, 3, 7, 8, 9, 20, 100_001}) {
      List<String> values = IntStream.range(0, count).mapToObj(_ -> "xxxxxxxxxxx").toList();
      Read read = encode(string(0), SNAPPY, NativeValues::strings, values, 50_000);
      assertEquals(count, read.values().stream().filter(v -> v != null).count());
      assertEquals(hex("xxxxxxxxxxx".getBytes(UTF_8)), hex(bounds(read).max()));
    }
  }

  @Test
  void allNullsHaveNoBounds() throws IOException {
    List<@Nullable String> values = withNulls(45_000, 1, i -> "never");
    Read read = encode(string(1), SNAPPY, NativeValues::strings, values, 45_000);
    assertEquals(values, read.values());
    assertEquals(45_000, read.statistics().nullCount());
    assertNull(read.statistics().bounds());
  }

  @Test
  void emptyStringsAreValues() throws IOException {
    List<@Nullable String> values = Arrays.asList("", null, "", "b");
    Read read = encode(string(1), SNAPPY, NativeValues::strings, values, 4);
    assertEquals(ByteBuffer.wrap(new byte[0]), read.values().getFirst());
    assertEquals("", hex(bounds(read).min()));
    assertEquals("62", hex(bounds(read).max()));
  }

  @Test
  void boundsOfStringsAreUnsignedAndWhole() throws IOException {
    String longer = "\u00ff".repeat(300);
    List<String> values =
        List.of("prefix--b", "prefix--a", longer, "prefix--", "\ufffd", longer + "x");
    Read read = encode(string(0), SNAPPY, NativeValues::strings, values, 2);
    assertEquals("prefix--", new String(bounds(read).min(), UTF_8));
    assertEquals("\ufffd", new String(bounds(read).max(), UTF_8));
  }

  @Test
  void nanIsCountedAndNeverABound() throws IOException {
    List<@Nullable Double> values = Arrays.asList(1.5, Double.NaN, null, -2.25, Double.NaN, 1.5);
    for (boolean dictionary : new boolean[] {true, false}) {
      EncoderOptions options =
          new EncoderOptions(CompressionPolicy.SNAPPY, dictionary, 2 << 20, 1 << 20, 20_000);
      List<@Nullable Double> many = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        many.addAll(values);
      }
      Read read = encode(float64(1), options, NativeValues::doubles, many, 50);
      assertEquals(dictionary ? Encoding.RLE_DICTIONARY : Encoding.PLAIN, read.encoding());
      assertEquals(200, read.statistics().nanCount());
      assertEquals(100, read.statistics().nullCount());
      assertEquals("00000000000002c0", hex(bounds(read).min()));
      assertEquals("000000000000f83f", hex(bounds(read).max()));
    }
  }

  @Test
  void onlyNansHaveNoBounds() throws IOException {
    List<Double> values = List.of(Double.NaN, Double.longBitsToDouble(0xfff8_0000_0000_0001L));
    Read read = encode(float64(0), SNAPPY, NativeValues::doubles, values, 2);
    assertEquals(2, read.statistics().nanCount());
    assertNull(read.statistics().bounds());
  }

  @Test
  void zerosAreWidened() throws IOException {
    Read positive = encode(float64(0), SNAPPY, NativeValues::doubles, List.of(0.0, 0.0), 2);
    assertEquals("0000000000000080", hex(bounds(positive).min()));
    assertEquals("0000000000000000", hex(bounds(positive).max()));
    Read negative = encode(float64(0), SNAPPY, NativeValues::doubles, List.of(-0.0, -1.0), 2);
    assertEquals("000000000000f0bf", hex(bounds(negative).min()));
    assertEquals("0000000000000000", hex(bounds(negative).max()));
  }

  @Test
  void unsignedOrderIsUnsigned() throws IOException {
    LeafColumn column = leaf(PhysicalType.INT32, 0, 0, ValueOrder.UNSIGNED);
    Read read = encode(column, SNAPPY, NativeValues::ints, List.of(1, -1, 5), 3);
    assertEquals("01000000", hex(bounds(read).min()));
    assertEquals("ffffffff", hex(bounds(read).max()));
  }

  @Test
  void decimalBytesAreSignedAndUuidsKeepBothOrders() throws IOException {
    List<byte[]> values =
        List.of(
            HexFormat.of().parseHex("00000000000000000000000000000001"),
            HexFormat.of().parseHex("f79c3e09677c4bbda4793f349cb785e7"),
            HexFormat.of().parseHex("7f000000000000000000000000000000"));
    Source source = (arena, list) -> NativeValues.fixedBytes(arena, 16, list);
    Read decimal =
        encode(
            leaf(PhysicalType.FIXED_LEN_BYTE_ARRAY, 16, 0, ValueOrder.SIGNED_BIG_ENDIAN),
            SNAPPY,
            source,
            values,
            3);
    assertEquals(hex(values.get(1)), hex(bounds(decimal).min()));
    assertEquals(hex(values.get(2)), hex(bounds(decimal).max()));
    Read uuid =
        encode(
            leaf(PhysicalType.FIXED_LEN_BYTE_ARRAY, 16, 0, ValueOrder.UUID),
            SNAPPY,
            source,
            values,
            3);
    assertEquals(new Bounds(values.get(0), values.get(1)), bounds(uuid));
    assertEquals(new Bounds(values.get(1), values.get(2)), uuid.statistics().signedUuidBounds());
  }

  @Test
  void booleansAreBits() throws IOException {
    LeafColumn column = leaf(PhysicalType.BOOLEAN, 0, 1, ValueOrder.SIGNED);
    List<@Nullable Boolean> values = withNulls(50_003, 7, i -> i % 3 == 0);
    Read read = encode(column, SNAPPY, NativeValues::booleans, values, 999);
    assertEquals(values, read.values());
    assertEquals(new Bounds(new byte[] {0}, new byte[] {1}), bounds(read));
    List<Boolean> trues = IntStream.range(0, 10).mapToObj(_ -> true).toList();
    Read same =
        encode(
            leaf(PhysicalType.BOOLEAN, 0, 0, ValueOrder.SIGNED),
            SNAPPY,
            NativeValues::booleans,
            trues,
            3);
    assertEquals(new Bounds(new byte[] {1}, new byte[] {1}), bounds(same));
  }

  @Test
  void aValueLargerThanAPageHasAPageOfItsOwn() throws IOException {
    EncoderOptions options = new EncoderOptions(CompressionPolicy.SNAPPY, false, 1, 1_000, 20_000);
    List<String> values = List.of("a", "b".repeat(5_000), "c", "d".repeat(999), "e");
    Read read = encode(string(0), options, NativeValues::strings, values, 5);
    assertEquals(List.of(1, 1, 1, 1, 1), read.pages().pageSlots);
    assertEquals(5, read.values().size());
  }

  @Test
  void batchSizeChangesNothing() throws IOException {
    long seed = 0xba7c4;
    Random random = new Random(seed);
    List<@Nullable Long> values = withNulls(70_000, 9, i -> random.nextLong(3_000) * 1_000_003);
    Read whole = encode(int64(1), SNAPPY, NativeValues::longs, values, 70_000);
    Read parts = encode(int64(1), SNAPPY, NativeValues::longs, values, 613);
    assertEquals(whole.statistics(), parts.statistics(), "seed " + seed);
    assertEquals(whole.compressed(), parts.compressed(), "seed " + seed);
    assertEquals(values, parts.values(), "seed " + seed);
  }

  @Test
  void slicesAtAnyOffsetAreHonoured() throws IOException {
    List<@Nullable String> values = withNulls(5_000, 3, i -> "string " + i % 300);
    try (Arena arena = Arena.ofConfined();
        EncoderWorkspace workspace = new EncoderWorkspace();
        ColumnChunkEncoder encoder = new ColumnChunkEncoder(string(1), SNAPPY, workspace)) {
      LeafValues.Binary all = NativeValues.strings(arena, values);
      Nesting.Optional validity = NativeValues.validity(arena, values);
      int from = 13;
      int rows = 4_000;
      List<@Nullable String> slice = values.subList(from, from + rows);
      int nulls = (int) slice.stream().filter(v -> v == null).count();
      encoder.append(
          new LeafValues.Binary(all.offsets(), 4, all.data(), from),
          new Nesting.Optional(rows, validity.validity(), from, nulls),
          0,
          rows);
      EncodedChunk chunk = encoder.finish();
      assertEquals(
          slice.stream().map(v -> v == null ? null : ByteBuffer.wrap(v.getBytes(UTF_8))).toList(),
          new ChunkReader(string(1), CompressionPolicy.Codec.SNAPPY, chunk).values);
    }
  }

  @Test
  void aResetEncoderGivesTheSameBytes() {
    List<@Nullable Integer> values = withNulls(30_000, 4, i -> i * 31 % 1_000);
    try (Arena arena = Arena.ofConfined();
        EncoderWorkspace workspace = new EncoderWorkspace();
        ColumnChunkEncoder encoder = new ColumnChunkEncoder(int32(1), SNAPPY, workspace)) {
      LeafValues leaf = NativeValues.ints(arena, values);
      Nesting nesting = NativeValues.validity(arena, values);
      encoder.append(leaf, nesting, 0, 30_000);
      byte[] first = encoder.finish().bytes().toArray(ValueLayout.JAVA_BYTE);
      encoder.reset();
      encoder.append(leaf, nesting, 0, 30_000);
      byte[] second = encoder.finish().bytes().toArray(ValueLayout.JAVA_BYTE);
      assertEquals(hex(first), hex(second));
    }
  }

  @Test
  void whatDoesNotFitTheColumnIsRefused() {
    try (Arena arena = Arena.ofConfined();
        EncoderWorkspace workspace = new EncoderWorkspace();
        ColumnChunkEncoder encoder = new ColumnChunkEncoder(int32(0), SNAPPY, workspace)) {
      LeafValues longs = NativeValues.longs(arena, List.of(1L));
      LeafValues ints = NativeValues.ints(arena, List.of(1));
      Nesting one = new Nesting.Required(1);
      Nesting optional = NativeValues.validity(arena, List.of(1));
      assertThrows(IllegalArgumentException.class, () -> encoder.append(longs, one, 0, 1));
      assertThrows(IllegalArgumentException.class, () -> encoder.append(ints, optional, 0, 1));
      assertThrows(IndexOutOfBoundsException.class, () -> encoder.append(ints, one, 0, 2));
      assertThrows(IllegalStateException.class, encoder::finish);
    }
  }
}
