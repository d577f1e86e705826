package dev.frazil.engine.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.parquet.format.GeospatialStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of other writers: good ones, and the lies that are known of others.
class FileVerifierTest {

  private static Verdict verdict(String name) throws IOException {
    return Verdict.of(Verdict.resource(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "binary_truncated_min_max",
        "byte_stream_split_extended.gzip",
        "data_index_bloom_encoding_stats",
        "data_index_bloom_encoding_with_length",
        "datapage_v2_empty_datapage.snappy",
        "float16_nonzeros_and_nans",
        "floating_orders_nan_count",
        "geospatial-with-nan",
        "int32_with_null_pages",
        "int96_from_spark",
        "nonnullable.impala",
        "rle-dict-snappy-checksum",
        "repeated_primitive_no_list",
        "duckdb-v2-zstd",
        "arrowcpp-no-statistics"
      })
  void aGoodFileHasNoLies(String name) throws Exception {
    Verdict verdict = verdict(name + ".parquet");
    assertEquals(List.of(), verdict.lies());
    assertTrue(verdict.verification().pages() > 0);
  }

  @Test
  void whatWasComparedIsCounted() throws Exception {
    Verification pages = verdict("int32_with_null_pages.parquet").verification();
    assertEquals(10, pages.pages());
    assertEquals(1000, pages.values());
    assertEquals(10, pages.checksums());
    assertEquals(1, pages.columnIndexes());
    assertEquals(
        1, verdict("data_index_bloom_encoding_with_length.parquet").verification().bloomFilters());
  }

  @Test
  void checksumsThatAreCorruptAreReported() throws Exception {
    Verdict verdict = verdict("rle-dict-uncompressed-corrupt-checksum.parquet");
    assertEquals(
        List.of(
            "long_field: row group 0: crc: expected 1696784233, got 1696784234",
            "binary_field: row group 0: crc: expected -1150346413, got -1150346412"),
        verdict.lies());
    assertEquals(
        Map.of(
            "values of pages that do not match their checksum",
            List.of("long_field", "binary_field"),
            "values of which the dictionary cannot be decoded",
            List.of("long_field", "binary_field")),
        verdict.verification().unverified());
  }

  /// apache/arrow#42980: a null list was not counted.
  @Test
  void aNullCountThatLeavesOutNullListsIsReported() throws Exception {
    List<String> lies = verdict("list_columns.parquet").lies();
    assertTrue(
        lies.contains("utf8_list.list.item: row group 0: null_count: expected 2, got 1"),
        lies.toString());
  }

  /// PARQUET-1246.
  @Test
  void nanAmongTheBoundsIsReported() throws Exception {
    List<String> lies = verdict("nan_in_stats.parquet").lies();
    assertTrue(
        lies.contains("x: row group 0: max_value: expected no NaN, got NaN"), lies.toString());
  }

  /// apache/arrow#45185.
  @Test
  void aChunkThatStartsWithinARowIsReported() throws Exception {
    List<String> lies = verdict("ARROW-GH-45185.parquet").lies();
    assertTrue(
        lies.stream().anyMatch(lie -> lie.contains("repetition levels: expected a row to start")),
        lies.toString());
  }

  @Test
  void boundsOfWhichTheOrderIsNotStatedAreNotVerified() throws Exception {
    assertEquals(
        Map.of("bounds without a known order", List.of("String")),
        verdict("data_index_bloom_encoding_with_length.parquet").verification().unverified());
  }

  @Test
  void aBoundingBoxThatIsTooSmallAndTypesThatAreNotThereAreReported() throws Exception {
    EditableFile file = EditableFile.of(Verdict.resource("geospatial-with-nan.parquet"));
    int geometry = 2;
    GeospatialStatistics statistics =
        Objects.requireNonNull(file.metaData(geometry).getGeospatial_statistics());
    Objects.requireNonNull(statistics.getBbox()).setXmin(1e9).setXmax(2e9);
    statistics.setGeospatial_types(List.of(7));
    List<String> lies = Verdict.of(file.toBytes()).lies();
    assertEquals(2, lies.size(), lies.toString());
    assertTrue(
        lies.getFirst().contains("geospatial_statistics bbox: expected a box around every shape"),
        lies.toString());
    assertTrue(
        lies.getLast().contains("geospatial_statistics geospatial_types: expected ["),
        lies.toString());
  }

  @Test
  void anotherFileIsRefused() {
    assertThrows(IOException.class, () -> Verdict.of("no Parquet at all".getBytes(UTF_8)));
  }

  /// Damage is reported or makes no difference: it never ends in another exception.
  @Test
  void damageIsReportedAndNeverAnythingElse() throws Exception {
    long seed = 20_261_130;
    Random random = new Random(seed);
    List<String> names =
        List.of(
            "int32_with_null_pages.parquet",
            "byte_stream_split_extended.gzip.parquet",
            "data_index_bloom_encoding_with_length.parquet",
            "nonnullable.impala.parquet",
            "geospatial-with-nan.parquet");
    int reported = 0;
    for (int i = 0; i < 1_000; i++) {
      byte[] file = Verdict.resource(names.get(i % names.size()));
      for (int bytes = 1 + random.nextInt(3); bytes > 0; bytes--) {
        file[random.nextInt(file.length)] = (byte) random.nextInt();
      }
      try {
        reported += Verdict.of(file).lies().isEmpty() ? 0 : 1;
      } catch (IOException e) {
        reported++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", file " + i, e);
      }
    }
    assertTrue(reported > 500, "reported: " + reported);
  }
}
