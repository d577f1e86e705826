package dev.frazil.encoders.internal.encoding;

import static dev.frazil.encoders.memory.Layouts.SHORT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.Random;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RleBitPackedWriterTest {
  private static byte[] encode(int[] indices, int width) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment codes = arena.allocate(2L * indices.length);
      for (int i = 0; i < indices.length; i++) {
        codes.set(SHORT, 2L * i, (short) indices[i]);
      }
      MemorySegment target = arena.allocate(RleBitPackedWriter.maxSize(indices.length));
      long end = RleBitPackedWriter.write(codes, 0, indices.length, width, target, 0);
      return target.asSlice(0, end).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private static void assertDecodes(int[] indices, int width, String label) throws IOException {
    RunLengthBitPackingHybridDecoder decoder =
        new RunLengthBitPackingHybridDecoder(
            width, new ByteArrayInputStream(encode(indices, width)));
    int[] read = new int[indices.length];
    for (int i = 0; i < read.length; i++) {
      read[i] = decoder.readInt();
    }
    assertArrayEquals(indices, read, label);
  }

  @Test
  void packsTheExampleOfTheSpecification() {
    byte[] encoded = encode(new int[] {0, 1, 2, 3, 4, 5, 6, 7}, 3);
    assertEquals("0388c6fa", HexFormat.of().formatHex(encoded));
  }

  @Test
  void writesOneRunForEqualIndices() {
    byte[] encoded = encode(new int[100], 1);
    assertEquals("c80100", HexFormat.of().formatHex(encoded));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void decodesByParquetJava(int width) throws IOException {
    long seed = 0xf5a21L + width;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int[] indices = new int[random.nextInt(3_000)];
      int runs = random.nextInt(1, 64);
      for (int i = 0; i < indices.length; ) {
        int run = random.nextInt(4) == 0 ? random.nextInt(1, runs + 1) : 1;
        int index = random.nextInt(1 << width);
        for (int end = Math.min(indices.length, i + run); i < end; i++) {
          indices[i] = index;
        }
      }
      assertDecodes(indices, width, "seed " + seed + ", round " + round);
    }
  }

  @Test
  void runsMakeLongRepetitionsSmall() {
    int[] indices = new int[20_000];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = i / 1_000;
    }
    assertTrue(encode(indices, 5).length < 200);
  }
}
