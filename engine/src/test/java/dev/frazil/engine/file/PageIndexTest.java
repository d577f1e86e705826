package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.doubles;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.PageVersion;
import dev.frazil.engine.arrow.CDataColumn;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SizeStatistics;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.BoundaryOrder;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The page index as parquet-java reads and uses it.
class PageIndexTest {
  private static final WriterOptions TINY_PAGES = WriterOptions.builder().pageTargetRows(4).build();

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("f.parquet");
  }

  private interface Check {
    void of(ColumnIndex index, OffsetIndex offsets, ColumnChunkMetaData chunk);
  }

  private void check(int column, Check check) throws IOException {
    try (ParquetFileReader reader = ForeignFile.open(file)) {
      ColumnChunkMetaData chunk = reader.getRowGroups().getFirst().getColumns().get(column);
      check.of(reader.readColumnIndex(chunk), reader.readOffsetIndex(chunk), chunk);
    }
  }

  private static ByteBuffer little(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, value);
  }

  private static ByteBuffer text(String value) {
    return ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void pagesAreDescribedOneByOne() throws Exception {
    ParquetFiles.write(
        file,
        TINY_PAGES,
        batch(
            10,
            ints("i", 3, 1, null, 2, null, null, null, null, 9, 4),
            strings("s", "b", "", "c", "c", null, "a", "a", "a", "", null)));
    check(
        0,
        (index, offsets, chunk) -> {
          assertEquals(List.of(false, true, false), index.getNullPages());
          assertEquals(List.of(1L, 4L, 0L), index.getNullCounts());
          assertEquals(List.of(little(1), ByteBuffer.allocate(0), little(4)), index.getMinValues());
          assertEquals(List.of(little(3), ByteBuffer.allocate(0), little(9)), index.getMaxValues());
          assertEquals(BoundaryOrder.ASCENDING, index.getBoundaryOrder());
          assertEquals(3, offsets.getPageCount());
          assertEquals(chunk.getFirstDataPageOffset(), offsets.getOffset(0));
          long end = chunk.getStartingPos() + chunk.getTotalSize();
          for (int page = 0; page < 3; page++) {
            assertEquals(4L * page, offsets.getFirstRowIndex(page));
            long next = page < 2 ? offsets.getOffset(page + 1) : end;
            assertEquals(next, offsets.getOffset(page) + offsets.getCompressedPageSize(page));
            assertEquals(Optional.empty(), offsets.getUnencodedByteArrayDataBytes(page));
          }
        });
    check(
        1,
        (index, offsets, chunk) -> {
          assertEquals(List.of(text(""), text("a"), text("")), index.getMinValues());
          assertEquals(List.of(text("c"), text("a"), text("")), index.getMaxValues());
          assertEquals(BoundaryOrder.UNORDERED, index.getBoundaryOrder());
          assertEquals(Optional.of(3L), offsets.getUnencodedByteArrayDataBytes(0));
          assertEquals(Optional.of(3L), offsets.getUnencodedByteArrayDataBytes(1));
          assertEquals(Optional.of(0L), offsets.getUnencodedByteArrayDataBytes(2));
        });
    ColumnMetaData strings = ParquetFiles.column(ParquetFiles.footer(file), 0, 1);
    SizeStatistics sizes = Objects.requireNonNull(strings.getSize_statistics());
    assertEquals(6, sizes.getUnencoded_byte_array_data_bytes());
    assertFalse(sizes.isSetDefinition_level_histogram());
    assertFalse(ParquetFiles.column(ParquetFiles.footer(file), 0, 0).isSetSize_statistics());
  }

  @Test
  void descendingPagesAreDescending() throws Exception {
    ParquetFiles.write(file, TINY_PAGES, batch(8, ints("i", 9, 8, 7, 7, 6, 5, null, -1)));
    check(
        0,
        (index, offsets, chunk) ->
            assertEquals(BoundaryOrder.DESCENDING, index.getBoundaryOrder()));
  }

  @Test
  void longBoundsAreShortenedAndStillBound() throws Exception {
    ParquetFiles.write(file, TINY_PAGES, batch(2, strings("s", "a".repeat(100), "b".repeat(100))));
    check(
        0,
        (index, offsets, chunk) -> {
          assertEquals(text("a".repeat(64)), index.getMinValues().getFirst());
          assertEquals(text("b".repeat(63) + "c"), index.getMaxValues().getFirst());
        });
  }

  @Test
  void allColumnIndexesStandBeforeAllOffsetIndexesBehindTheRowGroups() throws Exception {
    WriterOptions options =
        TINY_PAGES.toBuilder()
            .rowGroupTargetRows(8)
            .column(List.of("i"), ColumnOptions.DEFAULT.withBloomFilter(BloomFilterOptions.DEFAULT))
            .build();
    ParquetFiles.write(
        file,
        options,
        batch(12, ints("i", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), strings("s", new String[12])));
    List<Long> columnIndexes = new ArrayList<>();
    List<Long> offsetIndexes = new ArrayList<>();
    long rowGroupsEnd = 0;
    for (RowGroup group : ParquetFiles.rowGroups(ParquetFiles.footer(file))) {
      for (var chunk : Objects.requireNonNull(group.getColumns())) {
        columnIndexes.add(chunk.getColumn_index_offset());
        offsetIndexes.add(chunk.getOffset_index_offset());
        ColumnMetaData metaData = Objects.requireNonNull(chunk.getMeta_data());
        rowGroupsEnd =
            Math.max(
                rowGroupsEnd,
                metaData.isSetBloom_filter_offset()
                    ? metaData.getBloom_filter_offset() + metaData.getBloom_filter_length()
                    : 0);
      }
    }
    List<Long> all = new ArrayList<>(columnIndexes);
    all.addAll(offsetIndexes);
    assertEquals(all.stream().sorted().distinct().toList(), all);
    assertEquals(rowGroupsEnd, columnIndexes.getFirst());
  }

  @Test
  void columnIndexesCanBeLeftOut() throws Exception {
    ParquetFiles.write(
        file,
        TINY_PAGES.toBuilder().columnIndex(false).build(),
        batch(5, ints("i", 1, 2, 3, 4, 5)));
    check(
        0,
        (index, offsets, chunk) -> {
          assertNull(index);
          assertEquals(2, offsets.getPageCount());
        });
  }

  @Test
  void aChunkWithNanHasNoColumnIndexUnlessItIsTotallyOrdered() throws Exception {
    CDataColumn rows = batch(6, doubles("d", 1.0, Double.NaN, 2.0, 3.0, Double.NaN, Double.NaN));
    ParquetFiles.write(file, TINY_PAGES, rows);
    check(0, (index, offsets, chunk) -> assertNull(index));
    ParquetFiles.write(file, TINY_PAGES.toBuilder().ieee754TotalOrder(true).build(), rows);
    assertTrue(
        Objects.requireNonNull(ParquetFiles.footer(file).getColumn_orders())
            .getFirst()
            .isSetIEEE_754_TOTAL_ORDER());
    assertEquals(3, ParquetFiles.statistics(ParquetFiles.footer(file), 0, 0).getNan_count());
    org.apache.parquet.format.ColumnIndex index = thriftIndex();
    assertEquals(List.of(false, false), index.getNull_pages());
    List<ByteBuffer> mins = Objects.requireNonNull(index.getMin_values());
    List<ByteBuffer> maxes = Objects.requireNonNull(index.getMax_values());
    assertEquals(1.0, number(mins.getFirst()));
    assertEquals(3.0, number(maxes.getFirst()));
    assertTrue(Double.isNaN(number(mins.getLast())));
    assertTrue(Double.isNaN(number(maxes.getLast())));
    assertEquals(List.of(1L, 2L), index.getNan_counts());
  }

  private static double number(ByteBuffer bound) {
    return bound.order(ByteOrder.LITTLE_ENDIAN).getDouble(bound.position());
  }

  private org.apache.parquet.format.ColumnIndex thriftIndex() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    var chunk =
        Objects.requireNonNull(
                ParquetFiles.rowGroups(ParquetFiles.footer(file)).getFirst().getColumns())
            .getFirst();
    return Util.readColumnIndex(
        new ByteArrayInputStream(
            bytes, (int) chunk.getColumn_index_offset(), chunk.getColumn_index_length()));
  }

  @Test
  void nanCountsOfPagesAreStated() throws Exception {
    ParquetFiles.write(
        file,
        TINY_PAGES.toBuilder().ieee754TotalOrder(true).build(),
        batch(6, doubles("d", 1.0, Double.NaN, 2.0, 3.0, 4.0, null)));
    assertEquals(List.of(1L, 0L), thriftIndex().getNan_counts());
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v2"})
  void filtersFindEveryRowOfItsPage(String version) throws Exception {
    int rows = 1_000;
    @Nullable Integer[] numbers = new Integer[rows];
    @Nullable String[] words = new String[rows];
    for (int i = 0; i < rows; i++) {
      numbers[i] = i % 3 == 0 ? null : i / 10;
      words[i] = i % 7 == 0 ? null : "w" + i * 37 % 100;
    }
    WriterOptions options =
        TINY_PAGES.toBuilder()
            .pageTargetRows(64)
            .pageVersion(version.equals("v1") ? PageVersion.V1 : PageVersion.V2)
            .rowGroupTargetRows(400)
            .build();
    ParquetFiles.write(file, options, batch(rows, ints("i", numbers), strings("s", words)));
    for (int value : new int[] {0, 1, 39, 40, 99}) {
      assertEquals(
          IntStream.range(0, rows).filter(i -> numbers[i] != null && numbers[i] == value).count(),
          count(FilterApi.eq(FilterApi.intColumn("i"), value)));
    }
    assertEquals(
        IntStream.range(0, rows).filter(i -> numbers[i] == null).count(),
        count(FilterApi.eq(FilterApi.intColumn("i"), (Integer) null)));
    for (String word : new String[] {"w0", "w99", "w37"}) {
      assertEquals(
          IntStream.range(0, rows).filter(i -> word.equals(words[i])).count(),
          count(FilterApi.eq(FilterApi.binaryColumn("s"), Binary.fromString(word))));
    }
    assertEquals(0, count(FilterApi.eq(FilterApi.binaryColumn("s"), Binary.fromString("x"))));
  }

  private long count(FilterPredicate predicate) throws IOException {
    long count = 0;
    try (ParquetReader<Group> reader =
        ParquetFiles.reader(file).withFilter(FilterCompat.get(predicate)).build()) {
      for (Group group = reader.read(); group != null; group = reader.read()) {
        count++;
      }
    }
    return count;
  }
}
