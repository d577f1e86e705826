package dev.frazil.engine.verify;

import static dev.frazil.engine.verify.Plant.bytes;
import static dev.frazil.engine.verify.Plant.v1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Lies of the footer: of the file, of column chunks and of their statistics.
class PlantedFooterLiesTest {
  private static final int ID = SampleFile.ID;
  private static final int NAME = SampleFile.NAME;
  private static final int RATIO = SampleFile.RATIO;
  private static final int LIST = SampleFile.LIST;
  private static final int KIND = SampleFile.KIND;

  @TempDir private Path folder = Path.of("");

  @TestFactory
  Stream<DynamicTest> aLieIsReportedAndNothingElse() {
    return Plant.tests(folder, List.of(footer(), chunks(), statistics()));
  }

  @Test
  void nothingIsReportedOfAGoodFile() throws Exception {
    for (WriterVersion version : WriterVersion.values()) {
      Verdict verdict = Verdict.of(Plant.sample(folder, version).toBytes());
      assertEquals(List.of(), verdict.lies());
      Verification verification = verdict.verification();
      assertEquals(5, verification.columnChunks());
      assertEquals(20, verification.pages());
      assertEquals(5, verification.offsetIndexes());
      assertEquals(2, verification.bloomFilters());
      assertEquals(21, verification.checksums());
      assertTrue(verification.unverified().isEmpty(), verification.toString());
    }
  }

  private static List<Plant> footer() {
    return List.of(
        v1("num_rows: expected 40, got 41", file -> file.footer().setNum_rows(41)),
        v1(
            "row group 0: num_rows: expected 40, got 39",
            file -> {
              file.footer().setNum_rows(39);
              file.rowGroup().setNum_rows(39);
            }),
        v1(
            "row group 0: total_byte_size: expected ",
            file -> file.rowGroup().setTotal_byte_size(1)),
        v1(
            "row group 0: total_compressed_size: expected ",
            file -> file.rowGroup().setTotal_compressed_size(1)),
        v1("row group 0: file_offset: expected 4, got 5", f -> f.rowGroup().setFile_offset(5)),
        v1("row group 0: ordinal: expected 0, got 1", f -> f.rowGroup().setOrdinal((short) 1)),
        v1(
            "kind: row group 0: sorting_columns: expected rows in order, got row 10 before row 9",
            file -> sorting(file, 0).setDescending(true)),
        v1(
            "ratio: row group 0: sorting_columns: expected rows in order, got row 1 before row 0",
            file -> sorting(file, 1).setDescending(true)),
        v1(
            "id: row group 0: sorting_columns: expected rows in order, got row 21 before row 20",
            file -> sorting(file, 2).setDescending(true)),
        v1(
            "row group 0: sorting_columns column_idx: expected a leaf, got 5",
            file -> sorting(file, 0).setColumn_idx(5)));
  }

  private static SortingColumn sorting(EditableFile file, int position) {
    return Objects.requireNonNull(file.rowGroup().getSorting_columns()).get(position);
  }

  private static List<Plant> chunks() {
    return List.of(
        v1(
            "name: row group 0: path_in_schema: expected [name], got [nom]",
            file -> file.metaData(NAME).setPath_in_schema(List.of("nom"))),
        v1(
            "name: row group 0: type: expected BYTE_ARRAY, got FIXED_LEN_BYTE_ARRAY",
            file -> file.metaData(NAME).setType(Type.FIXED_LEN_BYTE_ARRAY)),
        v1(
            "name: row group 0: num_values: expected 40, got 39",
            file -> file.metaData(NAME).setNum_values(39)),
        v1(
            "list.list.element: row group 0: num_values: expected 64, got 65",
            file -> file.metaData(LIST).setNum_values(65)),
        v1("id: row group 0: total_compressed_size: expected ", file -> add(file, ID, -1)),
        v1("id: row group 0: total_compressed_size: expected ", file -> add(file, ID, 1)),
        v1("kind: row group 0: total_compressed_size: expected ", file -> add(file, KIND, 1)),
        v1(
            "id: row group 0: total_uncompressed_size: expected ",
            file -> file.metaData(ID).setTotal_uncompressed_size(1)),
        v1(
            "kind: row group 0: data_page_offset: expected ",
            file -> {
              long offset = file.metaData(KIND).getData_page_offset();
              file.metaData(KIND).setData_page_offset(offset + 1);
            }),
        v1(
            "id: row group 0: dictionary_page_offset: expected none, got 4",
            file -> file.metaData(ID).setDictionary_page_offset(4)),
        v1(
            "kind: row group 0: pages: expected a page header at ",
            file -> {
              long offset = file.metaData(KIND).getDictionary_page_offset();
              file.metaData(KIND).setDictionary_page_offset(offset + 1);
            }),
        v1(
            "id: row group 0: encodings: expected all of [PLAIN], got [RLE]",
            file -> file.metaData(ID).setEncodings(List.of(Encoding.RLE))),
        v1(
            "id: row group 0: encoding_stats: expected {DATA_PAGE in PLAIN=4}, got",
            file ->
                Objects.requireNonNull(file.metaData(ID).getEncoding_stats())
                    .getFirst()
                    .setCount(3)),
        v1(
            "name: row group 0: bloom filter: expected every value to be found, got ",
            file -> file.bloomFilter(NAME, bits -> bits.put(new byte[bits.remaining()]))),
        v1(
            "name: row group 0: bloom_filter_length: expected ",
            file -> file.metaData(NAME).setBloom_filter_length(7)),
        v1(
            "name: row group 0: bloom filter: expected one at 1000000, got none: ",
            file -> file.metaData(NAME).setBloom_filter_offset(1_000_000)));
  }

