package dev.frazil.engine.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/// Counts in damaged pages that overflow what is computed with them.
class DamagedNumbersTest {
  private static Bits bits(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return new Bits(bytes, 0, bytes.length);
  }

  @Test
  void moreGroupsThanThereAreNumbers() {
    // A varint of 2^63 + 1: 2^62 packed groups.
    Undecodable e =
        assertThrows(Undecodable.class, () -> bits("81808080808080808001" + "00").readHybrid(1, 8));
    assertEquals("a run of 4611686018427387904 groups", e.getMessage());
  }

  @Test
  void moreMiniblocksThanThereAreNumbers() {
    // Blocks of 128 values in 2^59 parts, of which 32 times as many are 0 in 64 bits.
    Undecodable e =
        assertThrows(
            Undecodable.class,
            () -> DeltaDecoder.integers(bits("8001" + "808080808080808008" + "0200"), 2));
    assertEquals("blocks of 128 values in 576460752303423488 parts", e.getMessage());
  }
}
