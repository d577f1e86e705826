package dev.frazil.encoders;

import static dev.frazil.encoders.ChunkTrial.SNAPPY;
import static dev.frazil.encoders.ChunkTrial.bounds;
import static dev.frazil.encoders.ChunkTrial.encode;
import static dev.frazil.encoders.ChunkTrial.hex;
import static dev.frazil.encoders.ChunkTrial.int32;
import static dev.frazil.encoders.ChunkTrial.int64;
import static dev.frazil.encoders.ChunkTrial.leaf;
import static dev.frazil.encoders.ChunkTrial.string;
import static dev.frazil.encoders.ChunkTrial.withNulls;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.ChunkTrial.Read;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnChunkEncoderTest {
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
        EncoderOptions.builder()
            .compression(CompressionPolicy.UNCOMPRESSED)
            .dictionaryMaxBytes(60_000)
            .pageTargetBytes(10_000)
            .build();
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
  void emptyStringsAreValues() throws IOException {
    List<@Nullable String> values = Arrays.asList("", null, "", "b");
    Read read = encode(string(1), SNAPPY, NativeValues::strings, values, 4);
    assertEquals(ByteBuffer.wrap(new byte[0]), read.values().getFirst());
    assertEquals("", hex(bounds(read).min()));
    assertEquals("62", hex(bounds(read).max()));
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
    EncoderOptions options =
        ChunkTrial.SNAPPY.toBuilder()
            .dictionary(false)
            .dictionaryMaxBytes(1)
            .pageTargetBytes(1_000)
            .build();
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
