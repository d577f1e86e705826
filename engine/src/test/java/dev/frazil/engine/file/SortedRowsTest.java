package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.bools;
import static dev.frazil.engine.arrow.CDataColumn.doubles;
import static dev.frazil.engine.arrow.CDataColumn.fixed;
import static dev.frazil.engine.arrow.CDataColumn.floats;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.longs;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.CDataColumn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SortingColumn;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SortedRowsTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("f.parquet");
  }

  private static dev.frazil.engine.file.SortingColumn rising(String name) {
    return new dev.frazil.engine.file.SortingColumn(List.of(name), false, false);
  }

  private static dev.frazil.engine.file.SortingColumn falling(String name) {
    return new dev.frazil.engine.file.SortingColumn(List.of(name), true, true);
  }

  private static WriterOptions by(dev.frazil.engine.file.SortingColumn... columns) {
    return WriterOptions.builder().sortingColumns(List.of(columns)).build();
  }

  private void accepted(WriterOptions options, CDataColumn... batches) throws Exception {
    ParquetFiles.write(file, options, batches);
  }

  private String refused(WriterOptions options, CDataColumn... batches) throws Exception {
    Files.deleteIfExists(file);
    WriteException e =
        assertThrows(WriteException.class, () -> ParquetFiles.write(file, options, batches));
    assertFalse(Files.exists(file));
    return String.valueOf(e.getMessage());
  }

  @Test
  void theFooterOfEveryRowGroupDeclaresTheOrder() throws Exception {
    WriterOptions options = by(falling("s"), rising("i")).toBuilder().rowGroupTargetRows(2).build();
    accepted(options, batch(4, ints("i", 1, 2, 1, null), strings("s", "b", "b", "z", "a")));
    for (RowGroup group : ParquetFiles.rowGroups(ParquetFiles.footer(file))) {
      assertEquals(
          List.of(new SortingColumn(1, true, true), new SortingColumn(0, false, false)),
          group.getSorting_columns());
    }
    accepted(WriterOptions.DEFAULT, batch(1, ints("i", 1)));
    assertFalse(
        ParquetFiles.rowGroups(ParquetFiles.footer(file)).getFirst().isSetSorting_columns());
  }

  @Test
  void aLateRowIsNamedWithBothValues() throws Exception {
    assertEquals(
        "sorting columns: i: expected rising values with nulls last, got 5 behind 7 in row 2 of the"
            + " row group",
        refused(by(rising("i")), batch(4, ints("i", 1, 7, 5, 9))));
    assertEquals(
        "sorting columns: s: expected falling values with nulls first, got 'b' behind 'a' in row 1"
            + " of the row group",
        refused(by(falling("s")), batch(2, strings("s", "a", "b"))));
  }

  @Test
  void theOrderHoldsOverBatchesAndEndsWithTheRowGroup() throws Exception {
    assertEquals(
        "sorting columns: s: expected rising values with nulls last, got 'aa' behind 'ab' in row 2"
            + " of the row group",
        refused(
            by(rising("s")),
            batch(2, strings("s", "", "ab")),
            batch(0, strings("s")),
            batch(1, strings("s", "aa"))));
    accepted(by(rising("s")), batch(2, strings("s", "", "ab")), batch(1, strings("s", "ab")));
    accepted(
        by(rising("i")).toBuilder().rowGroupTargetRows(2).build(),
        batch(2, ints("i", 8, 9)),
        batch(3, ints("i", 1, 2, 0)));
  }

  @Test
  void nullsStandWhereTheyAreDeclaredInEitherDirection() throws Exception {
    accepted(by(rising("i")), batch(4, ints("i", 1, 2, null, null)));
    assertTrue(
        refused(by(rising("i")), batch(3, ints("i", 1, null, 2))).contains("got 2 behind null"));
    accepted(by(falling("i")), batch(4, ints("i", null, null, 2, 1)));
    assertTrue(
        refused(by(falling("i")), batch(2, ints("i", 1, null))).contains("got null behind 1"));
    assertTrue(
        refused(by(falling("i")), batch(1, ints("i", 1)), batch(1, ints("i", new Integer[1])))
            .contains("got null behind 1"));
  }

  @Test
  void laterColumnsDecideWhereEarlierOnesAreEqual() throws Exception {
    WriterOptions options = by(rising("i"), falling("s"));
    accepted(
        options, batch(5, ints("i", 1, 1, 2, null, null), strings("s", "b", "a", "z", "y", "y")));
    String message =
        refused(
            options,
            batch(3, ints("i", 1, 2, null), strings("s", "b", "a", "a")),
            batch(1, ints("i", new Integer[1]), strings("s", "b")));
    assertTrue(message.contains(": s: ") && message.contains("got 'b' behind 'a'"), message);
  }

  @Test
  void everyTypeIsComparedByItsOwnOrder() throws Exception {
    accepted(by(rising("b")), batch(3, bools("b", false, true, null)));
    refused(by(rising("b")), batch(2, bools("b", true, false)));
    refused(by(rising("b")), batch(1, bools("b", true)), batch(1, bools("b", false)));
    accepted(by(rising("l")), batch(3, longs("l", Long.MIN_VALUE, -1L, Long.MAX_VALUE)));
    refused(by(rising("l")), batch(2, longs("l", 1L, -1L)));
    accepted(
        by(rising("d")),
        batch(
            6,
            doubles(
                "d",
                Double.NEGATIVE_INFINITY,
                -1.0,
                -0.0,
                0.0,
                Double.POSITIVE_INFINITY,
                Double.NaN)));
    refused(by(rising("d")), batch(2, doubles("d", Double.NaN, 1.0)));
    refused(by(rising("d")), batch(1, doubles("d", Double.NaN)), batch(1, doubles("d", 1.0)));
    accepted(by(rising("f")), batch(3, floats("f", -1f, 1f, Float.NaN)));
    refused(by(rising("f")), batch(2, floats("f", 1f, -1f)));
    accepted(by(rising("x")), batch(2, fixed("x", 2, new byte[] {1, 2}, new byte[] {-1, 0})));
    assertTrue(
        refused(by(rising("x")), batch(2, fixed("x", 2, new byte[] {-1, 0}, new byte[] {1, 2})))
            .contains("got 0x0102 behind 0xff00"));
  }

  @Test
  void pairsAreComparedAcrossTiles() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int trial = 0; trial < 20; trial++) {
      int rows = 1 + random.nextInt(5_000);
      List<@Nullable Integer> values = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        values.add(random.nextInt(10) == 0 ? null : random.nextInt(100));
      }
      values.sort(Comparator.nullsLast(Comparator.naturalOrder()));
      int cut = random.nextInt(rows);
      @Nullable Integer[] all = values.toArray(new Integer[0]);
      accepted(
          by(rising("i")),
          batch(cut, ints("i", values.subList(0, cut).toArray(new Integer[0]))),
          batch(rows - cut, ints("i", values.subList(cut, rows).toArray(new Integer[0]))));
      int late = 1 + random.nextInt(rows);
      if (late < rows && all[0] != null) {
        all[late] = -1;
        String message = refused(by(rising("i")), batch(rows, ints("i", all)));
        assertTrue(
            message.endsWith("in row " + late + " of the row group"),
            message + "; row " + late + ", seed " + seed);
      }
    }
  }

  @Test
  void columnsThatCannotBeSortedAreRefusedByPath() throws Exception {
    CDataColumn rows = batch(1, ints("i", 1));
    SchemaException e =
        assertThrows(
            SchemaException.class, () -> ParquetFiles.write(file, by(rising("j.k")), rows));
    assertEquals(
        "sorting columns: `j.k`: expected the path of a column, got none of the schema's",
        e.getMessage());
    IllegalArgumentException twice =
        assertThrows(IllegalArgumentException.class, () -> by(rising("i"), falling("i")));
    assertEquals("sorting columns: i: expected it once, got it twice", twice.getMessage());
  }
}
