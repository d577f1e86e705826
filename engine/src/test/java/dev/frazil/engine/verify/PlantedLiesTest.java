package dev.frazil.engine.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// A good file of parquet-java, and every kind of lie in it, one at a time: the lie is reported and
/// nothing else is.
class PlantedLiesTest {
  private static final int ID = SampleFile.ID;
  private static final int NAME = SampleFile.NAME;
  private static final int RATIO = SampleFile.RATIO;
  private static final int LIST = SampleFile.LIST;
  private static final int KIND = SampleFile.KIND;

  @TempDir private Path folder = Path.of("");

  private interface Edit {
    void apply(EditableFile file) throws IOException;
  }

  private record Plant(WriterVersion version, String lie, Edit edit) {}

  private static Plant v1(String lie, Edit edit) {
    return new Plant(WriterVersion.PARQUET_1_0, lie, edit);
  }

  private static Plant v2(String lie, Edit edit) {
    return new Plant(WriterVersion.PARQUET_2_0, lie, edit);
  }

  /// What parquet-java does not state is added, truly.
  private EditableFile sample(WriterVersion version) throws IOException {
    EditableFile file = EditableFile.of(SampleFile.write(folder, version));
    for (int column : List.of(ID, NAME, KIND)) {
      file.statistics(column).setIs_min_value_exact(true).setIs_max_value_exact(true);
    }
    file.statistics(ID).setDistinct_count(SampleFile.ROWS);
    file.statistics(NAME).setDistinct_count(7);
    file.statistics(KIND).setDistinct_count(4);
    // parquet-java 1.17.1 takes NaN for the largest value.
    file.statistics(RATIO).unsetMin();
    file.statistics(RATIO).unsetMax();
    file.statistics(RATIO)
        .setNan_count(1)
        .setMin_value(bytes(-2.0))
        .setMax_value(bytes(7.75))
        .setIs_min_value_exact(true)
        .setIs_max_value_exact(true);
    file.rowGroup()
        .setSorting_columns(
            List.of(
                new SortingColumn(KIND, false, false),
                new SortingColumn(RATIO, false, false),
                new SortingColumn(ID, false, true)));
    file.columnIndex(ID, index -> index.setNan_counts(List.of(0L, 0L, 0L, 0L)));
    return file;
  }

  private static byte[] bytes(double value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(value).array();
  }

