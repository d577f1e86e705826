package dev.frazil.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.CompressionPolicy.Codec;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.encoders.PageVersion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WriterOptionsTest {

  @Test
  void defaultsAreTheOnesOfTheDesign() {
    WriterOptions options = WriterOptions.fromProperties(Map.of());
    assertEquals(WriterOptions.DEFAULT, options);
    assertEquals(new CompressionPolicy(Codec.ZSTD, 1), options.encoder().compression());
    assertTrue(options.encoder().dictionary());
    assertEquals(2_097_152, options.encoder().dictionaryMaxBytes());
    assertEquals(1_048_576, options.encoder().pageTargetBytes());
    assertEquals(20_000, options.encoder().pageTargetRows());
    assertEquals(134_217_728, options.rowGroupTargetBytes());
    assertEquals(1_048_576, options.rowGroupTargetRows());
    assertEquals(16, WriterOptions.DEFAULT_METRICS_TRUNCATE);
  }

  @Test
  void smallestHasMoreRowsInPagesOfIndicesUnlessTheyWereChosen() {
    WriterOptions.Builder smallest =
        WriterOptions.builder().encoding(new EncodingPolicy.Smallest());
    EncoderOptions free = smallest.build().toBuilder().build().encoder();
    assertEquals(20_000, free.pageTargetRows());
    assertEquals(65_536, free.indexPageTargetRows());
    assertEquals(20_000, WriterOptions.DEFAULT.encoder().indexPageTargetRows());
    EncoderOptions chosen = smallest.pageTargetRows(20_000).build().encoder();
    assertEquals(20_000, chosen.indexPageTargetRows());
  }

  @Test
  void everyPropertyIsHonoured() {
    Map<String, String> properties =
        Map.ofEntries(
            Map.entry("write.parquet.compression-codec", "ZSTD"),
            Map.entry("write.parquet.compression-level", "5"),
            Map.entry("write.parquet.row-group-size-bytes", "1000"),
            Map.entry("write.parquet.row-group-size-rows", "2000"),
            Map.entry("write.parquet.row-group-limit", "3000"),
            Map.entry("write.parquet.page-size-bytes", "4000"),
            Map.entry("write.parquet.page-row-limit", "5000"),
            Map.entry("write.parquet.page-version", "v2"),
            Map.entry("parquet.columnindex.truncate.length", "32"),
            Map.entry("write.parquet.dict-encoding-enabled.column.a", "false"),
            Map.entry("write.parquet.bloom-filter-enabled.column.a", "true"),
            Map.entry("write.parquet.bloom-filter-enabled.column.b", "false"),
            Map.entry("write.parquet.bloom-filter-enabled.column.`c.d`.e", "true"),
            Map.entry("write.parquet.bloom-filter-fpp.column.a", "0.05"),
            Map.entry("write.parquet.bloom-filter-ndv.column.a", "300"),
            Map.entry("write.parquet.bloom-filter-max-bytes", "4096"),
            Map.entry("write.parquet.bloom-filter-adaptive-enabled", "true"),
            Map.entry("write.parquet.stats-enabled.column.a", "false"),
            Map.entry("write.parquet.stats-enabled.column.b", "true"),
            Map.entry("write.parquet.row-group-size-track-uncompressed", "true"),
            Map.entry("write.parquet.row-group-check-min-record-count", "1"),
            Map.entry("write.parquet.row-group-check-max-record-count", "2"),
            Map.entry("write.parquet.variant-inference-buffer-size", "3"),
            Map.entry("write.parquet.shred-variants", "false"),
            Map.entry("write.parquet.dict-size-bytes", "6000"),
            Map.entry("parquet.enable.dictionary", "false"),
            Map.entry("write.metadata.metrics.default", "full"),
            Map.entry("write.metadata.metrics.column.a", "none"),
            Map.entry("commit.retry.num-retries", "7"));
    WriterOptions.Builder expected = WriterOptions.builder();
    expected.encoder().pageBoundMaxBytes(32);
    assertEquals(
        expected
            .compression(new CompressionPolicy(Codec.ZSTD, 5))
            .rowGroupTargetBytes(1000)
            .rowGroupTargetRows(2000)
            .pageTargetBytes(4000)
            .pageTargetRows(5000)
            .dictionaryMaxBytes(6000)
            .dictionary(false)
            .pageVersion(PageVersion.V2)
            .column(
                List.of("a"),
                ColumnOptions.DEFAULT
                    .withDictionary(false)
                    .withFooterStatistics(false)
                    .withBloomFilter(new BloomFilterOptions(0.05, 4096, 300)))
            .column(
                List.of("c.d", "e"),
                ColumnOptions.DEFAULT.withBloomFilter(new BloomFilterOptions(0.01, 4096)))
            .metricsProperties(
                Map.of(
                    "write.metadata.metrics.default", "full",
                    "write.metadata.metrics.column.a", "none"))
            .build(),
        WriterOptions.fromProperties(properties));
  }

  @Test
  void pyIcebergsRowLimitIsHonouredWhenItStandsAlone() {
    assertEquals(
        3000,
        WriterOptions.fromProperties(Map.of("write.parquet.row-group-limit", "3000"))
            .rowGroupTargetRows());
  }

  @ParameterizedTest
  @CsvSource({
    "uncompressed,UNCOMPRESSED,0",
    "none,UNCOMPRESSED,0",
    "Snappy,SNAPPY,0",
    "zstd,ZSTD,9",
    "zstd:3,ZSTD,9",
    "gzip,GZIP,9",
    "brotli,BROTLI,9",
    "lz4,LZ4_RAW,0"
  })
  void levelConcernsOnlyCodecsThatHaveLevels(String name, Codec codec, int level) {
    Map<String, String> properties =
        Map.of("write.parquet.compression-codec", name, "write.parquet.compression-level", "9");
    assertEquals(
        new CompressionPolicy(codec, level),
        WriterOptions.fromProperties(properties).encoder().compression());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write.parquet.row-group-size-bytes",
        "write.parquet.row-group-size-rows",
        "write.parquet.row-group-limit",
        "write.parquet.page-size-bytes",
        "write.parquet.page-row-limit",
        "write.parquet.dict-size-bytes",
        "write.parquet.bloom-filter-max-bytes",
        "write.parquet.row-group-check-min-record-count",
        "write.parquet.row-group-check-max-record-count",
        "write.parquet.variant-inference-buffer-size",
        "parquet.columnindex.truncate.length"
      })
  void limitsThatAreNoPositiveNumbersAreRefusedByName(String name) {
    for (String value : List.of("0", "-1", "x", "", "1.5", "9223372036854775808")) {
      String message = refusal(Map.of(name, value));
      assertTrue(message.startsWith(name + ": expected a whole number from 1 to "), message);
      assertTrue(message.endsWith("got '" + value + "'"), message);
    }
  }

  @Test
  void limitsBeyondThirtyTwoBitsAreRefusedWhereTheFormatCountsInThem() {
    Map<String, String> properties =
        new HashMap<>(Map.of("write.parquet.row-group-size-bytes", "4294967296"));
    assertEquals(1L << 32, WriterOptions.fromProperties(properties).rowGroupTargetBytes());
    properties.put("write.parquet.page-size-bytes", "4294967296");
    assertTrue(refusal(properties).contains("1 to 2147483647, got '4294967296'"));
  }

  @ParameterizedTest
  @CsvSource({
    "write.parquet.compression-codec,lzo",
    "write.parquet.compression-codec,gzip-6",
    "write.parquet.compression-level,23",
    "write.parquet.compression-level,high",
    "write.parquet.page-version,3",
    "write.parquet.row-group-size-track-uncompressed,maybe",
    "write.parquet.bloom-filter-adaptive-enabled,1",
    "write.parquet.shred-variants,x",
    "write.parquet.stats-enabled.column.a,no",
    "parquet.enable.dictionary,yes"
  })
  void valuesThatAreNotKnownAreRefusedByName(String name, String value) {
    String message = refusal(Map.of(name, value));
    assertTrue(message.startsWith(name + ": "), message);
    assertTrue(message.contains(value), message);
  }

  @Test
  void theNumbersOfAFilterAreRefusedByName() {
    for (String value : List.of("0", "many")) {
      String name = "write.parquet.bloom-filter-ndv.column.a";
      String message =
          refusal(Map.of(name, value, "write.parquet.bloom-filter-enabled.column.a", "true"));
      assertTrue(message.startsWith(name + ": expected a whole number from 1 to "), message);
    }
  }

  @Test
  void filesRollAtHalfAGibibyteWhereNothingElseIsSaid() {
    String name = "write.target-file-size-bytes";
    assertEquals(536_870_912, WriterProperties.targetFileBytes(Map.of()));
    assertEquals(5, WriterProperties.targetFileBytes(Map.of(name, "5")));
    assertThrows(
        IllegalArgumentException.class, () -> WriterProperties.targetFileBytes(Map.of(name, "0")));
  }

  private static String refusal(Map<String, String> properties) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> WriterOptions.fromProperties(properties));
    return String.valueOf(e.getMessage());
  }

  @Test
  void builtOptionsAreCheckedAndDoNotFollowTheirMaps() {
    for (WriterOptions.Builder builder :
        List.of(
            WriterOptions.builder().dictionaryMaxBytes(0),
            WriterOptions.builder().pageTargetBytes(0),
            WriterOptions.builder().pageTargetRows(-1),
            WriterOptions.builder().rowGroupTargetBytes(0),
            WriterOptions.builder().rowGroupTargetRows(0))) {
      assertThrows(IllegalArgumentException.class, builder::build);
    }
    Map<String, String> pairs = new HashMap<>(Map.of("k", "v"));
    WriterOptions options = WriterOptions.builder().keyValueMetadata(pairs).build();
    pairs.put("k2", "v2");
    assertEquals(Map.of("k", "v"), options.keyValueMetadata());
  }

  @Test
  void aBuilderOfOptionsKeepsThem() {
    WriterOptions options =
        new WriterOptions(
            EncoderOptions.builder().pageTargetRows(7).build(),
            Map.of(List.of("a", "b"), ColumnOptions.DEFAULT.withPageTargetBytes(3)),
            false,
            true,
            false,
            List.of(new SortingColumn(List.of("a"), true, false)),
            4,
            5,
            Map.of("a", "b"),
            Map.of("c", "d"));
    assertEquals(options, options.toBuilder().build());
  }
}
