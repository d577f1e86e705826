package dev.frazil.fuzz;

import static dev.frazil.fuzz.Cases.BOOL;
import static dev.frazil.fuzz.Cases.INT32;
import static dev.frazil.fuzz.Cases.INT64;
import static dev.frazil.fuzz.Cases.PLAIN_BYTES;
import static dev.frazil.fuzz.Cases.UTF8;
import static dev.frazil.fuzz.Cases.batch;
import static dev.frazil.fuzz.Cases.chunk;
import static dev.frazil.fuzz.Cases.coded;
import static dev.frazil.fuzz.Cases.column;
import static dev.frazil.fuzz.Cases.field;
import static dev.frazil.fuzz.Cases.pages;
import static dev.frazil.fuzz.Cases.repeat;
import static dev.frazil.fuzz.Cases.statistics;
import static dev.frazil.fuzz.Cases.text;
import static dev.frazil.fuzz.Cases.write;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Defects that other writers once had, in their layout and schemas: each test carries the name of
/// its public report's case. The oracle compares values, pages and footer of every file besides.
@DisabledOnOs(OS.WINDOWS)
class PublicCasesTest {
  private static final ArrowType.TimeUnit MICROS = ArrowType.TimeUnit.MICROSECOND;
  private static final ArrowType.TimeUnit NANOS = ArrowType.TimeUnit.NANOSECOND;

  /// An index stream of one entry still has its run.
  @Test
  @PublicCase("dict-one-entry")
  void indicesOfOneEntryHaveARunHeader() throws IOException {
    WrittenFile file = write(column(new ArrowField("a", INT32, false), repeat(20, 7L)));
    PageWalk pages = pages(file, 0);
    int body = Math.toIntExact(chunk(file, 0, 0).getData_page_offset()) + pages.largestHeader();
    assertEquals(1, file.bytes()[body], "bits of an index");
    assertTrue(
        pages.pages().getFirst().header().getUncompressed_page_size() > 2,
        "a run behind the bit width");
    assertNotNull(pages(file, 0).dictionary());
  }

  /// For every type that has dictionaries.
  @Test
  @PublicCase("dict-one-entry")
  void constantColumnsOfEveryTypeReadBack() throws IOException {
    write(
        column(field("i", INT32), repeat(20, 7L)),
        column(field("l", INT64), repeat(20, 7L)),
        column(field("f", Cases.FLOAT32), repeat(20, 7f)),
        column(field("d", Cases.FLOAT64), repeat(20, 7d)),
        column(field("s", UTF8), repeat(20, "seven")),
        column(field("w", new ArrowType.FixedSizeBinary(3)), repeat(20, Bytes.utf8("abc"))));
    write(column("a", INT32, 7L, null, 7L));
    write(column(field("s", UTF8), repeat(100_001, "x")));
  }

  /// No value, no dictionary.
  @Test
  @PublicCase("dict-all-null")
  void aColumnOfNullsHasNoDictionaryPage() throws IOException {
    WrittenFile file = write(column(field("s", UTF8), repeat(100, null)));
    assertNull(pages(file, 0).dictionary());
    assertFalse(chunk(file, 0, 0).isSetDictionary_page_offset());
    assertFalse(statistics(file, 0).isSetMin_value());
    assertEquals(100, statistics(file, 0).getNull_count());
  }

