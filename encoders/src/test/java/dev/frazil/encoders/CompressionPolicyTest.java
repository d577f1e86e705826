package dev.frazil.encoders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.CompressionPolicy.Codec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionPolicyTest {
  @ParameterizedTest
  @CsvSource({
    "uncompressed, UNCOMPRESSED, 0",
    "none, UNCOMPRESSED, 0",
    "snappy, SNAPPY, 0",
    "zstd, ZSTD, 1",
    "zstd:-7, ZSTD, -7",
    "ZSTD:22, ZSTD, 22",
    "lz4_raw, LZ4_RAW, 0",
    "LZ4, LZ4_RAW, 0",
    "gzip, GZIP, 6",
    "gzip:0, GZIP, 0",
    "Gzip:9, GZIP, 9",
    "brotli, BROTLI, 4",
    "brotli:0, BROTLI, 0",
    "brotli:11, BROTLI, 11"
  })
  void namesAndLevelsAreParsed(String text, Codec codec, int level) {
    assertEquals(new CompressionPolicy(codec, level), CompressionPolicy.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "snappy:1",
        "lz4_raw:1",
        "none:3",
        "zstd:0",
        "zstd:23",
        "zstd:-8",
        "gzip:10",
        "gzip:-1",
        "brotli:12",
        "brotli:-1",
        "gzip:",
        "gzip:high"
      })
  void levelsThatACodecDoesNotHaveAreRefused(String text) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> CompressionPolicy.parse(text));
    assertTrue(String.valueOf(e.getMessage()).startsWith("compression level: "), e::getMessage);
  }

  @ParameterizedTest
  @EnumSource(Codec.class)
  void anUnknownNameListsEveryKnownOne(Codec codec) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> CompressionPolicy.parse("lzo"));
    assertTrue(String.valueOf(e.getMessage()).contains(codec.label()), e::getMessage);
  }
}
