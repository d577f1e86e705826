package dev.frazil.engine.verify;

import static dev.frazil.engine.verify.Plant.bytes;
import static dev.frazil.engine.verify.Plant.v1;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Lies of column indexes and offset indexes.
class PlantedIndexLiesTest {
  private static final int ID = SampleFile.ID;
  private static final int NAME = SampleFile.NAME;
  private static final int LIST = SampleFile.LIST;

  @TempDir private Path folder = Path.of("");

  @TestFactory
  Stream<DynamicTest> aLieIsReportedAndNothingElse() {
    return Plant.tests(folder, List.of(columnIndexes(), offsetIndexes()));
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
}