  /// The offset of the data is not the offset of the dictionary. The oracle compares both with the
  /// pages themselves.
  @Test
  @PublicCase("dict-offset-first-data")
  void theFirstDataPageFollowsTheDictionaryPage() throws IOException {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < 1001; i++) {
      values.add(Integer.toString(i % 32));
    }
    WrittenFile file = write(column(field("x", UTF8), values));
    assertTrue(
        chunk(file, 0, 0).getDictionary_page_offset() < chunk(file, 0, 0).getData_page_offset());
  }

  /// A dictionary in the first row group alone must not shift the later ones.
  @Test
  @PublicCase("rg-file-offset")
  void rowGroupsStartAtTheirOwnFirstPage() throws IOException {
    BatchData[] batches = new BatchData[3];
    for (int g = 0; g < 3; g++) {
      List<@Nullable Object> first = new ArrayList<>();
      List<@Nullable Object> second = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        first.add(g == 0 ? 5L : i * 0x9e37_79b9_7f4aL);
        second.add((long) i);
      }
      batches[g] = batch(column(field("a", INT64), first), column(field("b", INT64), second));
    }
    WrittenFile file = write(PLAIN_BYTES.toBuilder().rowGroupTargetRows(1000).build(), batches);
    assertTrue(chunk(file, 0, 0).isSetDictionary_page_offset());
    assertFalse(chunk(file, 1, 0).isSetDictionary_page_offset());
    FileMetaData footer = FooterCheck.read(file.bytes());
    assertEquals(
        FooterCheck.groups(footer).stream().map(RowGroup::getFile_offset).toList(),
        file.receipt().splitOffsets());
    List<Long> splits = new ArrayList<>(file.receipt().splitOffsets());
    splits.add(file.receipt().length());
    for (int i = 0; i < 3; i++) {
      assertEquals(
          1000, ParquetJavaOracle.rowsOfSplit(file.bytes(), splits.get(i), splits.get(i + 1)));
    }
  }

  /// Equal entries of an Arrow dictionary are one value.
  @Test
  @PublicCase("arrow-dict-dup")
  void repeatedEntriesOfAnArrowDictionaryReadBack() throws IOException {
    write(PLAIN_BYTES, coded(List.of("a", "a", "b"), 0L, 1L, 0L, 1L, 2L, null));
  }

  /// Every batch brings a dictionary of its own.
  @Test
  @PublicCase("arrow-dict-chunks")
  void boundsCoverTheDictionariesOfAllBatches() throws IOException {
    WrittenFile file =
        write(
            PLAIN_BYTES,
            coded(List.of("rusty", "sean", "aa"), 0L, 1L, 2L),
            coded(List.of("zzz", "frank"), 0L, 1L));
    assertArrayEquals(text("aa"), statistics(file, 0).getMin_value());
    assertArrayEquals(text("zzz"), statistics(file, 0).getMax_value());
  }

  /// Entries that no row uses bound nothing.
  @Test
  @PublicCase("arrow-dict-unused")
  void boundsIgnoreUnusedEntriesOfAnArrowDictionary() throws IOException {
    WrittenFile file =
        write(PLAIN_BYTES, coded(List.of("a", "b", "c", "d", "e", "z"), 2L, null, 3L));
    assertArrayEquals(text("c"), statistics(file, 0).getMin_value());
    assertArrayEquals(text("d"), statistics(file, 0).getMax_value());
    assertEquals(1, statistics(file, 0).getNull_count());
  }

  /// A slice that starts inside a byte of the validity bitmap.
  @Test
  @PublicCase("offset-slice-validity")
  void aSliceKeepsItsNulls() throws IOException {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      values.add(i % 3 == 0 ? null : (Object) (long) i);
    }
    for (int offset = 0; offset <= 13; offset++) {
      ArrowField field = field("a", INT32);
      ArrayData array = Cases.layout().leaf(field, new Slots(values, offset));
      write(
          PLAIN_BYTES,
          new BatchData(
              BatchValues.of(column(field, values.subList(13, 40))),
              new ArrayData(
                  27, 0, 13 - offset, Collections.singletonList(null), List.of(array), null)));
    }
  }

  /// As far as PLAIN booleans go.
  @Test
  @PublicCase("bool-rle-len")
  void booleansReadBackAcrossPages() throws IOException {
    List<@Nullable Object> alternating = new ArrayList<>();
    List<@Nullable Object> gaps = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      alternating.add(i % 2 == 0);
      gaps.add(i % 5 == 0 ? null : (Object) (i % 3 == 0));
    }
    write(
        PLAIN_BYTES.toBuilder().pageTargetRows(997).build(),
        batch(
            column(field("alternating", BOOL), alternating),
            column(field("trues", BOOL), repeat(10_000, true)),
            column(field("gaps", BOOL), gaps)));
  }

  /// A checksum above 2^31 is a negative i32. The oracle verifies every page.
  @Test
  @PublicCase("crc-sign")
  void checksumsOfEitherSignAreVerified() throws IOException {
    int negative = 0;
    int positive = 0;
    for (long seed = 0; seed < 16; seed++) {
      WrittenFile file = write(column("a", INT64, new SplittableRandom(seed).nextLong()));
      if (pages(file, 0).pages().getFirst().header().getCrc() < 0) {
        negative++;
      } else {
        positive++;
      }
    }
    assertTrue(negative > 0 && positive > 0, negative + " negative, " + positive + " positive");
  }

  /// A schema without row groups.
  @Test
  @PublicCase("zero-rows")
  void filesWithoutRowsHaveNoRowGroup() throws IOException {
    ColumnValues a = column("a", UTF8);
    ColumnValues b = column("b", INT32);
    for (WrittenFile file :
        List.of(write(a, b), write(PLAIN_BYTES, batch(a, b), batch(a, b), batch(a, b)))) {
      assertEquals(List.of(), FooterCheck.groups(FooterCheck.read(file.bytes())));
      assertEquals(0, file.receipt().rowCount());
    }
  }

  @Test
  @PublicCase("zero-columns")
  void filesWithoutColumnsAreRefused() {
    ArrowSchema none = new ArrowSchema(List.of());
    assertThrows(SchemaException.class, () -> ParquetSchema.of(none));
  }

  @Test
  @PublicCase("dup-names")
  void columnsOfOneNameAreRefused() {
    ArrowSchema twice = new ArrowSchema(List.of(field("a", INT32), field("a", INT32)));
    SchemaException e = assertThrows(SchemaException.class, () -> ParquetSchema.of(twice));
    assertTrue(String.valueOf(e.getMessage()).contains(": a: "), e.getMessage());
  }

  /// A dot is a letter like any other.
  @Test
  @PublicCase("dotted-names")
  void aDotDoesNotSplitAName() throws IOException {
    WrittenFile file =
        write(column("a.b", INT32, 1L), column("a", INT32, 2L), column("b", INT32, 3L));
    assertEquals(List.of("a.b"), chunk(file, 0, 0).getPath_in_schema());
  }

  /// A zone makes an instant; nanoseconds have no legacy annotation; seconds become milliseconds.
  @Test
  @PublicCase("ts-utc")
  void timestampsKeepTheirMeaning() throws IOException {
    long third = 2 * 86_400L;
    WrittenFile file =
        write(
            column("t1", new ArrowType.Timestamp(MICROS, null), third * 1_000_000, Long.MIN_VALUE),
            column("t2", new ArrowType.Timestamp(MICROS, "UTC"), third * 1_000_000, Long.MAX_VALUE),
            column("t3", new ArrowType.Timestamp(NANOS, null), third * 1_000_000_000, 0L),
            column("t4", seconds(), third, Long.MIN_VALUE / 1000));
    List<SchemaElement> schema =
        Expect.present("schema", FooterCheck.read(file.bytes()).getSchema());
    assertEquals(ConvertedType.TIMESTAMP_MICROS, schema.get(1).getConverted_type());
    assertEquals(ConvertedType.TIMESTAMP_MICROS, schema.get(2).getConverted_type());
    assertFalse(schema.get(3).isSetConverted_type());
    assertEquals(ConvertedType.TIMESTAMP_MILLIS, schema.get(4).getConverted_type());
  }

  /// Seconds that do not fit milliseconds are an error, not another time.
  @Test
  @PublicCase("ts-utc")
  void secondsBeyondTheRangeOfMillisecondsAreRefused() {
    ColumnValues late = column("t", seconds(), 0L, Long.MAX_VALUE / 1000 + 1);
    WriteException e = assertThrows(WriteException.class, () -> write(late));
    assertTrue(String.valueOf(e.getMessage()).contains("t"), e.getMessage());
  }

  private static ArrowType seconds() {
    return new ArrowType.Timestamp(ArrowType.TimeUnit.SECOND, "Europe/Rome");
  }

  /// The oracle's parser accepts the writer's name and trusts its statistics.
  @Test
  @PublicCase("created-by")
  void readersKnowTheWriter() throws IOException {
    WrittenFile file = write(column("s", UTF8, "a", "b"));
    String creator = Expect.present("created_by", FooterCheck.read(file.bytes()).getCreated_by());
    assertTrue(creator.matches("frazil version \\S+ \\(build \\S+\\)"), creator);
  }

  /// Required columns refuse nulls and name the row.
  @Test
  void aNullInARequiredColumnIsRefused() {
    ColumnValues gap = column(new ArrowField("a", INT32, false), Arrays.asList(1L, null));
    WriteException e = assertThrows(WriteException.class, () -> write(gap));
    assertTrue(String.valueOf(e.getMessage()).contains("row 1"), e.getMessage());
  }

  /// A row group may end inside a batch, and a batch inside a row group.
  @Test
  void rowGroupsAndBatchesEndIndependently() throws IOException {
    WriterOptions options = PLAIN_BYTES.toBuilder().rowGroupTargetRows(7).build();
    ColumnValues ten =
        column(field("a", INT64), Arrays.asList(0L, 1L, null, 3L, 4L, 5L, 6L, 7L, 8L, 9L));
    WrittenFile file = write(options, batch(ten), batch(ten), batch(ten));
    assertEquals(5, file.receipt().splitOffsets().size());
  }

  /// Numbers further apart than a long can say once looked like neighbours to the dictionary.
  @Test
  void aDictionaryHoldsTheWholeRangeOfLong() throws IOException {
    write(
        PLAIN_BYTES.toBuilder().pageTargetRows(2).build(),
        batch(
            column(
                field("a", INT64),
                Arrays.asList(-5L, -4L, Long.MAX_VALUE, -5L, Long.MIN_VALUE, 0L, -5L, -4L))));
  }

  /// Metadata of a field beside its id does not disturb.
  @Test
  void fieldIdsReachTheFile() throws IOException {
    ArrowField field =
        new ArrowField("a", INT32, true, Map.of(ArrowField.FIELD_ID, "42", "x", "y"), null);
    WrittenFile file = write(column(field, Arrays.asList(1L, null)));
    List<SchemaElement> schema =
        Expect.present("schema", FooterCheck.read(file.bytes()).getSchema());
    assertEquals(42, schema.get(1).getField_id());
  }
}
