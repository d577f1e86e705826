package dev.frazil.encoders;

import static dev.frazil.encoders.ChunkTrial.SNAPPY;
import static dev.frazil.encoders.ChunkTrial.bounds;
import static dev.frazil.encoders.ChunkTrial.encode;
import static dev.frazil.encoders.ChunkTrial.float64;
import static dev.frazil.encoders.ChunkTrial.hex;
import static dev.frazil.encoders.ChunkTrial.leaf;
import static dev.frazil.encoders.ChunkTrial.string;
import static dev.frazil.encoders.ChunkTrial.withNulls;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.frazil.encoders.ChunkTrial.Read;
import dev.frazil.encoders.ChunkTrial.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChunkStatisticsTest {
  @Test
  void allNullsHaveNoBounds() throws IOException {
    List<@Nullable String> values = withNulls(45_000, 1, i -> "never");
    Read read = encode(string(1), SNAPPY, NativeValues::strings, values, 45_000);
    assertEquals(values, read.values());
    assertEquals(45_000, read.statistics().nullCount());
    assertNull(read.statistics().bounds());
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
      EncoderOptions options = ChunkTrial.SNAPPY.toBuilder().dictionary(dictionary).build();
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
}
