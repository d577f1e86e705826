package dev.frazil.engine.verify;

import static dev.frazil.engine.verify.Plant.bytes;
import static dev.frazil.engine.verify.Plant.v1;
import static dev.frazil.engine.verify.Plant.v2;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Lies of page headers, and pages that are not what they say.
class PlantedPageLiesTest {
  private static final int ID = SampleFile.ID;
  private static final int NAME = SampleFile.NAME;
  private static final int LIST = SampleFile.LIST;
  private static final int KIND = SampleFile.KIND;

  @TempDir private Path folder = Path.of("");

  @TestFactory
  Stream<DynamicTest> aLieIsReportedAndNothingElse() {
    return Plant.tests(folder, List.of(pages()));
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
    EditableFile file = Plant.sample(folder, WriterVersion.PARQUET_1_0);
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
    EditableFile file = Plant.sample(folder, WriterVersion.PARQUET_1_0);
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
    EditableFile file = Plant.sample(folder, WriterVersion.PARQUET_1_0);
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
    EditableFile file = Plant.sample(folder, WriterVersion.PARQUET_1_0);
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
    EditableFile file = Plant.sample(folder, WriterVersion.PARQUET_1_0);
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