  private static void add(EditableFile file, int column, int bytes) {
    file.metaData(column)
        .setTotal_compressed_size(file.metaData(column).getTotal_compressed_size() + bytes);
  }

  private static List<Plant> statistics() {
    return List.of(
        v1(
            "name: row group 0: null_count: expected 10, got 9",
            file -> file.statistics(NAME).setNull_count(9)),
        v1(
            "list.list.element: row group 0: null_count: expected ",
            file -> file.statistics(LIST).setNull_count(0)),
        v1(
            "ratio: row group 0: nan_count: expected 1, got 0",
            file -> file.statistics(RATIO).setNan_count(0)),
        v1(
            "name: row group 0: distinct_count: expected 7, got 8",
            file -> file.statistics(NAME).setDistinct_count(8)),
        v1(
            "id: row group 0: min_value: expected at most 0, got 1",
            file -> file.statistics(ID).setMin_value(bytes(1L))),
        v1(
            "id: row group 0: max_value: expected at least 39, got 38",
            file -> file.statistics(ID).setMax_value(bytes(38L))),
        v1(
            "id: row group 0: min_value: expected exactly 0, got -1",
            file -> file.statistics(ID).setMin_value(bytes(-1L))),
        v1(
            "name: row group 0: max_value: expected exactly 'name 6', got 'name 7'",
            file -> file.statistics(NAME).setMax_value("name 7".getBytes(UTF_8))),
        v1(
            "name: row group 0: min_value: expected at most 'name 0', got 'name 00'",
            file -> file.statistics(NAME).setMin_value("name 00".getBytes(UTF_8))),
        v1(
            "id: row group 0: min_value: expected a value of INT64, got 0x00",
            file -> file.statistics(ID).setMin_value(new byte[1])),
        v1(
            "ratio: row group 0: max_value: expected no NaN, got NaN",
            file -> file.statistics(RATIO).setMax_value(bytes(Double.NaN))),
        v1(
            "ratio: row group 0: min_value: expected at most -2.0, got -1.0",
            file -> file.statistics(RATIO).setMin_value(bytes(-1.0))),
        v1(
            "id: row group 0: min: expected at most 0, got 1",
            file -> file.statistics(ID).setMin(bytes(1L))),
        v1(
            "id: row group 0: max: expected at least 39, got 1",
            file -> file.statistics(ID).setMax(bytes(1L))),
        v1(
            "name: row group 0: unencoded_byte_array_data_bytes: expected 180, got 181",
            file ->
                Objects.requireNonNull(file.metaData(NAME).getSize_statistics())
                    .setUnencoded_byte_array_data_bytes(181)),
        v1(
            "list.list.element: row group 0: repetition_level_histogram: expected [40, 24], got",
            file ->
                Objects.requireNonNull(file.metaData(LIST).getSize_statistics())
                    .setRepetition_level_histogram(List.of(39L, 25L))),
        v1(
            "list.list.element: row group 0: definition_level_histogram: expected [8, 8, 16, 32],",
            file ->
                Objects.requireNonNull(file.metaData(LIST).getSize_statistics())
                    .setDefinition_level_histogram(List.of(64L, 0L, 0L, 0L))));
  }
}
