package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is passed over inside of Parquet files: bytes that are overwritten cannot be decoded, so
/// that only a scan that does not look at them succeeds.
class FilterPushdownTest {
  private static final int ROWS = 400;
  private static final int GROUP = 100;
  private static final int PAGE = 10;

  @TempDir Path directory;

  private ScanFile file(String name) throws IOException {
    int[] rows = IntStream.range(0, ROWS).toArray();
    @Nullable Integer[] ids = IntStream.of(rows).boxed().toArray(Integer[]::new);
    @Nullable Double[] doubles = IntStream.of(rows).mapToObj(i -> i / 2.0).toArray(Double[]::new);
    @Nullable Float[] floats = IntStream.of(rows).mapToObj(i -> i / 2f).toArray(Float[]::new);
    @Nullable String[] texts =
        IntStream.of(rows).mapToObj("%03d"::formatted).toArray(String[]::new);
    @Nullable BigInteger[] decimals =
        IntStream.of(rows).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
    @Nullable Long[] times = IntStream.of(rows).mapToObj(i -> i * 1_000_000L).toArray(Long[]::new);
    @Nullable Integer[] some =
        IntStream.of(rows).mapToObj(i -> i < 385 ? null : i).toArray(Integer[]::new);
    WriterOptions options =
        WriterOptions.builder().rowGroupTargetRows(GROUP).pageTargetRows(PAGE).build();
    return ScanFiles.write(
        directory.resolve(name),
        options,
        ROWS,
        CDataColumn.ints("id", ids),
        CDataColumn.doubles("d", doubles),
        CDataColumn.floats("f", floats),
        CDataColumn.strings("t", texts),
        CDataColumn.decimals("dec", 16, 20, 1, decimals),
        CDataColumn.decimals("small", 16, 9, 1, decimals),
        CDataColumn.integers("day", "tdD", 4, ids),
        CDataColumn.integers("ts", "tsu:UTC", 8, times),
        CDataColumn.integers("short", "s", 2, ids),
        CDataColumn.integers("byte", "S", 2, ids),
        CDataColumn.ints("some", some),
        CDataNested.struct("s", "v".repeat(ROWS), CDataColumn.ints("m", ids)));
  }

