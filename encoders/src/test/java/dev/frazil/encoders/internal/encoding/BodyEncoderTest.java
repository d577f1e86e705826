package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.Encoding.BYTE_STREAM_SPLIT;
import static dev.frazil.encoders.Encoding.DELTA_BYTE_ARRAY;
import static dev.frazil.encoders.Encoding.DELTA_LENGTH_BYTE_ARRAY;
import static dev.frazil.encoders.Encoding.RLE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.PhysicalType;
import dev.frazil.encoders.memory.Slab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyEncoderTest {
  private static byte[] roundTrip(
      Encoding encoding, PhysicalType type, int typeLength, byte[] plain, int count, String label)
      throws IOException {
    byte[] body = PageBodies.encode(encoding, type, typeLength, plain, count);
    assertArrayEquals(
        plain, PageBodies.decode(encoding, type, typeLength, body, count), encoding + label);
    return body;
  }

  private static List<byte[]> utf8(String... values) {
    return Stream.of(values).map(value -> value.getBytes(UTF_8)).toList();
  }

  @Test
  void deltaLengthOfTheSpecification() {
    byte[] plain = PageBodies.strings(utf8("Hello", "World", "Foobar", "ABCDEF"));
    byte[] body = PageBodies.encode(DELTA_LENGTH_BYTE_ARRAY, PhysicalType.BYTE_ARRAY, 0, plain, 4);
    // Lengths 5, 5, 6, 6: the differences 0, 1, 0 at one bit each, then the bytes.
    assertEquals(
        "800104040a" + "00" + "01000000" + "02000000", HexFormat.of().formatHex(body, 0, 14));
    assertEquals("HelloWorldFoobarABCDEF", new String(body, 14, body.length - 14, UTF_8));
  }

  @Test
  void deltaStringsOfTheSpecification() {
    byte[] plain = PageBodies.strings(utf8("axis", "axle", "babble", "babyhood"));
    byte[] body = PageBodies.encode(DELTA_BYTE_ARRAY, PhysicalType.BYTE_ARRAY, 0, plain, 4);
    String text = new String(body, UTF_8);
    assertTrue(text.endsWith("axislebabbleyhood"), text);
  }

  @ParameterizedTest
  @EnumSource(
      value = Encoding.class,
      names = {"DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"})
  void byteArraysDecodeByParquetJava(Encoding encoding) throws IOException {
    long seed = 0xb0d1e5L;
    Random random = new Random(seed);
    for (int round = 0; round < 120; round++) {
      int count = random.nextInt(400);
      int longest = 1 << random.nextInt(10);
      List<byte[]> values = new ArrayList<>();
      byte[] value = new byte[0];
      for (int i = 0; i < count; i++) {
        int kept = random.nextInt(3) == 0 ? value.length : random.nextInt(value.length + 1);
        value = Arrays.copyOf(value, Math.min(longest, kept + random.nextInt(longest)));
        for (int at = kept; at < value.length; at++) {
          value[at] = (byte) random.nextInt();
        }
        values.add(value);
      }
      byte[] plain = PageBodies.strings(values);
      String label = ", seed " + seed + ", round " + round;
      roundTrip(encoding, PhysicalType.BYTE_ARRAY, 0, plain, count, label);
    }
  }

  @Test
  void flbaDelta() throws IOException {
    Random random = new Random(0xf1ba);
    byte[][] uuids = new byte[1_000][16];
    for (byte[] uuid : uuids) {
      random.nextBytes(uuid);
    }
    Arrays.sort(uuids, Arrays::compareUnsigned);
    byte[] plain = new byte[16 * uuids.length];
    for (int i = 0; i < uuids.length; i++) {
      System.arraycopy(uuids[i], 0, plain, 16 * i, 16);
    }
    byte[] body =
        roundTrip(DELTA_BYTE_ARRAY, PhysicalType.FIXED_LEN_BYTE_ARRAY, 16, plain, 1_000, "");
    assertTrue(body.length < plain.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 12, 16, 40})
  void fixedBytesOfAnyWidthShareTheirPrefixes(int width) throws IOException {
    long seed = 0xf1baL + width;
    Random random = new Random(seed);
    for (int count : new int[] {0, 1, 2, 33, 500}) {
      byte[] plain = new byte[width * count];
      for (int i = 0; i < plain.length; i++) {
        plain[i] = (byte) (random.nextInt(10) == 0 ? random.nextInt() : 0);
      }
      String label = ", seed " + seed + ", count " + count;
      roundTrip(DELTA_BYTE_ARRAY, PhysicalType.FIXED_LEN_BYTE_ARRAY, width, plain, count, label);
    }
  }

  @Test
  void streamsOfTheSpecification() {
    byte[] plain = HexFormat.of().parseHex("aabbccdd00112233a3b4c5d6");
    byte[] body = PageBodies.encode(BYTE_STREAM_SPLIT, PhysicalType.FLOAT, 0, plain, 3);
    assertEquals("aa00a3bb11b4cc22c5dd33d6", HexFormat.of().formatHex(body));
  }

  @ParameterizedTest
  @CsvSource({
    "INT32,4",
    "INT64,8",
    "FLOAT,4",
    "DOUBLE,8",
    "FIXED_LEN_BYTE_ARRAY,1",
    "FIXED_LEN_BYTE_ARRAY,2",
    "FIXED_LEN_BYTE_ARRAY,3",
    "FIXED_LEN_BYTE_ARRAY,5",
    "FIXED_LEN_BYTE_ARRAY,6",
    "FIXED_LEN_BYTE_ARRAY,7",
    "FIXED_LEN_BYTE_ARRAY,9",
    "FIXED_LEN_BYTE_ARRAY,12",
    "FIXED_LEN_BYTE_ARRAY,16",
    "FIXED_LEN_BYTE_ARRAY,33"
  })
  void streamsDecodeByParquetJava(PhysicalType type, int width) throws IOException {
    long seed = 0x5b11fL + width;
    Random random = new Random(seed);
    for (int count : new int[] {0, 1, 7, 8, 9, 16, 63, 64, 1_001}) {
      byte[] plain = new byte[width * count];
      random.nextBytes(plain);
      String label = ", seed " + seed + ", count " + count;
      byte[] body = roundTrip(BYTE_STREAM_SPLIT, type, width, plain, count, label);
      assertEquals(plain.length, body.length);
    }
  }

  private static byte[] bits(int count, IntPredicate set) {
    byte[] bits = new byte[(count + 7) / 8];
    for (int i = 0; i < count; i++) {
      if (set.test(i)) {
        bits[i >>> 3] |= (byte) (1 << (i & 7));
      }
    }
    return bits;
  }

  private static byte[] booleans(byte[] plain, int count, String label) throws IOException {
    byte[] body = roundTrip(RLE, PhysicalType.BOOLEAN, 0, plain, count, label);
    int length = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
    assertEquals(body.length - 4, length, "the prefix counts bytes");
    return body;
  }

  @Test
  void boolRleLen() throws IOException {
    assertEquals(4 + 2 + 125, booleans(bits(1_000, i -> i % 2 == 0), 1_000, "alternating").length);
    byte[] trues = booleans(bits(10_000, _ -> true), 10_000, "trues");
    assertEquals("04000000" + "a09c0101", HexFormat.of().formatHex(trues));
    assertEquals("00000000", HexFormat.of().formatHex(booleans(new byte[0], 0, "none")));
  }

  @Test
  void booleansDecodeByParquetJava() throws IOException {
    long seed = 0xb001L;
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      int count = random.nextInt(2_000);
      boolean[] values = new boolean[count];
      int longest = 1 << random.nextInt(10);
      for (int i = 0; i < count; ) {
        boolean value = random.nextBoolean();
        for (int end = Math.min(count, i + random.nextInt(1, longest + 1)); i < end; i++) {
          values[i] = value;
        }
      }
      booleans(bits(count, i -> values[i]), count, ", seed " + seed + ", round " + round);
    }
  }

  @Test
  void zerosStandBehindTheLastBoolean() {
    byte[] body = PageBodies.encode(RLE, PhysicalType.BOOLEAN, 0, new byte[] {-1, -3}, 10);
    assertEquals("03000000" + "05ff01", HexFormat.of().formatHex(body));
  }

  @Test
  void anEncodingThatATypeDoesNotHaveIsRefused() {
    try (Slab scratch = new Slab()) {
      for (PhysicalType type : PhysicalType.values()) {
        for (Encoding encoding : Encoding.values()) {
          boolean elsewhere = encoding == Encoding.PLAIN || encoding == Encoding.RLE_DICTIONARY;
          if (elsewhere || !encoding.allows(type)) {
            assertThrows(
                IllegalArgumentException.class,
                () -> BodyEncoder.of(encoding, type, 4, scratch),
                encoding + " of " + type);
          }
        }
      }
    }
  }
}
