package dev.frazil.engine.file;

import static dev.frazil.engine.arrow.CDataColumn.batch;
import static dev.frazil.engine.arrow.CDataColumn.binary;
import static dev.frazil.engine.arrow.CDataColumn.bools;
import static dev.frazil.engine.arrow.CDataColumn.decimals;
import static dev.frazil.engine.arrow.CDataColumn.doubles;
import static dev.frazil.engine.arrow.CDataColumn.fixed;
import static dev.frazil.engine.arrow.CDataColumn.floats;
import static dev.frazil.engine.arrow.CDataColumn.integers;
import static dev.frazil.engine.arrow.CDataColumn.ints;
import static dev.frazil.engine.arrow.CDataColumn.longs;
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Arrays.asList;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Values come back as they were, through DuckDB and through parquet-java.
class WrittenValuesTest {
  @TempDir private Path directory;

  private Path write(WriterOptions options, CDataColumn... batches) throws Exception {
    Path file = directory.resolve("f.parquet");
    ParquetFiles.write(file, options, batches);
    return file;
  }

  /// What parquet-java reads of one column: its own text of each value, null for none.
  private static List<@Nullable String> parquetJava(Path file, String name) throws Exception {
    List<@Nullable String> values = new ArrayList<>();
    for (Group group : ParquetFiles.parquetJava(file)) {
      boolean present = group.getFieldRepetitionCount(name) > 0;
      values.add(present ? group.getValueToString(group.getType().getFieldIndex(name), 0) : null);
    }
    return values;
  }

  private static void assertBoth(Path file, String name, @Nullable String... expected)
      throws Exception {
    assertEquals(asList(expected), ParquetFiles.column(file, name), name + " by DuckDB");
    assertEquals(asList(expected), parquetJava(file, name), name + " by parquet-java");
  }

  @ParameterizedTest
  @ValueSource(strings = {"uncompressed", "snappy", "zstd:1", "zstd:9"})
  void plainTypes(String codec) throws Exception {
    Path file =
        write(
            WriterOptions.builder().compression(CompressionPolicy.parse(codec)).build(),
            batch(
                3,
                bools("b", true, null, false),
                ints("i32", Integer.MIN_VALUE, null, Integer.MAX_VALUE),
                longs("i64", Long.MIN_VALUE, null, Long.MAX_VALUE),
                floats("f32", -1.5f, null, 3.25f),
                doubles("f64", -1.5, null, 1e300),
                strings("s", "frazil é €😀", null, ""),
                binary("z", "z", "b".getBytes(UTF_8), null, new byte[0]),
                binary("large", "U", "large".getBytes(UTF_8), null, "".getBytes(UTF_8))));
    assertBoth(file, "b", "true", null, "false");
    assertBoth(file, "i32", "-2147483648", null, "2147483647");
    assertBoth(file, "i64", "-9223372036854775808", null, "9223372036854775807");
    assertBoth(file, "f32", "-1.5", null, "3.25");
    assertEquals(asList("-1.5", null, "1e+300"), ParquetFiles.column(file, "f64"));
    assertEquals(asList("-1.5", null, "1.0E300"), parquetJava(file, "f64"));
    assertBoth(file, "s", "frazil é €😀", null, "");
    assertBoth(file, "z", "b", null, "");
    assertBoth(file, "large", "large", null, "");
  }

  @Test
  void narrowAndUnsignedIntegers() throws Exception {
    Path file =
        write(
            WriterOptions.DEFAULT,
            batch(
                3,
                integers("i8", "c", 1, -128, null, 127),
                integers("i16", "s", 2, -32768, null, 32767),
                integers("u8", "C", 1, 0, null, 255),
                integers("u16", "S", 2, 0, null, 65535),
                integers("u32", "I", 4, 0, null, 4294967295L)));
    assertBoth(file, "i8", "-128", null, "127");
    assertBoth(file, "i16", "-32768", null, "32767");
    assertBoth(file, "u8", "0", null, "255");
    assertBoth(file, "u16", "0", null, "65535");
    assertEquals(asList("0", null, "4294967295"), ParquetFiles.column(file, "u32"));
  }

