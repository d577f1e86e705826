package dev.frazil.encoders;

import static dev.frazil.encoders.memory.Layouts.BYTE;
import static dev.frazil.encoders.memory.Layouts.INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Bounds in the orders that are not those of the bytes or the bits: of NaNs and zeros, of half
/// precision, and of geometries, which have none.
class ValueOrderChunkTest {
  @Test
  void totalOrderKeepsZerosAndBoundsNansByThemselves() throws IOException {
    LeafColumn column = ChunkTrial.leaf(PhysicalType.DOUBLE, 0, 0, ValueOrder.IEEE_754_TOTAL_ORDER);
    for (boolean dictionary : new boolean[] {true, false}) {
      EncoderOptions options =
          ChunkTrial.SNAPPY.toBuilder().dictionary(dictionary).pageTargetRows(100).build();
      List<Double> zeros = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        zeros.add(i % 2 == 0 ? 0.0 : Double.NaN);
      }
      ChunkTrial.Read read = ChunkTrial.encode(column, options, NativeValues::doubles, zeros, 100);
      assertEquals("0000000000000000", ChunkTrial.hex(ChunkTrial.bounds(read).min()));
      assertEquals("0000000000000000", ChunkTrial.hex(ChunkTrial.bounds(read).max()));
      assertEquals(50, read.statistics().nanCount());
      List<Double> nans = List.of(Double.NaN, Double.longBitsToDouble(0xfff8_0000_0000_0001L));
      read = ChunkTrial.encode(column, options, NativeValues::doubles, nans, 2);
      assertEquals("010000000000f8ff", ChunkTrial.hex(ChunkTrial.bounds(read).min()));
      assertEquals("000000000000f87f", ChunkTrial.hex(ChunkTrial.bounds(read).max()));
    }
  }

  @Test
  void halfPrecisionIsOrderedByValue() throws IOException {
    LeafColumn column =
        ChunkTrial.leaf(PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, 0, ValueOrder.FLOATING_POINT);
    List<byte[]> halves = new ArrayList<>();
    for (float value : new float[] {1.5f, -2f, Float.NaN, 0f, 65_504f, Float.NaN}) {
      short bits = Float.floatToFloat16(value);
      halves.add(new byte[] {(byte) bits, (byte) (bits >> 8)});
    }
    ChunkTrial.Read read =
        ChunkTrial.encode(
            column,
            ChunkTrial.SNAPPY,
            (arena, list) -> NativeValues.fixedBytes(arena, 2, list),
            halves,
            6);
    assertEquals("00c0", ChunkTrial.hex(ChunkTrial.bounds(read).min()));
    assertEquals("ff7b", ChunkTrial.hex(ChunkTrial.bounds(read).max()));
    assertEquals(2, read.statistics().nanCount());
  }

  @Test
  void geometriesHaveABoxAndTypesButNoBounds() throws IOException {
    LeafColumn column = ChunkTrial.leaf(PhysicalType.BYTE_ARRAY, 0, 0, ValueOrder.GEOSPATIAL);
    ByteBuffer point = ByteBuffer.allocate(21).put((byte) 0).putInt(1).putDouble(30).putDouble(10);
    ByteBuffer line =
        ByteBuffer.allocate(57).order(ByteOrder.LITTLE_ENDIAN).put((byte) 1).putInt(1002).putInt(2);
    line.putDouble(-5).putDouble(2).putDouble(7).putDouble(40).putDouble(Double.NaN).putDouble(9);
    GeospatialStatistics statistics =
        Objects.requireNonNull(
            encodeBytes(column, List.of(point.array(), line.array())).geospatial());
    assertEquals(List.of(1, 1002), List.copyOf(statistics.types()));
    assertEquals(
        new GeospatialStatistics.BoundingBox(-5, 40, 2, 10, 7, 9, Double.NaN, Double.NaN),
        statistics.box());
    EncoderException damaged =
        assertThrows(
            EncoderException.class,
            () -> encodeBytes(column, List.of(Arrays.copyOf(point.array(), 20))));
    assertTrue(String.valueOf(damaged.getMessage()).startsWith("c: well-known binary: expected"));
  }

  private static LeafStatistics encodeBytes(LeafColumn column, List<byte[]> values)
      throws IOException {
    ChunkTrial.Source source =
        (arena, list) -> {
          MemorySegment offsets = arena.allocate(4L * (list.size() + 1));
          int end = 0;
          for (int i = 0; i < values.size(); i++) {
            end += values.get(i).length;
            offsets.set(INT, 4L * (i + 1), end);
          }
          MemorySegment data = arena.allocate(end);
          long at = 0;
          for (byte[] value : values) {
            for (byte unit : value) {
              data.set(BYTE, at++, unit);
            }
          }
          return new LeafValues.Binary(offsets, 4, data, 0);
        };
    LeafStatistics statistics =
        ChunkTrial.encode(column, EncoderOptions.DEFAULT, source, values, values.size())
            .statistics();
    assertNull(statistics.bounds());
    return statistics;
  }
}
