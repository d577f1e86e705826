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
import static dev.frazil.engine.arrow.CDataColumn.strings;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.CDataColumn;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.HexFormat;
import org.apache.parquet.format.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bounds in the footer, by the rules of parquet.thrift for `Statistics` and `ColumnOrder`.
class FooterBoundsTest {
  @TempDir private Path directory;

  private Statistics statistics(CDataColumn column, int rows) throws Exception {
    Path file = directory.resolve("f.parquet");
    ParquetFiles.write(file, WriterOptions.DEFAULT, batch(rows, column));
    Statistics statistics = ParquetFiles.statistics(ParquetFiles.footer(file), 0, 0);
    assertFalse(statistics.isSetMin());
    assertFalse(statistics.isSetMax());
    assertEquals(statistics.isSetMin_value(), statistics.isSetMax_value());
    assertEquals(statistics.isSetMin_value(), statistics.isSetIs_min_value_exact());
    assertEquals(statistics.isSetMax_value(), statistics.isSetIs_max_value_exact());
    return statistics;
  }

  private void assertBounds(CDataColumn column, int rows, String minHex, String maxHex)
      throws Exception {
    Statistics statistics = statistics(column, rows);
    assertTrue(statistics.isSetMin_value());
    assertEquals(minHex, HexFormat.of().formatHex(statistics.getMin_value()));
    assertEquals(maxHex, HexFormat.of().formatHex(statistics.getMax_value()));
    assertTrue(statistics.isIs_min_value_exact());
    assertTrue(statistics.isIs_max_value_exact());
  }

  private void assertNone(CDataColumn column, int rows) throws Exception {
    assertFalse(statistics(column, rows).isSetMin_value());
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(UTF_8));
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  @Test
  void numbersAreComparedInTheOrderOfTheirType() throws Exception {
    assertBounds(ints("c", -1, null, 5), 3, "ffffffff", "05000000");
    assertBounds(integers("c", "I", 4, 0, 4294967295L, 2147483648L), 3, "00000000", "ffffffff");
    assertBounds(integers("c", "C", 1, 0, 255, 128), 3, "00000000", "ff000000");
    assertBounds(bools("c", true, null, true), 3, "01", "01");
    assertBounds(
        decimals("c", 16, 38, 2, BigInteger.valueOf(211), BigInteger.valueOf(-544), BigInteger.ONE),
        3,
        "fffffffffffffffffffffffffffffde0",
        "000000000000000000000000000000d3");
  }

  @Test
  void bytesAreComparedUnsigned() throws Exception {
    assertBounds(strings("c", "\uFFFD", "\uD800\uDC00", "a"), 3, "61", "f0908080");
    assertBounds(binary("c", "z", bytes("80"), bytes("7f"), bytes("")), 3, "", "80");
    assertBounds(fixed("c", 2, bytes("8000"), bytes("7fff")), 2, "7fff", "8000");
  }

  @Test
  void uuidsHaveBoundsWhereTheSignedAndTheUnsignedOrderAgree() throws Exception {
    assertBounds(uuids("7f", "01", "00"), 3, "00" + "00".repeat(15), "7f" + "00".repeat(15));
    assertBounds(uuids("ff", "80"), 2, "80" + "00".repeat(15), "ff" + "00".repeat(15));
    // Iceberg's reader compares signed and would pass over the file.
    assertNone(uuids("80", "7f"), 2);
  }

  private static CDataColumn uuids(String... firstBytes) {
    byte[][] values = new byte[firstBytes.length][];
    for (int i = 0; i < values.length; i++) {
      values[i] = bytes(firstBytes[i] + "00".repeat(15));
    }
    return fixed("c", 16, values).metadata("ARROW:extension:name", "arrow.uuid");
  }

  @Test
  void zeroesAreWidened() throws Exception {
    assertBounds(doubles("c", 0.0), 1, "0000000000000080", "0000000000000000");
    assertBounds(doubles("c", -0.0), 1, "0000000000000080", "0000000000000000");
    assertBounds(floats("c", 0f, 1f), 2, "00000080", "0000803f");
  }

  @Test
  void columnsWithNanOrWithoutValuesHaveNoBounds() throws Exception {
    assertNone(doubles("c", 1.0, Double.NaN, 3.0), 3);
    assertNone(floats("c", Float.NaN), 1);
    assertNone(doubles("c", null, null), 2);
    assertNone(strings("c", null, null), 2);
  }

  @Test
  void emptyStringsAreBounds() throws Exception {
    assertBounds(strings("c", "", null), 2, "", "");
  }

  @Test
  void sixtyFourBytesAreKeptWhole() throws Exception {
    String text = "a".repeat(64);
    assertBounds(strings("c", text), 1, hex(text), hex(text));
  }

  @Test
  void longBoundsAreCutAndTheUpperOneIncremented() throws Exception {
    assertCut(strings("c", "a".repeat(65)), hex("a".repeat(64)), hex("a".repeat(63) + "b"));
    // 64 bytes end inside the last character of two bytes.
    assertCut(strings("c", "a".repeat(63) + "é"), hex("a".repeat(63)), hex("a".repeat(62) + "b"));
    // U+D7FF is followed by the surrogates, which are no characters.
    assertCut(
        strings("c", "\uD7FF".repeat(40)),
        hex("\uD7FF".repeat(21)),
        hex("\uD7FF".repeat(20) + "\uE000"));
    // U+007F is followed by a character of two bytes, which do not fit.
    assertCut(
        strings("c", "a".repeat(63) + "\u007Fx"),
        hex("a".repeat(63) + "\u007F"),
        hex("a".repeat(62) + "b"));
    assertCut(
        binary("c", "z", bytes("00".repeat(63) + "ffff")),
        "00".repeat(63) + "ff",
        "00".repeat(62) + "01");
    assertCut(fixed("c", 65, bytes("01".repeat(65))), "01".repeat(64), "01".repeat(63) + "02");
  }

  private void assertCut(CDataColumn column, String minHex, String maxHex) throws Exception {
    Statistics statistics = statistics(column, 1);
    assertEquals(minHex, HexFormat.of().formatHex(statistics.getMin_value()));
    assertEquals(maxHex, HexFormat.of().formatHex(statistics.getMax_value()));
    assertFalse(statistics.isIs_min_value_exact());
    assertFalse(statistics.isIs_max_value_exact());
  }

  @Test
  void exactnessIsStatedForEachSide() throws Exception {
    Statistics statistics = statistics(strings("c", "a", "b".repeat(65)), 2);
    assertTrue(statistics.isIs_min_value_exact());
    assertFalse(statistics.isIs_max_value_exact());
  }

  @Test
  void boundsThatCannotBeCutAreLeftOutOnBothSides() throws Exception {
    assertNone(binary("c", "z", bytes("ff".repeat(65)), bytes("00")), 2);
    assertNone(strings("c", "\uDBFF\uDFFF".repeat(40), "a"), 2);
  }
}