  @Test
  void datesTimesAndTimestamps() throws Exception {
    Path file =
        write(
            WriterOptions.DEFAULT,
            batch(
                2,
                integers("d32", "tdD", 4, -1, 19782),
                integers("d64", "tdm", 8, -86_400_000L, 1_709_164_800_000L),
                integers("ts", "tts", 4, 1, 86_399),
                integers("tm", "ttm", 4, 1, 86_399_999),
                integers("tu", "ttu", 8, 1L, 86_399_999_999L),
                integers("ss", "tss:", 8, -1L, 1_709_164_800L),
                integers("sm", "tsm:", 8, -1L, 1_709_164_800_001L),
                integers("su", "tsu:", 8, -1L, 1_709_164_800_000_001L),
                integers("sn", "tsn:", 8, -1L, 1_709_164_800_000_000_001L),
                integers("zu", "tsu:Europe/Paris", 8, 0L, 1_709_164_800_000_000L)));
    for (String name : List.of("d32", "d64")) {
      assertEquals(List.of("1969-12-31", "2024-02-29"), ParquetFiles.column(file, name), name);
    }
    assertEquals(List.of("00:00:01", "23:59:59"), ParquetFiles.column(file, "ts"));
    assertEquals(List.of("00:00:00.001", "23:59:59.999"), ParquetFiles.column(file, "tm"));
    assertEquals(List.of("00:00:00.000001", "23:59:59.999999"), ParquetFiles.column(file, "tu"));
    assertEquals(
        List.of("1969-12-31 23:59:59", "2024-02-29 00:00:00"), ParquetFiles.column(file, "ss"));
    assertEquals(
        List.of("1969-12-31 23:59:59.999", "2024-02-29 00:00:00.001"),
        ParquetFiles.column(file, "sm"));
    assertEquals(
        List.of("1969-12-31 23:59:59.999999", "2024-02-29 00:00:00.000001"),
        ParquetFiles.column(file, "su"));
    assertEquals(
        List.of("1969-12-31 23:59:59.999999999", "2024-02-29 00:00:00.000000001"),
        ParquetFiles.column(file, "sn"));
    assertEquals(
        List.of(List.of("0"), List.of("1709164800000000")),
        ParquetFiles.duckdb(file, "select cast(epoch_us(zu) as varchar) from read_parquet(FILE)"));
  }

  @Test
  void decimalsOfEveryWidth() throws Exception {
    BigInteger wide = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
    Path file =
        write(
            WriterOptions.DEFAULT,
            batch(
                3,
                decimals("p9", 16, 9, 2, BigInteger.valueOf(-999_999_999), null, BigInteger.ONE),
                decimals("p18", 16, 18, 0, BigInteger.TEN.pow(17).negate(), null, BigInteger.ONE),
                decimals("p19", 16, 19, 1, BigInteger.TEN.pow(18).negate(), null, BigInteger.ONE),
                decimals("p38", 16, 38, 10, wide.negate(), null, wide)));
    assertEquals(asList("-9999999.99", null, "0.01"), ParquetFiles.column(file, "p9"));
    assertEquals(asList("-100000000000000000", null, "1"), ParquetFiles.column(file, "p18"));
    assertEquals(asList("-100000000000000000.0", null, "0.1"), ParquetFiles.column(file, "p19"));
    String digits = "9".repeat(28) + "." + "9".repeat(10);
    assertEquals(asList("-" + digits, null, digits), ParquetFiles.column(file, "p38"));
  }

  @Test
  void fixedBytesAndUuids() throws Exception {
    byte[] bytes = HexFormat.of().parseHex("f79c3e09677c4bbda4793f349cb785e7");
    Path file =
        write(
            WriterOptions.DEFAULT,
            batch(
                2,
                fixed("w3", 3, "abc".getBytes(UTF_8), null),
                fixed("u", 16, bytes, null).metadata("ARROW:extension:name", "arrow.uuid")));
    assertEquals(asList("abc", null), ParquetFiles.column(file, "w3"));
    assertEquals(
        asList("f79c3e09-677c-4bbd-a479-3f349cb785e7", null), ParquetFiles.column(file, "u"));
  }

  @Test
  void dictionaryEncodedColumnsAreWrittenAsTheirValues() throws Exception {
    Path file =
        write(
            WriterOptions.DEFAULT,
            batch(
                4,
                integers("d", "c", 1, 1, 0, null, 1)
                    .dictionary(strings("", "first", "second", "never used"))),
            batch(1, integers("d", "c", 1, 0).dictionary(strings("", "another dictionary"))));
    assertBoth(file, "d", "second", "first", null, "second", "another dictionary");
  }

  @Test
  void batchesMayDifferInOffsetsAndDictionariesWithinAColumn() throws Exception {
    Path file =
        write(
            WriterOptions.DEFAULT,
            batch(1, strings("s", "narrow")),
            batch(2, binary("s", "U", "wide".getBytes(UTF_8), null)),
            batch(2, integers("s", "c", 1, 0, 0).dictionary(strings("", "coded"))),
            batch(1, strings("s", "narrow again")));
    assertBoth(file, "s", "narrow", "wide", null, "coded", "coded", "narrow again");
  }

  @Test
  void slicesStartAtTheirOffsets() throws Exception {
    Path file =
        write(
            WriterOptions.DEFAULT,
            batch(
                3,
                bools("b", true, true, true, false, true, null).slice(3, 3),
                ints("i", 0, 1, 2, 3, null, 5).slice(3, 3),
                strings("s", "no", "no", "no", "a", null, "c").slice(3, 3)));
    assertBoth(file, "b", "false", "true", null);
    assertBoth(file, "i", "3", null, "5");
    assertBoth(file, "s", "a", null, "c");
  }

