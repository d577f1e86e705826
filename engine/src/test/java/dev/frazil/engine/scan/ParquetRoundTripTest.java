package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import dev.frazil.engine.arrow.RandomColumns;
import dev.frazil.engine.file.WriterOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the writer was given comes back: its values, and its types in the layouts that reading
/// gives.
class ParquetRoundTripTest {
  private static final int FILES = 150;

  @TempDir private Path directory;

  private void assertComesBack(CDataColumn batch, WriterOptions options, int batchRows, String seed)
      throws IOException {
    Path file = directory.resolve("file.parquet");
    ArrowSchema source = FileValues.write(file, options, batch);
    assertEquals(FileValues.of(batch), FileValues.read(file, batchRows), seed);
    assertEquals(StatedTypes.read(source), FileValues.schema(file), seed);
  }

  @Test
  void randomColumnsOfAnyDepthComeBack() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RandomColumns columns = new RandomColumns(random);
    for (int i = 0; i < FILES; i++) {
      int rows = random.nextInt(60);
      List<CDataColumn> made = new ArrayList<>();
      for (int c = random.nextInt(3); c >= 0; c--) {
        made.add(columns.column("c" + c, rows, random.nextInt(4)));
      }
      WriterOptions options =
          WriterOptions.builder()
              .rowGroupTargetRows(random.nextInt(1, 80))
              .pageTargetRows(random.nextInt(1, 40))
              .build();
      assertComesBack(
          CDataColumn.batch(rows, made.toArray(CDataColumn[]::new)),
          options,
          random.nextInt(1, 70),
          "seed " + seed + ", file " + i);
    }
  }

  private static final byte[] @Nullable [] FIXED = {
    {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, null, new byte[16], null
  };

  private static @Nullable BigInteger[] decimals(String large) {
    return new @Nullable BigInteger[] {
      new BigInteger(large), null, BigInteger.valueOf(-1), new BigInteger("-" + large)
    };
  }

  static Stream<CDataColumn> types() {
    CDataColumn uuids = CDataColumn.fixed("uuid", 16, FIXED);
    return Stream.of(
        CDataColumn.bools("bool", true, null, false, true),
        CDataColumn.integers("int8", "c", 1, -128, null, 127, 0),
        CDataColumn.integers("uint8", "C", 1, 0, null, 255, 1),
        CDataColumn.integers("int16", "s", 2, -32768, null, 32767, 0),
        CDataColumn.integers("uint16", "S", 2, 0, null, 65535, 1),
        CDataColumn.integers("int32", "i", 4, Integer.MIN_VALUE, null, Integer.MAX_VALUE, 0),
        CDataColumn.integers("uint32", "I", 4, 0, null, -1, 1),
        CDataColumn.integers("int64", "l", 8, Long.MIN_VALUE, null, Long.MAX_VALUE, 0),
        CDataColumn.integers("uint64", "L", 8, 0, null, -1L, 1),
        CDataColumn.integers("float16", "e", 2, 0x3C00, null, 0xFC00, 0x0001),
        CDataColumn.floats("float32", 1.5f, null, Float.NaN, -0f),
        CDataColumn.doubles("float64", 1.5, null, Double.NaN, -0.0),
        CDataColumn.integers("date32", "tdD", 4, -719_162, null, 2_932_896, 0),
        CDataColumn.integers("date64", "tdm", 8, -86_400_000L * 700, null, 86_400_000L, 0),
        CDataColumn.integers("time32s", "tts", 4, 0, null, 86_399, 1),
        CDataColumn.integers("time32ms", "ttm", 4, 0, null, 86_399_999, 1),
        CDataColumn.integers("time64us", "ttu", 8, 0, null, 86_399_999_999L, 1),
        CDataColumn.integers("time64ns", "ttn", 8, 0, null, 86_399_999_999_999L, 1),
        CDataColumn.integers("seconds", "tss:", 8, -62_135_596_800L, null, 253_402_300_799L, 0),
        CDataColumn.integers("millis", "tsm:UTC", 8, -1, null, 1, 0),
        CDataColumn.integers("micros", "tsu:Europe/Paris", 8, -1, null, 1, 0),
        CDataColumn.integers("nanos", "tsn:", 8, Long.MIN_VALUE, null, Long.MAX_VALUE, 0),
        CDataColumn.integers("duration", "tDm", 8, -5, null, Long.MAX_VALUE, 0),
        CDataColumn.integers("months", "tiM", 4, 0, null, 25, 1),
        CDataColumn.integers("days", "tiD", 8, 5L << 32 | 3, null, 0, 1),
        CDataColumn.strings("utf8", "ä", null, "", "a longer one that no view would hold"),
        CDataNested.views("views", "vu", "ä", null, "", "a longer one that no view would hold"),
        CDataColumn.binary("binary", "z", new byte[] {-1, 0}, null, new byte[0], new byte[9]),
        CDataColumn.binary("large", "Z", new byte[] {-1, 0}, null, new byte[0], new byte[9]),
        CDataColumn.binary("largetext", "U", "é".getBytes(StandardCharsets.UTF_8), null),
        CDataColumn.fixed("fixed", 16, FIXED),
        uuids.metadata(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION),
        CDataColumn.integers("bool8", "c", 1, 1, null, 0, 1)
            .metadata(ArrowField.EXTENSION_NAME, ArrowField.BOOL8_EXTENSION),
        CDataColumn.strings("json", "{}", null, "[]", "1")
            .metadata(ArrowField.EXTENSION_NAME, "arrow.json"),
        CDataNested.nulls("null", 4),
        CDataColumn.decimals("decimal32", 4, 9, 2, decimals("999999999")),
        CDataColumn.decimals("decimal64", 8, 18, 2, decimals("999999999999999999")),
        CDataColumn.decimals("decimal64of9", 8, 9, 0, decimals("999999999")),
        CDataColumn.decimals("decimal128", 16, 38, 38, decimals("9".repeat(38))),
        CDataColumn.decimals("decimal128of5", 16, 5, 2, decimals("99999")),
        CDataColumn.decimals("decimal256", 32, 76, 3, decimals("9".repeat(76))),
        CDataColumn.integers("dictionary", "C", 1, 1, null, 0, 1)
            .dictionary(CDataColumn.strings("d", "x", "y")));
  }

  @ParameterizedTest
  @MethodSource("types")
  void typesComeBack(CDataColumn column) throws IOException {
    assertComesBack(
        CDataColumn.batch(column.length(), column), WriterOptions.DEFAULT, 3, "no seed");
  }

  /// Of lists of a fixed size, those that are null have as many slots as the others.
  @Test
  void fixedSizeListsComeBackWithWhateverIsBelowThem() throws IOException {
    String some = "vv.v.v";
    CDataColumn texts =
        CDataColumn.strings("t", "a", null, "c", "d", null, null, "g", "h", "i", "", "k", "l");
    CDataColumn numbers = CDataColumn.ints("n", 1, 2, 3, 4, 5, 6, 7, null, 9, 10, 11, 12);
    CDataColumn structs = CDataNested.struct("s", "vv.vvvvv.vvv", texts, numbers);
    int[] offsets = {0, 1, 1, 2, 4, 4, 4, 6, 7, 7, 8, 10, 12};
    CDataColumn lists = CDataNested.list("l", "v.vvvvvvvvvv", offsets, numbers);
    assertComesBack(
        CDataColumn.batch(
            6,
            CDataNested.fixedSizeList("of texts", some, 2, texts),
            CDataNested.fixedSizeList("of structs", some, 2, structs),
            CDataNested.fixedSizeList("of lists", some, 2, lists),
            CDataNested.fixedSizeList(
                "of themselves", some, 1, CDataNested.fixedSizeList("inner", "v..v.v", 2, numbers)),
            CDataNested.fixedSizeList("nothing but nulls", "......", 2, texts)),
        WriterOptions.DEFAULT,
        4,
        "no seed");
  }

  @Test
  void filesWithoutRowsHaveTheirColumns() throws IOException {
    Path file = directory.resolve("empty.parquet");
    FileValues.write(file, WriterOptions.DEFAULT, CDataColumn.batch(0, CDataColumn.ints("a")));
    assertEquals(Map.of("a", List.of()), FileValues.read(file, 10));
  }

  @Test
  void columnsComeInTheOrderAskedForAndAloneByTheirNames() throws IOException {
    Path file = directory.resolve("names.parquet");
    CDataColumn inner = CDataColumn.ints("a", 1, 2, 3);
    FileValues.write(
        file,
        WriterOptions.DEFAULT,
        CDataColumn.batch(
            3,
            CDataNested.struct("s", "vvv", inner),
            CDataColumn.ints("a", 4, 5, 6),
            CDataColumn.ints("s.a", 7, 8, 9),
            CDataColumn.ints("b", 10, 11, 12)));
    try (ParquetFiles files = new ParquetFiles(1)) {
      for (List<String> names :
          List.of(List.of("b", "a"), List.of("s.a"), List.of("s"), List.of("b"))) {
        Map<String, List<@Nullable Object>> values =
            FileValues.of(
                files.open(new ScanFile(file, DataFormat.PARQUET), names, Pushdown.NONE, 2));
        assertEquals(names, List.copyOf(values.keySet()));
        Map<String, List<@Nullable Object>> all =
            Map.of(
                "s", List.of(Map.of("a", 1), Map.of("a", 2), Map.of("a", 3)),
                "a", Arrays.asList(4, 5, 6),
                "s.a", Arrays.asList(7, 8, 9),
                "b", Arrays.asList(10, 11, 12));
        names.forEach(name -> assertEquals(all.get(name), values.get(name)));
      }
    }
  }

  /// However many rows are asked for, a batch does not hold much more than 64 MiB.
  @Test
  void longValuesMakeBatchesOfFewRows() throws IOException {
    Path file = directory.resolve("long.parquet");
    byte[][] values = new byte[40][5 << 20];
    CDataColumn column = CDataColumn.binary("a", "Z", values);
    FileValues.write(
        file,
        WriterOptions.builder().dictionary(false).build(),
        CDataColumn.batch(values.length, column));
    List<Integer> counts = new ArrayList<>();
    try (ParquetFiles files = new ParquetFiles(1);
        var batches =
            files.open(new ScanFile(file, DataFormat.PARQUET), List.of("a"), Pushdown.NONE, 1000)) {
      for (var batch = batches.next(); batch != null; batch = batches.next()) {
        counts.add(batch.rowCount());
        batch.close();
      }
    }
    assertEquals(List.of(12, 12, 12, 4), counts);
  }

  /// A file that states no Arrow schema is read at the types of the scan.
  @ParameterizedTest
  @MethodSource("types")
  void typesComeBackByTheSchemaOfTheScan(CDataColumn column) throws IOException {
    Path file = directory.resolve("plain.parquet");
    CDataColumn batch = CDataColumn.batch(column.length(), column);
    ArrowSchema schema =
        FileValues.write(file, WriterOptions.builder().arrowSchema(false).build(), batch);
    Scan scan = Scan.of(schema, List.of(new ScanFile(file, DataFormat.PARQUET)));
    assertEquals(FileValues.of(batch), FileValues.of(scan.open()));
  }

  @Test
  void withoutColumnsRowsAreCounted() throws IOException {
    Path file = directory.resolve("count.parquet");
    FileValues.write(
        file, WriterOptions.DEFAULT, CDataColumn.batch(5, CDataColumn.ints("a", 1, 2, 3, 4, 5)));
    try (ParquetFiles files = new ParquetFiles(1);
        var batches =
            files.open(new ScanFile(file, DataFormat.PARQUET), List.of("zz"), Pushdown.NONE, 3)) {
      List<Integer> counts = new ArrayList<>();
      for (var batch = batches.next(); batch != null; batch = batches.next()) {
        counts.add(batch.rowCount());
        batch.close();
      }
      assertEquals(List.of(3, 2), counts);
    }
  }
}