  /// Overwrites the data pages of all columns but those of row 385 and on.
  private static void spoil(Path path) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path));
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      long row = 0;
      for (BlockMetaData block : reader.getFooter().getBlocks()) {
        for (ColumnChunkMetaData chunk : block.getColumns()) {
          OffsetIndex pages = reader.readOffsetIndex(chunk);
          for (int i = 0; i < pages.getPageCount(); i++) {
            if (row + pages.getLastRowIndex(i, block.getRowCount()) < 385) {
              byte[] rubbish = new byte[pages.getCompressedPageSize(i)];
              channel.write(ByteBuffer.wrap(rubbish), pages.getOffset(i));
            }
          }
        }
        row += block.getRowCount();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id >= 390",
        "id in (391, 399)",
        "not (id < 390)",
        "id between 390 and 395",
        "d > 195",
        "d = 195.5",
        "f >= 195",
        "f between 195 and 1e300",
        "t >= '390'",
        "t = '395'",
        "starts_with(t, '39')",
        "dec > 39",
        "small > 39.05",
        "day >= '1971-01-26'",
        "ts >= '1970-01-01T00:06:30Z'",
        "short > 391",
        "byte > 391",
        "some is not null",
        "some > 0",
        "s.m = 398",
        "id >= 0 and t = '399'",
        "(id = 390 or t = '399') and d > 0",
      })
  void pagesWithoutWantedRowsAreNotDecoded(String text) throws IOException {
    Filter filter = Filter.parse(text);
    ScanFile sound = file("sound");
    ScanFile spoiled = file("spoiled");
    spoil(spoiled.path());
    Scan expected = Scan.ofFiles(List.of(sound.path()), DataFormat.PARQUET).where(filter);
    Scan scan = Scan.ofFiles(List.of(spoiled.path()), DataFormat.PARQUET);
    List<List<@Nullable Object>> rows = ScanFiles.rows(expected);
    assertNotEquals(List.of(), rows);
    assertEquals(rows, ScanFiles.rows(scan.where(filter)));
    assertThrows(IOException.class, () -> ScanFiles.rows(scan));
  }

  @Test
  void filtersOfVeryManyAlternativesAreEvaluatedHere() throws IOException {
    Filter few = Filter.parse("id = 390 or id = 399");
    Filter many = new Filter.Or(Collections.nCopies(20_000, few));
    Scan scan = Scan.ofFiles(List.of(file("sound").path()), DataFormat.PARQUET);
    assertEquals(ScanFiles.rows(scan.where(few)), ScanFiles.rows(scan.where(many)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"u > 4294967294", "w > 18446744073709551614", "h > 2", "x = x'02'"})
  void whatIsOrderedInAnotherWayIsComparedHere(String text) throws IOException {
    ScanFile file =
        ScanFiles.write(
            directory.resolve("u"),
            WriterOptions.builder().rowGroupTargetRows(2).build(),
            4,
            CDataColumn.integers("u", "I", 4, 1, 2, -1, 3),
            CDataColumn.integers("w", "L", 8, 1, 2, -1, 3),
            CDataColumn.integers("h", "e", 2, 0x3c00, 0, 0x4500, -1),
            CDataColumn.binary("x", "z", new byte[][] {{-1}, {1}, {2}, {3}}));
    Scan scan = Scan.ofFiles(List.of(file.path()), DataFormat.PARQUET);
    long nan = text.startsWith("h") ? 1 : 0;
    assertEquals(1 + nan, ScanFiles.rows(scan.where(Filter.parse(text))).size());
  }

  @Test
  void aLeafOfTheSameNameInAnotherColumnIsNotTakenForTheColumn() throws IOException {
    @Nullable Integer[] up = {1, 2, 3, 4};
    @Nullable Integer[] down = {4, 3, 2, 1};
    ScanFile file =
        ScanFiles.write(
            directory.resolve("names"),
            WriterOptions.builder().rowGroupTargetRows(2).build(),
            4,
            CDataNested.struct("s", "vvvv", CDataColumn.ints("x", down)),
            CDataColumn.ints("x", up),
            CDataColumn.ints("s.x", up));
    Scan scan = Scan.ofFiles(List.of(file.path()), DataFormat.PARQUET).select("x");
    assertEquals(List.of(1), ScanFiles.values(scan.where(Filter.parse("x = 1"))));
    assertEquals(List.of(4), ScanFiles.values(scan.where(Filter.parse("s.x = 1"))));
    assertEquals(List.of(1), ScanFiles.values(scan.where(Filter.parse("`s.x` = 1"))));
  }

  /// Polars marks pages with a NaN as pages of nulls, and states for each page the nulls of its
  /// chunk. Row 3 has the NaN of `d`, row 25 that of `f`.
  @Test
  void filesOfPolarsLoseNoRows() throws IOException, URISyntaxException {
    Path path =
        Path.of(
            Objects.requireNonNull(getClass().getResource("/filters/polars-nan.parquet")).toURI());
    Scan scan = Scan.ofFiles(List.of(path), DataFormat.PARQUET).select("id");
    assertEquals(List.of(0, 1, 2), ScanFiles.values(scan.where(Filter.parse("d < 4"))));
    assertEquals(List.of(3, 38), ScanFiles.values(scan.where(Filter.parse("d > 37"))));
    assertEquals(List.of(3), ScanFiles.values(scan.where(Filter.parse("d = 'nan'"))));
    assertEquals(List.of(0, 25), ScanFiles.values(scan.where(Filter.parse("f >= 0"))));
    assertEquals(List.of(24, 26), ScanFiles.values(scan.where(Filter.parse("f in (-24, -26)"))));
    assertEquals(7, ScanFiles.rows(scan.where(Filter.parse("n is not null"))).size());
    assertEquals(33, ScanFiles.rows(scan.where(Filter.parse("n is null"))).size());
    assertEquals(36, ScanFiles.rows(scan.where(Filter.parse("d is not null"))).size());
    assertEquals(List.of(33), ScanFiles.values(scan.where(Filter.parse("n <= 33"))));
    assertEquals(List.of(39), ScanFiles.values(scan.where(Filter.parse("s > 's38'"))));
  }

  @Test
  void longListsOfLiteralsAreTakenTogether() throws IOException {
    ScanFile file = file("long");
    Scan scan =
        Scan.of(Scan.ofFiles(List.of(file.path()), DataFormat.PARQUET).schema(), List.of(file));
    List<Integer> numbers = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 1_000; i += 2) {
      numbers.add(i);
      texts.add("%03d".formatted(i));
    }
    assertEquals(ROWS / 2, ScanFiles.rows(scan.where(Filter.in("id", numbers))).size());
    assertEquals(ROWS / 2, ScanFiles.rows(scan.where(Filter.in("t", texts).not())).size());
    assertEquals(
        0,
        ScanFiles.rows(scan.where(Filter.in("t", texts).not().and(Filter.in("id", numbers))))
            .size());
  }
}
