package dev.frazil.encoders.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

class SnappyCompressorTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 6, 7, 65_536, 1 << 30})
  void roomIsWhatSnappyAsksFor(int length) {
    assertEquals(Snappy.maxCompressedLength(length), SnappyCompressor.maxCompressedLength(length));
  }

  @Test
  void roomForALargePageIsMoreThanAnIntHolds() {
    assertEquals(2_505_397_470L, SnappyCompressor.maxCompressedLength(Integer.MAX_VALUE - 128));
  }
}
