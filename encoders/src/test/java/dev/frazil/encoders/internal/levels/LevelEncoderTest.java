package dev.frazil.encoders.internal.levels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.memory.Slab;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Random;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.Test;

class LevelEncoderTest {
  private static byte[] encode(BitSet valid, int rows) {
    try (Slab bits = new Slab();
        Slab levels = new Slab()) {
      bits.ensure((rows + 7) >>> 3, 0).fill((byte) -1);
      for (int i = 0; i < rows; i++) {
        byte unit = bits.segment().get(ValueLayout.JAVA_BYTE, i >>> 3);
        int mask = 1 << (i & 7);
        bits.segment()
            .set(
                ValueLayout.JAVA_BYTE, i >>> 3, (byte) (valid.get(i) ? unit | mask : unit & ~mask));
      }
      int nulls = rows - valid.cardinality();
      long end = LevelEncoder.encode(bits.segment(), rows, nulls, levels, 0);
      return levels.segment().asSlice(0, end).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private static void assertDecodes(BitSet valid, int rows, byte[] encoded, String label)
      throws IOException {
    RunLengthBitPackingHybridDecoder decoder =
        new RunLengthBitPackingHybridDecoder(1, new ByteArrayInputStream(encoded));
    for (int i = 0; i < rows; i++) {
      assertEquals(valid.get(i) ? 1 : 0, decoder.readInt(), label + ", row " + i);
    }
  }

  @Test
  void allValidAndAllNullAreOneRun() {
    BitSet all = new BitSet();
    all.set(0, 100);
    assertEquals("c80101", HexFormat.of().formatHex(encode(all, 100)));
    assertEquals("c80100", HexFormat.of().formatHex(encode(new BitSet(), 100)));
  }

  @Test
  void aMixedPageIsItsBitmapWithZerosBehind() {
    BitSet valid = BitSet.valueOf(new byte[] {0b0101_0101, 0b0000_0011});
    assertEquals("05" + "5503", HexFormat.of().formatHex(encode(valid, 11)));
  }

  @Test
  void anyPatternDecodesByParquetJava() throws IOException {
    long seed = 0x1e7e1;
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      int rows = random.nextInt(1, 2_000);
      BitSet valid = new BitSet();
      int perMille = random.nextBoolean() ? random.nextInt(1_001) : random.nextInt(30);
      boolean flip = random.nextBoolean();
      for (int i = 0; i < rows; i++) {
        valid.set(i, random.nextInt(1_000) < perMille ^ flip);
      }
      assertDecodes(valid, rows, encode(valid, rows), "seed " + seed + ", round " + round);
    }
  }

  @Test
  void fewNullsTakeLessThanTheBitmap() {
    BitSet valid = new BitSet();
    valid.set(0, 20_000);
    valid.clear(10_000);
    assertTrue(encode(valid, 20_000).length < 20);
  }
}
