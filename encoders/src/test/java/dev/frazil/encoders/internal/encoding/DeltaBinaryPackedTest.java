package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.Encoding.DELTA_BINARY_PACKED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.PhysicalType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaBinaryPackedTest {
  private static byte[] roundTrip(PhysicalType type, byte[] plain, int count, String label)
      throws IOException {
    byte[] body = PageBodies.encode(DELTA_BINARY_PACKED, type, 0, plain, count);
    assertArrayEquals(plain, PageBodies.decode(DELTA_BINARY_PACKED, type, 0, body, count), label);
    return body;
  }

  private static long varint(ByteBuffer body) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte part = body.get();
      value |= (part & 0x7fL) << shift;
      if (part >= 0) {
        return value;
      }
    }
  }

  /// The widths of all miniblocks by the layout of Encodings.md, which must end with the body.
  private static List<Integer> widths(byte[] bytes, int count) {
    ByteBuffer body = ByteBuffer.wrap(bytes);
    assertEquals(128, varint(body));
    assertEquals(4, varint(body));
    assertEquals(count, varint(body));
    varint(body);
    List<Integer> widths = new ArrayList<>();
    for (int left = count - 1; left > 0; left -= 128) {
      varint(body);
      int start = widths.size();
      for (int i = 0; i < 4; i++) {
        widths.add((int) body.get());
      }
      for (int i = 0; i < 4; i++) {
        assertTrue(left > 32 * i || widths.get(start + i) == 0, "a miniblock behind the end");
        body.position(body.position() + 4 * widths.get(start + i));
      }
    }
    assertEquals(0, body.remaining());
    return widths;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 32, 33, 64, 65, 127, 128, 129, 130, 257})
  void deltaLastBlock(int length) throws IOException {
    long[] squares = LongStream.range(0, length).map(i -> i * i).toArray();
    byte[] body = roundTrip(PhysicalType.INT64, PageBodies.longs(squares), length, "INT64");
    widths(body, length);
    int[] small = LongStream.of(squares).mapToInt(i -> (int) i).toArray();
    body = roundTrip(PhysicalType.INT32, PageBodies.ints(small), length, "INT32");
    widths(body, length);
  }

  @Test
  void deltaInt32Of33Bits() throws IOException {
    int[] few = {863490391, -816295192, 1613070492, -1166045478, 1856530847};
    byte[] body = roundTrip(PhysicalType.INT32, PageBodies.ints(few), few.length, "few");
    assertTrue(widths(body, few.length).stream().allMatch(width -> width <= 32));
    int[] extremes =
        IntStream.range(0, 160)
            .map(i -> (i & 1) == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE)
            .toArray();
    body = roundTrip(PhysicalType.INT32, PageBodies.ints(extremes), 160, "extremes");
    assertTrue(widths(body, 160).stream().allMatch(width -> width <= 32));
    long[] wide =
        LongStream.range(0, 160).map(i -> (i & 1) == 0 ? Long.MIN_VALUE : Long.MAX_VALUE).toArray();
    body = roundTrip(PhysicalType.INT64, PageBodies.longs(wide), 160, "wide");
    widths(body, 160);
  }

  @Test
  void deltaDesc() throws IOException {
    int[] values = IntStream.iterate(10_000, i -> i > 0, i -> i - 1).toArray();
    byte[] body = roundTrip(PhysicalType.INT32, PageBodies.ints(values), 10_000, "descending");
    assertTrue(body.length < 0.2 * values.length, () -> body.length + " bytes");
  }

  @Test
  void zeroAndOneValueAreAHeader() {
    byte[] none = PageBodies.encode(DELTA_BINARY_PACKED, PhysicalType.INT64, 0, new byte[0], 0);
    assertEquals("8001040000", HexFormat.of().formatHex(none));
    byte[] one =
        PageBodies.encode(
            DELTA_BINARY_PACKED, PhysicalType.INT32, 0, PageBodies.ints(Integer.MIN_VALUE), 1);
    assertEquals("80010401ffffffff0f", HexFormat.of().formatHex(one));
  }

  @Test
  void packsWithTheFirstValueInTheLowestBits() {
    int[] values = {0, 0, 1, 3, 6, 10, 15, 21, 28};
    byte[] body =
        PageBodies.encode(
            DELTA_BINARY_PACKED, PhysicalType.INT32, 0, PageBodies.ints(values), values.length);
    // The differences are 0 to 7, packed as in the example of Encodings.md, "RLE".
    String zeros = "00".repeat(9);
    assertEquals(
        "8001040900" + "00" + "03000000" + "88c6fa" + zeros, HexFormat.of().formatHex(body));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 8, 13, 16, 17, 21, 31, 32, 33, 40, 48, 63, 64})
  void decodesByParquetJava(int bits) throws IOException {
    long seed = 0xde17aL + bits;
    Random random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      int count = random.nextInt(2_500);
      long[] values = new long[count];
      long value = random.nextLong();
      for (int i = 0; i < count; i++) {
        int width = random.nextInt(4) == 0 ? random.nextInt(bits + 1) : bits;
        value += width == 0 ? 0 : random.nextLong() >> (64 - width);
        values[i] = value;
      }
      String label = "seed " + seed + ", round " + round;
      widths(roundTrip(PhysicalType.INT64, PageBodies.longs(values), count, label), count);
      int[] ints = LongStream.of(values).mapToInt(v -> (int) v).toArray();
      byte[] body = roundTrip(PhysicalType.INT32, PageBodies.ints(ints), count, label);
      assertTrue(widths(body, count).stream().allMatch(width -> width <= 32), label);
    }
  }

  /// Steps of at most a given one with rare ones of another size; as a whole they may be up to 16
  /// bits wide or more.
  private static long[] steps(Random random) {
    long most = 1L << random.nextInt(18);
    long least = random.nextBoolean() ? 0 : random.nextLong(most);
    int rare = random.nextInt(20, 2_000);
    long jump = random.nextLong() >> random.nextInt(40, 64);
    long value = 0;
    long[] values = new long[random.nextInt(1, 4_000)];
    for (int i = 0; i < values.length; i++) {
      value += least + random.nextLong(most) + (random.nextInt(rare) == 0 ? jump : 0);
      values[i] = value;
    }
    return values;
  }

  /// The widths that miniblocks have where the smallest difference of each block is taken from all:
  /// those of Encodings.md.
  private static List<Integer> narrowest(long[] values) {
    List<Integer> widths = new ArrayList<>();
    for (int from = 1; from < values.length; from += 128) {
      long[] deltas =
          IntStream.range(from, Math.min(values.length, from + 128))
              .mapToLong(i -> values[i] - values[i - 1])
              .toArray();
      long min = LongStream.of(deltas).min().getAsLong();
      for (int i = 0; i < 4; i++) {
        long used =
            LongStream.of(deltas)
                .skip(32L * i)
                .limit(32)
                .map(d -> d - min)
                .reduce(0, (a, b) -> a | b);
        widths.add(Long.SIZE - Long.numberOfLeadingZeros(used));
      }
    }
    return widths;
  }

  @Test
  void noMiniblockIsWiderThanItsDifferencesTake() throws IOException {
    long seed = 0x51de5;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      String label = "seed " + seed + ", round " + round;
      long[] values = steps(random);
      byte[] body = roundTrip(PhysicalType.INT64, PageBodies.longs(values), values.length, label);
      assertEquals(narrowest(values), widths(body, values.length), label);
      int[] ints = LongStream.of(values).mapToInt(v -> (int) v).toArray();
      body = roundTrip(PhysicalType.INT32, PageBodies.ints(ints), values.length, label);
      assertEquals(narrowest(values), widths(body, values.length), label);
    }
  }
}