  @Test
  void constantColumns() throws Exception {
    for (int rows : new int[] {1, 20, 100_001}) {
      Path file =
          write(
              WriterOptions.DEFAULT,
              batch(
                  rows,
                  ints("i", Collections.nCopies(rows, 7).toArray(new Integer[0])),
                  strings("s", Collections.nCopies(rows, "x").toArray(new String[0]))));
      assertEquals(Collections.nCopies(rows, "7"), parquetJava(file, "i"));
      assertEquals(Collections.nCopies(rows, "x"), parquetJava(file, "s"));
      assertEquals(
          List.of(List.of("7", "x", Integer.toString(rows))),
          ParquetFiles.duckdb(file, "select i, s, count(*) from read_parquet(FILE) group by i, s"));
    }
  }

  @Test
  void allNullAndEmptyStrings() throws Exception {
    Path file =
        write(
            WriterOptions.DEFAULT,
            batch(
                3,
                strings("null", null, null, null),
                strings("empty", "", "", ""),
                ints("i", null, null, null),
                bools("b", null, null, null)));
    assertBoth(file, "null", null, null, null);
    assertBoth(file, "empty", "", "", "");
    assertBoth(file, "i", null, null, null);
    assertBoth(file, "b", null, null, null);
  }

  @Test
  void requiredColumns() throws Exception {
    Path file =
        write(
            WriterOptions.DEFAULT,
            batch(2, ints("i", 1, 2).required(), strings("s", "a", "b").required()));
    assertBoth(file, "i", "1", "2");
    assertBoth(file, "s", "a", "b");
  }

  @Test
  void namesWithDotsAndOddCharacters() throws Exception {
    Path file =
        write(
            WriterOptions.DEFAULT,
            batch(1, ints("a.b", 1), ints("a", 2), ints("", 3), ints("größe 😀", 4)));
    assertEquals(List.of("1"), ParquetFiles.column(file, "a.b"));
    assertEquals(List.of("2"), ParquetFiles.column(file, "a"));
    assertEquals(List.of("4"), ParquetFiles.column(file, "größe 😀"));
    assertEquals(
        List.of("1", "2", "3", "4"),
        ParquetFiles.parquetJava(file).stream()
            .flatMap(g -> List.of(0, 1, 2, 3).stream().map(i -> g.getValueToString(i, 0)))
            .toList());
  }

  @Test
  void floatsKeepTheirBits() throws Exception {
    Path file =
        write(
            WriterOptions.builder().dictionary(true).build(),
            batch(
                4,
                doubles(
                    "d",
                    -0.0,
                    0.0,
                    Double.longBitsToDouble(0x7ff8000000000123L),
                    Double.MIN_VALUE)));
    List<Long> bits =
        ParquetFiles.parquetJava(file).stream()
            .map(group -> Double.doubleToRawLongBits(group.getDouble("d", 0)))
            .toList();
    assertEquals(List.of(Long.MIN_VALUE, 0L, 0x7ff8000000000123L, 1L), bits);
  }

  @Test
  void valuesFarLargerThanAPage() throws Exception {
    String large = "x".repeat(3 << 20);
    Path file = write(WriterOptions.DEFAULT, batch(3, strings("s", "a", large, "b")));
    assertBoth(file, "s", "a", large, "b");
  }

  @Test
  void noRows() throws Exception {
    Path file = write(WriterOptions.DEFAULT, batch(0, ints("i"), strings("s")));
    assertEquals(List.of(), ParquetFiles.parquetJava(file));
    assertEquals(
        List.of(List.of("0")),
        ParquetFiles.duckdb(file, "select count(*) from read_parquet(FILE)"));
    assertEquals(0, ParquetFiles.footer(file).getNum_rows());
    assertEquals(List.of(), ParquetFiles.footer(file).getRow_groups());
  }

  @Test
  void sameInputGivesTheSameBytes() throws Exception {
    WriterOptions options =
        WriterOptions.builder()
            .keyValueMetadata(Map.of("b", "2", "a", "1", "c", "3", "d", "4"))
            .build();
    CDataColumn batch = batch(3, ints("i", 1, 2, 3), strings("s", "a", "a", null));
    try (MemorySink first = new MemorySink();
        MemorySink second = new MemorySink()) {
      writeTo(first, options, batch);
      writeTo(second, options, batch);
      assertEquals(-1, first.segment().mismatch(second.segment()));
    }
  }

  private static void writeTo(MemorySink sink, WriterOptions options, CDataColumn batch)
      throws Exception {
    try (CDataBuilder producer = new CDataBuilder();
        ParquetFileWriter writer =
            new ParquetFileWriter(sink, ParquetFiles.schema(batch), options)) {
      writer.append(ParquetFiles.batch(producer, batch));
      FileReceipt receipt = writer.finish();
      assertEquals(sink.length(), receipt.length());
    }
  }
}
