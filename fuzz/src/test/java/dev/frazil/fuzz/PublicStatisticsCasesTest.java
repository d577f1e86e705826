package dev.frazil.fuzz;

import static dev.frazil.fuzz.Cases.BINARY;
import static dev.frazil.fuzz.Cases.FLOAT32;
import static dev.frazil.fuzz.Cases.FLOAT64;
import static dev.frazil.fuzz.Cases.UTF8;
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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.frazil.engine.arrow.ArrowType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Defects that other writers once had, in their statistics: each test carries the name of its
/// public report's case. The oracle compares all statistics of every file besides.
@DisabledOnOs(OS.WINDOWS)
class PublicStatisticsCasesTest {

  /// Big-endian decimals are signed.
  @Test
  @PublicCase("decimal-flba-sign")
  void wideDecimalsAreBoundedBySign() throws IOException {
    Statistics found =
        statistics(
            write(
                column(
                    "d",
                    new ArrowType.Decimal(128, 38, 2),
                    BigDecimal.valueOf(211, 2),
                    BigDecimal.valueOf(322, 2),
                    BigDecimal.valueOf(433, 2),
                    BigDecimal.valueOf(-544, 2))),
            0);
    assertEquals(BigInteger.valueOf(-544), new BigInteger(found.getMin_value()));
    assertEquals(BigInteger.valueOf(433), new BigInteger(found.getMax_value()));
  }

  /// Decimals are never written in BYTE_ARRAY, whose lengths differ; the same values in one width
  /// are compared by value and bounded whole.
  @Test
  @PublicCase("decimal-bytearray-len")
  void decimalsOfAnySizeAreBoundedByValue() throws IOException {
    List<@Nullable Object> values = new ArrayList<>();
    for (String value : List.of("-1", "0", "1", "127", "128", "-128", "-129", "1E+20", "-1E+20")) {
      values.add(new BigDecimal(value).setScale(0));
    }
    for (int precision : new int[] {21, 38, 76}) {
      ArrowType type = new ArrowType.Decimal(precision > 38 ? 256 : 128, precision, 0);
      Statistics found = statistics(write(column(field("d", type), values)), 0);
      assertEquals(BigInteger.TEN.pow(20).negate(), new BigInteger(found.getMin_value()));
      assertEquals(BigInteger.TEN.pow(20), new BigInteger(found.getMax_value()));
    }
  }

  /// Numbers of 64 bits above the signed maximum are the large ones too.
  @Test
  @PublicCase("uint-order")
  void unsignedLongsAreBoundedWithoutSign() throws IOException {
    BigInteger max = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    Statistics found =
        statistics(
            write(
                column(
                    "u",
                    new ArrowType.Int(64, false),
                    BigInteger.ZERO,
                    max,
                    max.shiftRight(1).add(BigInteger.ONE),
                    BigInteger.ONE)),
            0);
    assertArrayEquals(new byte[8], found.getMin_value());
    assertEquals(-1, ByteBuffer.wrap(found.getMax_value()).getLong());
    assertFalse(found.isSetMin());
    assertFalse(found.isSetMax());
  }

  /// Unsigned numbers above the signed maximum are the large ones.
  @Test
  @PublicCase("uint-order")
  void unsignedNumbersAreBoundedWithoutSign() throws IOException {
    for (int bits : new int[] {8, 16, 32}) {
      long max = (1L << bits) - 1;
      Statistics found =
          statistics(
              write(column("u", new ArrowType.Int(bits, false), 0L, max, max / 2 + 1, 1L)), 0);
      assertArrayEquals(new byte[4], found.getMin_value());
      assertEquals(
          max,
          Integer.toUnsignedLong(
              ByteBuffer.wrap(found.getMax_value()).order(ByteOrder.LITTLE_ENDIAN).getInt()));
      assertFalse(found.isSetMin());
      assertFalse(found.isSetMax());
    }
  }

  /// NaN is counted, and where there is one there are no bounds.
  @Test
  @PublicCase("float-nan")
  void notANumberTakesBoundsAway() throws IOException {
    List<List<@Nullable Double>> cases =
        List.of(
            Arrays.asList(5d, 5d, Double.NaN),
            Arrays.asList(Double.NaN),
            Arrays.asList(Double.NaN, 1d, Double.NaN),
            Arrays.asList(null, Double.NaN));
    for (List<@Nullable Double> values : cases) {
      for (ArrowType type : List.of(FLOAT32, FLOAT64)) {
        List<@Nullable Object> slots = new ArrayList<>();
        values.forEach(value ->
            slots.add(value == null || type.equals(FLOAT64) ? value : (Object) value.floatValue()));
        Statistics found = statistics(write(column(field("f", type), slots)), 0);
        assertFalse(found.isSetMin_value());
        assertFalse(found.isSetMax_value());
        assertEquals(
            values.stream().filter(v -> v != null && v.isNaN()).count(), found.getNan_count());
      }
    }
  }