  private static byte[] bytes(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  @Test
  void nothingIsReportedOfAGoodFile() throws Exception {
    for (WriterVersion version : WriterVersion.values()) {
      Verdict verdict = Verdict.of(sample(version).toBytes());
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

  @TestFactory
  Stream<DynamicTest> aLieIsReportedAndNothingElse() {
    return Stream.of(footer(), chunks(), statistics(), columnIndexes(), offsetIndexes(), pages())
        .flatMap(List::stream)
        .map(plant ->
            DynamicTest.dynamicTest(
                plant.version() + " " + plant.lie(),
                () -> {
                  EditableFile file = sample(plant.version());
                  plant.edit().apply(file);
                  List<String> lies = Verdict.of(file.toBytes()).lies();
                  assertEquals(1, lies.size(), lies.toString());
                  assertTrue(lies.getFirst().startsWith(plant.lie()), lies.toString());
                }));
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

  private static List<Plant> columnIndexes() {
    return List.of(
        v1(
            "name: row group 0, page 2: ColumnIndex null_pages: expected true, got false",
            file ->
                file.columnIndex(
                    NAME,
                    i -> {
                      i.setNull_pages(list(false, 4));
                      i.setBoundary_order(BoundaryOrder.UNORDERED);
                    })),
        v1(
            "name: row group 0, page 2: ColumnIndex null_counts: expected 10, got 0",
            file -> file.columnIndex(NAME, i -> i.setNull_counts(list(0L, 4)))),
        v1(
            "id: row group 0, page 1: ColumnIndex nan_counts: expected 0, got 1",
            file -> file.columnIndex(ID, i -> i.setNan_counts(List.of(0L, 1L, 0L, 0L)))),
        v1(
            "id: row group 0, page 3: ColumnIndex min_values: expected at most 30, got 31",
            file ->
                file.columnIndex(
                    ID,
                    i ->
                        Objects.requireNonNull(i.getMin_values())
                            .set(3, ByteBuffer.wrap(bytes(31L))))),
        v1(
            "id: row group 0, page 3: ColumnIndex max_values: expected at least 39, got 38",
            file ->
                file.columnIndex(
                    ID,
                    i ->
                        Objects.requireNonNull(i.getMax_values())
                            .set(3, ByteBuffer.wrap(bytes(38L))))),
        v1(
            "id: row group 0: ColumnIndex boundary_order: expected ASCENDING, got DESCENDING",
            file -> file.columnIndex(ID, i -> i.setBoundary_order(BoundaryOrder.DESCENDING))),
        v1(
            "list.list.element: row group 0, page 0: ColumnIndex repetition_level_histograms:"
                + " expected ",
            file ->
                file.columnIndex(
                    LIST,
                    i -> Objects.requireNonNull(i.getRepetition_level_histograms()).set(0, 9L))),
        v1(
            "list.list.element: row group 0, page 1: ColumnIndex definition_level_histograms:"
                + " expected ",
            file ->
                file.columnIndex(
                    LIST,
                    i -> Objects.requireNonNull(i.getDefinition_level_histograms()).set(4, 9L))),
        v1(
            "id: row group 0: ColumnIndex null_counts: expected 4 entries, got 3 entries",
            file -> file.columnIndex(ID, i -> i.setNull_counts(list(0L, 3)))),
        v1(
            "id: row group 0: ColumnIndex: expected one at ",
            file -> file.chunk(ID).setColumn_index_length(3)),
        v1(
            "id: row group 0: ColumnIndex: expected an OffsetIndex with it, got none",
            file -> {
              file.chunk(ID).unsetOffset_index_offset();
              file.chunk(ID).unsetOffset_index_length();
            }));
  }

  private static <T> List<T> list(T entry, int count) {
    return new ArrayList<>(Collections.nCopies(count, entry));
  }

  private static List<Plant> offsetIndexes() {
    return List.of(
        v1(
            "id: row group 0, page 1: OffsetIndex offset: expected ",
            file -> file.offsetIndex(ID, i -> locations(i).get(1).setOffset(7))),
        v1(
            "id: row group 0, page 1: OffsetIndex compressed_page_size: expected ",
            file -> file.offsetIndex(ID, i -> locations(i).get(1).setCompressed_page_size(80))),
        v1(
            "list.list.element: row group 0, page 1: OffsetIndex first_row_index: expected 10, got"
                + " 16",
            file -> file.offsetIndex(LIST, i -> locations(i).get(1).setFirst_row_index(16))),
        v1(
            "name: row group 0, page 2: OffsetIndex unencoded_byte_array_data_bytes: expected 0,"
                + " got 60",
            file ->
                file.offsetIndex(NAME, i -> i.setUnencoded_byte_array_data_bytes(list(60L, 4)))),
        v1(
            "id: row group 0: OffsetIndex page_locations: expected 4 entries, got 3 entries",
            file -> file.offsetIndex(ID, i -> locations(i).removeLast())),
        v1(
            "id: row group 0: OffsetIndex: expected one at ",
            file -> file.chunk(ID).setOffset_index_offset(-1)));
  }

  private static List<PageLocation> locations(OffsetIndex index) {
    return Objects.requireNonNull(index.getPage_locations());
  }

  private static List<Plant> pages() {
    return List.of(
        v2(
            "name: row group 0, page 1: num_nulls: expected 0, got 1",
            file ->
                file.pages(
                    NAME,
                    (number, header, body) ->
                        Objects.requireNonNull(header.getData_page_header_v2())
                            .setNum_nulls(number < 2 ? number : 10 * (number % 2 == 0 ? 1 : 0)))),
        v2(
            "list.list.element: row group 0, page 0: num_rows: expected 10, got 16",
            file ->
                file.pages(
                    LIST,
                    (number, header, body) ->
                        Objects.requireNonNull(header.getData_page_header_v2())
                            .setNum_rows(number == 0 ? 16 : 10))),
        v1(
            "id: row group 0, page 1: null_count: expected 0, got 3",
            file ->
                file.pages(
                    ID,
                    (number, header, body) -> {
                      if (number == 1) {
                        Objects.requireNonNull(header.getData_page_header())
                            .setStatistics(new Statistics().setNull_count(3));
                      }
                    })),
        v1(
            "id: row group 0, page 2: min_value: expected at most 20, got 21",
            file ->
                file.pages(
                    ID,
                    (number, header, body) -> {
                      if (number == 2) {
                        Objects.requireNonNull(header.getData_page_header())
                            .setStatistics(new Statistics().setMin_value(bytes(21L)));
                      }
                    })));
  }

  @Test
  void aPageThatDoesNotMatchItsChecksumIsReportedAndItsValuesAreNotVerified() throws Exception {
    EditableFile file = sample(WriterVersion.PARQUET_1_0);
    file.pages(
        NAME,
        (number, header, body) -> {
          body[body.length - 1] ^= (byte) (number == 1 ? 1 : 0);
        });
    Verdict verdict = Verdict.of(file.toBytes());
    assertEquals(1, verdict.lies().size(), verdict.toString());
    assertTrue(
        verdict.lies().getFirst().startsWith("name: row group 0, page 1: crc: expected "),
        verdict.toString());
    assertEquals(19, verdict.verification().pages());
    assertEquals(
        List.of("name"),
        verdict
            .verification()
            .unverified()
            .get("values of pages that do not match their checksum"));
  }

  @Test
  void valuesThatCannotBeDecodedAreReported() throws Exception {
    EditableFile file = sample(WriterVersion.PARQUET_1_0);
    file.pages(
        ID,
        (number, header, body) ->
            Objects.requireNonNull(header.getData_page_header())
                .setEncoding(number == 3 ? Encoding.RLE_DICTIONARY : Encoding.PLAIN));
    List<String> lies = Verdict.of(file.toBytes()).lies();
    assertTrue(
        lies.contains(
            "id: row group 0, page 3: values: expected 10 in RLE_DICTIONARY in 80 bytes, got no"
                + " dictionary page"),
        lies.toString());
  }

  @Test
  void anUncompressedSizeThatIsWrongIsReported() throws Exception {
    EditableFile file = sample(WriterVersion.PARQUET_1_0);
    file.pages(
        ID, (number, header, body) -> header.setUncompressed_page_size(number == 0 ? 81 : 80));
    List<String> lies = Verdict.of(file.toBytes()).lies();
    assertTrue(
        lies.contains(
            "id: row group 0, page 0: values: expected 10 in PLAIN in 81 bytes, got 80 bytes"),
        lies.toString());
  }

  /// The first repetition level of a page is the lowest bit behind the length of the levels and the
  /// header of their first run.
  @Test
  void aPageThatStartsWithinARowIsReported() throws Exception {
    EditableFile file = sample(WriterVersion.PARQUET_1_0);
    file.pages(
        LIST,
        (number, header, body) -> {
          if (number == 1) {
            assertEquals(1, body[4] & 1, "a run of packed levels");
            body[5] |= 1;
            header.unsetCrc();
          }
        });
    List<String> lies = Verdict.of(file.toBytes()).lies();
    assertTrue(
        lies.contains(
            "list.list.element: row group 0, page 1: OffsetIndex first_row_index: expected a page"
                + " that starts with a row, got one within a row"),
        lies.toString());
    assertTrue(
        lies.contains("list.list.element: row group 0: rows: expected 40, got 39"),
        lies.toString());
  }

  @Test
  void aDictionaryThatIsNotSortedIsReported() throws Exception {
    EditableFile file = sample(WriterVersion.PARQUET_1_0);
    file.pages(
        KIND,
        (number, header, body) -> {
          if (number == 0) {
            Objects.requireNonNull(header.getDictionary_page_header()).setIs_sorted(true);
          }
        });
    assertEquals(List.of(), Verdict.of(file.toBytes()).lies());
    file.pages(
        KIND,
        (number, header, body) -> {
          if (number == 0) {
            body[9] = 'z'; // 'kind a' becomes 'kind z'
            header.unsetCrc();
          }
        });
    List<String> lies = Verdict.of(file.toBytes()).lies();
    assertTrue(
        lies.contains("kind: row group 0: dictionary is_sorted: expected false, got true"),
        lies.toString());
  }
}
