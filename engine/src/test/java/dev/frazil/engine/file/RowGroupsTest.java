package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.longs;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static java.util.Arrays.asList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowGroupsTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("f.parquet");
  }

  private List<RowGroup> rowGroups() throws Exception {
    return ParquetFiles.rowGroups(ParquetFiles.footer(file));
  }

  private List<Long> rowCounts() throws Exception {
    return rowGroups().stream().map(RowGroup::getNum_rows).toList();
  }

  private static CDataColumn intBatch(int from, int count) {
    Integer[] values = new Integer[count];
    for (int i = 0; i < count; i++) {
      values[i] = from + i;
    }
    return batch(count, ints("i", values));
  }

  private void assertInts(int count) throws Exception {
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      expected.add(i);
    }
    assertEquals(
        expected,
        ParquetFiles.parquetJava(file).stream().map(group -> group.getInteger("i", 0)).toList());
  }

  @Test
  void rowLimitIsExactOverBatchesOfAnySize() throws Exception {
    WriterOptions options = WriterOptions.builder().rowGroupTargetRows(4).build();
    ParquetFiles.write(
        file, options, intBatch(0, 3), intBatch(3, 0), intBatch(3, 3), intBatch(6, 9));
    assertEquals(List.of(4L, 4L, 4L, 3L), rowCounts());
    assertInts(15);
    ParquetFiles.write(file, options, intBatch(0, 4), intBatch(4, 4));
    assertEquals(List.of(4L, 4L), rowCounts());
  }

  @Test
  void flushEndsARowGroupThatHasRows() throws Exception {
    try (CDataBuilder producer = new CDataBuilder();
        ParquetFileWriter writer =
            new ParquetFileWriter(
                ChannelSink.open(file),
                ParquetFiles.schema(intBatch(0, 1)),
                WriterOptions.DEFAULT)) {
      writer.flush();
      writer.append(ParquetFiles.batch(producer, intBatch(0, 2)));
      writer.append(ParquetFiles.batch(producer, intBatch(2, 1)));
      writer.flush();
      writer.flush();
      writer.append(ParquetFiles.batch(producer, intBatch(3, 1)));
      writer.flush();
      writer.append(ParquetFiles.batch(producer, intBatch(4, 0)));
      writer.finish();
    }
    assertEquals(List.of(3L, 1L), rowCounts());
    assertInts(4);
  }

  @Test
  void byteLimitCutsBatchesOfEvenRowsWhereItIsReached() throws Exception {
    Long[] values = new Long[10_500];
    for (int i = 0; i < values.length; i++) {
      values[i] = i * 0x9E3779B97F4A7C15L;
    }
    ParquetFiles.write(
        file,
        WriterOptions.builder().dictionary(false).rowGroupTargetBytes(8_000).build(),
        batch(values.length, longs("l", values).required()));
    List<Long> expected = new ArrayList<>(Collections.nCopies(10, 1000L));
    expected.add(500L);
    assertEquals(expected, rowCounts());
  }

  @Test
  void byteLimitHoldsWhereRowsGrow() throws Exception {
    String[] values = new String[4_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = (i + "/").repeat(i < 2_000 ? 1 : 200);
    }
    int target = 100_000;
    ParquetFiles.write(
        file,
        WriterOptions.builder().rowGroupTargetBytes(target).pageTargetBytes(4_000).build(),
        batch(values.length, strings("s", values)));
    List<RowGroup> groups = rowGroups();
    for (RowGroup group : groups.subList(0, groups.size() - 1)) {
      // At most one slice too many: an eighth of the target in PLAIN bytes; and page headers.
      assertTrue(
          group.getTotal_byte_size() > target / 2 && group.getTotal_byte_size() < target * 5 / 4,
          group.toString());
    }
    assertTrue(groups.size() > 15, "row groups: " + groups.size());
    assertStrings("s", values.length, i -> values[i]);
  }

  @Test
  void byteLimitCountsEncodedBytesNotThoseOfTheValues() throws Exception {
    String[] values = new String[150_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = "x".repeat(60) + i % 3;
    }
    // Indices of two bits: 40,000 rows make 10,000 bytes, while their values make 2.6 million.
    ParquetFiles.write(
        file,
        WriterOptions.builder().rowGroupTargetBytes(10_000).build(),
        batch(values.length, strings("s", values).required()));
    List<Long> rows = rowCounts();
    for (long count : rows.subList(0, rows.size() - 1)) {
      assertTrue(count > 25_000 && count < 45_000, rows.toString());
    }
  }

  @Test
  void aRowLargerThanTheLimitIsARowGroupOfItsOwn() throws Exception {
    ParquetFiles.write(
        file,
        WriterOptions.builder().rowGroupTargetBytes(10).build(),
        batch(3, strings("s", "x".repeat(1000), "y".repeat(1000), "z".repeat(1000))));
    assertEquals(List.of(1L, 1L, 1L), rowCounts());
  }

  private void assertStrings(String name, int count, IntFunction<@Nullable String> expected)
      throws Exception {
    List<Group> groups = ParquetFiles.parquetJava(file);
    assertEquals(count, groups.size());
    for (int i = 0; i < count; i++) {
      Group group = groups.get(i);
      String value = group.getFieldRepetitionCount(name) == 0 ? null : group.getString(name, 0);
      assertEquals(expected.apply(i), value, name + " in row " + i);
    }
  }

  /// The producer unmaps every batch as soon as it is released, long before the dictionary loses.
  @Test
  void dictionariesThatLoseLateAreRightOverBatchesThatAreGone() throws Exception {
    IntFunction<@Nullable String> text =
        i -> i % 11 == 0 ? null : i < 6_000 ? "repeated " + i % 50 : "distinct value number " + i;
    IntFunction<Integer> number = i -> i < 20_000 ? i % 100 : i * 7919;
    List<CDataColumn> batches = new ArrayList<>();
    int rows = 40_000;
    for (int from = 0; from < rows; from += 1_000) {
      String[] texts = new String[1_000];
      Integer[] numbers = new Integer[1_000];
      for (int i = 0; i < 1_000; i++) {
        texts[i] = text.apply(from + i);
        numbers[i] = number.apply(from + i);
      }
      batches.add(batch(1_000, strings("s", texts), ints("i", numbers)));
    }
    ParquetFiles.write(
        file,
        WriterOptions.builder().dictionaryMaxBytes(1 << 17).build(),
        batches.toArray(new CDataColumn[0]));
    assertEquals(List.of((long) rows), rowCounts());
    assertStrings("s", rows, text);
    List<Group> groups = ParquetFiles.parquetJava(file);
    for (int i = 0; i < rows; i++) {
      assertEquals(number.apply(i), groups.get(i).getInteger("i", 0), "i in row " + i);
    }
  }

  @Test
  void receiptStatesWhatTheFileHolds() throws Exception {
    FileReceipt receipt =
        ParquetFiles.write(
            file,
            WriterOptions.builder().rowGroupTargetRows(2).build(),
            batch(5, ints("i", 5, null, -3, 7, 1), strings("s", "b", "c", "a", null, null)));
    List<RowGroup> groups = rowGroups();
    assertEquals(Files.size(file), receipt.length());
    assertEquals(5, receipt.rowCount());
    assertEquals(groups.stream().map(RowGroup::getFile_offset).toList(), receipt.splitOffsets());
    assertEquals(4, receipt.splitOffsets().getFirst());
    for (int leaf = 0; leaf < 2; leaf++) {
      long size = 0;
      for (int group = 0; group < groups.size(); group++) {
        size +=
            ParquetFiles.column(ParquetFiles.footer(file), group, leaf).getTotal_compressed_size();
      }
      assertEquals(size, receipt.leaves().get(leaf).compressedSize());
    }
    assertEquals(
        "LeafStatistics[valueCount=5, nullCount=1, nanCount=0, distinctCount=OptionalLong.empty,"
            + " order=SIGNED, bounds=[fdffffff, 07000000], signedUuidBounds=null, sizes=0 bytes,"
            + " definition levels [1, 4], repetition levels [5], geospatial=null]",
        String.valueOf(receipt.leaves().get(0).statistics()));
    assertEquals(
        "LeafStatistics[valueCount=5, nullCount=2, nanCount=0, distinctCount=OptionalLong.empty,"
            + " order=UTF8, bounds=[61, 63], signedUuidBounds=null, sizes=3 bytes,"
            + " definition levels [2, 3], repetition levels [5], geospatial=null]",
        String.valueOf(receipt.leaves().get(1).statistics()));
  }

  @Test
  void receiptOfAFileWithoutRowsHasNoStatistics() throws Exception {
    FileReceipt receipt = ParquetFiles.write(file, WriterOptions.DEFAULT, batch(0, ints("i")));
    assertEquals(0, receipt.rowCount());
    assertEquals(List.of(), receipt.splitOffsets());
    assertEquals(Files.size(file), receipt.length());
    assertEquals(
        List.of("null/0"),
        receipt.leaves().stream().map(l -> l.statistics() + "/" + l.compressedSize()).toList());
  }

  @Test
  void everyRowIsReadOnceThroughTheSplitOffsets() throws Exception {
    FileReceipt receipt =
        ParquetFiles.write(
            file, WriterOptions.builder().rowGroupTargetRows(7).build(), intBatch(0, 40));
    List<Integer> rows = new ArrayList<>();
    List<Long> ends = new ArrayList<>(receipt.splitOffsets().subList(1, 6));
    ends.add(receipt.length());
    for (int i = 0; i < ends.size(); i++) {
      for (Group group :
          ParquetFiles.parquetJava(file, receipt.splitOffsets().get(i), ends.get(i))) {
        rows.add(group.getInteger("i", 0));
      }
    }
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      expected.add(i);
    }
    assertEquals(expected, rows);
  }

  @Test
  void duckdbReadsTheSameFooter() throws Exception {
    ParquetFiles.write(
        file,
        WriterOptions.builder()
            .rowGroupTargetRows(2)
            .compression(CompressionPolicy.SNAPPY)
            .keyValueMetadata(Map.of("key", "value"))
            .arrowSchema(false)
            .build(),
        batch(
            3,
            ints("i", 5, null, -3).metadata("PARQUET:field_id", "7"),
            strings("s", "b", "a", null)));
    assertEquals(
        List.of(
            asList("0", "2", "i", "5", "5", "1", "SNAPPY"),
            asList("0", "2", "s", "a", "b", "0", "SNAPPY"),
            asList("1", "1", "i", "-3", "-3", "0", "SNAPPY"),
            asList("1", "1", "s", null, null, "1", "SNAPPY")),
        ParquetFiles.duckdb(
            file,
            "select row_group_id, row_group_num_rows, path_in_schema, stats_min_value,"
                + " stats_max_value, stats_null_count, compression"
                + " from parquet_metadata(FILE) order by row_group_id, column_id"));
    assertEquals(
        List.of(asList("schema", null), asList("i", "7"), asList("s", null)),
        ParquetFiles.duckdb(file, "select name, field_id from parquet_schema(FILE)"));
    assertEquals(
        List.of(List.of("key", "value")),
        ParquetFiles.duckdb(
            file, "select decode(key), decode(value) from parquet_kv_metadata(FILE)"));
  }

  /// Bounds decide which row groups a filter looks at.
  @Test
  void everyValueIsFoundByAFilter() throws Exception {
    String[] texts = {
      "\uFFFD", "\uD83D\uDE00", "", "x".repeat(100), "é", "x".repeat(64) + "\u007F"
    };
    Integer[] numbers = {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE, 7};
    ParquetFiles.write(
        file,
        WriterOptions.builder().rowGroupTargetRows(1).build(),
        batch(6, ints("i", numbers), strings("s", texts)));
    for (int row = 0; row < 6; row++) {
      assertEquals(
          List.of(List.of(texts[row])),
          ParquetFiles.duckdb(file, "select s from read_parquet(FILE) where i = " + numbers[row]));
      assertEquals(
          List.of(List.of(numbers[row].toString())),
          ParquetFiles.duckdb(
              file, "select i from read_parquet(FILE) where s = '" + texts[row] + "'"));
    }
  }
}