  /// A NaN keeps its sign and its payload.
  @Test
  void payloadsOfNotANumberSurvive() throws IOException {
    write(
        column(
            "d",
            FLOAT64,
            Double.longBitsToDouble(0x7ff8_0000_0000_0001L),
            Double.longBitsToDouble(0xfff0_0000_dead_beefL),
            Double.longBitsToDouble(-1),
            0d),
        column(
            "f",
            FLOAT32,
            Float.intBitsToFloat(0x7f80_0001),
            Float.intBitsToFloat(0xffc1_2345),
            Float.intBitsToFloat(-1),
            0f));
  }

  /// A zero bound covers both zeros, and the values keep their signs.
  @Test
  @PublicCase("float-negzero")
  void zeroBoundsCoverBothSigns() throws IOException {
    for (List<@Nullable Object> values :
        List.<List<@Nullable Object>>of(
            Arrays.asList(0d), Arrays.asList(-0d), Arrays.asList(0d, -0d))) {
      Statistics found = statistics(write(column(field("f", FLOAT64), values)), 0);
      assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) 0x80}, found.getMin_value());
      assertArrayEquals(new byte[8], found.getMax_value());
      assertEquals(0, found.getNan_count());
    }
  }

  /// A cut maximum is counted up.
  @Test
  @PublicCase("stats-max-increment")
  void aCutMaximumIsCountedUp() throws IOException {
    byte[] value = new byte[66];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) i;
    }
    Statistics found = statistics(write(column("b", BINARY, Bytes.of(value))), 0);
    byte[] upper = Arrays.copyOf(value, 64);
    upper[63]++;
    assertArrayEquals(Arrays.copyOf(value, 64), found.getMin_value());
    assertArrayEquals(upper, found.getMax_value());
    assertFalse(found.isIs_min_value_exact());
    assertFalse(found.isIs_max_value_exact());
  }

  /// Cut bounds of text are text, step over the surrogates, and are left out where no text is above
  /// them.
  @Test
  @PublicCase("stats-utf8-edge")
  void cutBoundsOfTextAreText() throws IOException {
    assertUpper("ÿ".repeat(64), "ÿ".repeat(31) + "Ā");
    assertUpper("\ud7ff".repeat(40), "\ud7ff".repeat(20) + "\ue000");
    assertUpper("a".repeat(63) + "éx", "a".repeat(62) + "b");
    assertUpper("a" + "\udbff\udfff".repeat(40), "b");
    assertUpper("a".repeat(63) + "\u007f\u007f", "a".repeat(62) + "b");
    Statistics none = statistics(write(column("s", UTF8, "\udbff\udfff".repeat(40))), 0);
    assertFalse(none.isSetMin_value());
    assertFalse(none.isSetMax_value());
  }

  private static void assertUpper(String value, String upper) throws IOException {
    Statistics found = statistics(write(column("s", UTF8, value)), 0);
    assertArrayEquals(text(upper), found.getMax_value(), value);
  }

  /// Bytes that are not text are cut as bytes.
  @Test
  @PublicCase("stats-utf8-edge")
  void boundsOfBytesMayEndAnywhere() throws IOException {
    byte[] value = new byte[70];
    Arrays.fill(value, (byte) 0xff);
    Statistics none = statistics(write(column("b", BINARY, Bytes.of(value))), 0);
    assertFalse(none.isSetMax_value());
    value[10] = (byte) 0xc3;
    Statistics found = statistics(write(column("b", BINARY, Bytes.of(value))), 0);
    assertEquals(11, found.getMax_value().length);
    assertEquals((byte) 0xc4, found.getMax_value()[10]);
  }

  /// Large values do not reach headers.
  @Test
  @PublicCase("stats-huge-value")
  void pageHeadersStaySmallUnderLargeValues() throws IOException {
    WrittenFile file = write(column(field("s", UTF8), repeat(2, "x".repeat(3 << 20))));
    assertTrue(pages(file, 0).largestHeader() < 1024);
    assertEquals(64, statistics(file, 0).getMax_value().length);
  }

  /// An empty bound is not an absent one.
  @Test
  @PublicCase("empty-string")
  void emptyStringsAreBounds() throws IOException {
    for (List<@Nullable Object> values :
        List.<List<@Nullable Object>>of(repeat(1, ""), Arrays.asList("", null))) {
      Statistics found = statistics(write(column(field("s", UTF8), values)), 0);
      assertArrayEquals(new byte[0], found.getMin_value());
      assertArrayEquals(new byte[0], found.getMax_value());
      assertTrue(found.isIs_max_value_exact());
    }
    Statistics none = statistics(write(column(field("s", UTF8), repeat(2, null))), 0);
    assertFalse(none.isSetMin_value());
  }
}
