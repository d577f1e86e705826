package dev.frazil.engine.iceberg;

import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Types that a table type does not accept, and values that it cannot have.
class AlignmentRefusalTest {
  private static final AlignmentOptions ALL =
      new AlignmentOptions(true, true, true, true, true, false);

  private static Arguments type(String type, CDataColumn column, String expected, String got) {
    String message =
        "cast: c: expected a type that becomes %s without loss, got %s".formatted(expected, got);
    return Arguments.of(type, AlignmentOptions.DEFAULT, column, 1, message);
  }

  private static Arguments meaning(String type, CDataColumn column, String expected, String got) {
    String message = "align: c: expected %s, got %s".formatted(expected, got);
    return Arguments.of(type, ALL, column, 1, message);
  }

  private static Arguments value(
      String type, AlignmentOptions options, CDataColumn column, String message) {
    return Arguments.of(type, options, column, message.contains("row 1") ? 2 : 1, message);
  }

  private static CDataColumn ints(String format, int width, Number... values) {
    return CDataColumn.integers("c", format, width, values);
  }

  private static CDataColumn bytes(String format, String... values) {
    byte[][] bytes =
        Stream.of(values).map(v -> v.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    return CDataColumn.binary("c", format, bytes);
  }

  private static CDataColumn decimal(int precision, int scale, BigInteger... values) {
    return CDataColumn.decimals("c", 16, precision, scale, values);
  }

  static Stream<Arguments> types() {
    BigInteger one = BigInteger.ONE;
    return Stream.of(
        type("boolean", ints("c", 1, 1), "bool", "int8"),
        type("int", ints("l", 8, 1), "int32", "int64"),
        type("int", ints("I", 4, 1), "int32", "uint32"),
        type("int", ints("f", 4, 1), "int32", "float32"),
        type("int", CDataColumn.bools("c", true), "int32", "bool"),
        type("long", ints("L", 8, 1), "int64", "uint64"),
        type("float", ints("g", 8, 1), "float32", "float64"),
        type("float", ints("e", 2, 1), "float32", "float16"),
        type("float", ints("i", 4, 1), "float32", "int32"),
        type("double", ints("e", 2, 1), "float64", "float16"),
        type("double", ints("i", 4, 1), "float64", "int32"),
        type("decimal(9, 2)", decimal(9, 3, one), "decimal128(9, 2)", "decimal128(9, 3)"),
        type("decimal(9, 2)", decimal(9, -2, one), "decimal128(9, 2)", "decimal128(9, -2)"),
        type("decimal(9, 0)", ints("i", 4, 1), "decimal128(9, 0)", "int32"),
        type("date", ints("tss:", 8, 1), "date32", "timestamp[s]"),
        type("date", ints("i", 4, 1), "date32", "int32"),
        type("time", ints("l", 8, 1), "time64[us]", "int64"),
        type("timestamp", ints("tsu:UTC", 8, 1), "timestamp[us]", "timestamp[us, UTC]"),
        type("timestamp", ints("tdD", 4, 1), "timestamp[us]", "date32"),
        type("timestamp", ints("tdm", 8, 1), "timestamp[us]", "date64"),
        type("timestamptz", ints("tsu:", 8, 1), "timestamp[us, UTC]", "timestamp[us]"),
        type("timestamp_ns", ints("tsn:UTC", 8, 1), "timestamp[ns]", "timestamp[ns, UTC]"),
        type("timestamptz_ns", ints("tsn:", 8, 1), "timestamp[ns, UTC]", "timestamp[ns]"),
        type("string", bytes("z", "a"), "utf8", "binary"),
        type("string", ints("i", 4, 1), "utf8", "int32"),
        type(
            "uuid",
            CDataColumn.fixed("c", 15, new byte[15]),
            "fixed_size_binary(16)",
            "fixed_size_binary(15)"),
        type("uuid", bytes("u", "a"), "fixed_size_binary(16)", "utf8"),
        type("uuid", bytes("z", "a"), "fixed_size_binary(16)", "binary"),
        type(
            "fixed[4]",
            CDataColumn.fixed("c", 3, new byte[3]),
            "fixed_size_binary(4)",
            "fixed_size_binary(3)"),
        type("fixed[4]", bytes("u", "abcd"), "fixed_size_binary(4)", "utf8"),
        type("binary", ints("i", 4, 1), "binary", "int32"));
  }

  static Stream<Arguments> meanings() {
    byte[] sixteen = new byte[16];
    return Stream.of(
        meaning(
            "fixed[16]",
            decimal(38, 0, BigInteger.ONE),
            "fixed_size_binary(16)",
            "decimal128(38, 0)"),
        meaning("fixed[2]", ints("e", 2, 1), "fixed_size_binary(2)", "float16"),
        meaning(
            "fixed[12]",
            CDataColumn.of("c", "tiM", 1, null, new byte[4]),
            "fixed_size_binary(12)",
            "interval[year_month]"),
        meaning("long", ints("tDs", 8, 1), "int64", "duration[s]"),
        meaning(
            "int",
            ints("c", 1, 1).metadata(ArrowField.EXTENSION_NAME, "arrow.bool8"),
            "int32",
            "arrow.bool8 over int8"),
        Arguments.of(
            "fixed[16]",
            ALL,
            CDataColumn.fixed("c", 16, sixteen).metadata(ArrowField.EXTENSION_NAME, "x.money"),
            1,
            "extension type: c: expected one of arrow.uuid, arrow.bool8, arrow.json,"
                + " arrow.parquet.variant, geoarrow.wkb, got x.money over fixed_size_binary(16)"),
        Arguments.of(
            "string",
            ALL,
            CDataNested.struct("c", "v", ints("i", 4, 1)),
            1,
            "cast: c: expected a type that becomes utf8 without loss, got struct"));
  }

  static Stream<Arguments> values() {
    AlignmentOptions exact = AlignmentOptions.DEFAULT;
    long day = 86_400_000_000L;
    return Stream.of(
        value(
            "int",
            ALL,
            ints("I", 4, 0, 0x80000000L),
            "cast of uint32 to int32: c: row 1: expected 0 to 2147483647, got 2147483648"),
        value(
            "long",
            ALL,
            ints("L", 8, 0, -1),
            "cast of uint64 to int64: c: row 1: expected 0 to 9223372036854775807, got"
                + " 18446744073709551615"),
        value(
            "decimal(9, 2)",
            exact,
            decimal(18, 2, BigInteger.ONE, BigInteger.TEN.pow(9)),
            "cast of decimal128(18, 2) to decimal128(9, 2): c: row 1: expected an unscaled value of"
                + " at most 999999999, got 1000000000"),
        value(
            "decimal(9, 2)",
            exact,
            decimal(9, 2, BigInteger.TEN.pow(9).negate()),
            "cast of decimal128(9, 2) to decimal128(9, 2): c: row 0: expected an unscaled value of"
                + " at most 999999999, got -1000000000"),
        value(
            "date",
            ALL,
            ints("tdm", 8, 0, 1),
            "cast of date64 to date32: c: row 1: expected a multiple of 86400000, got 1"),
        value(
            "time",
            exact,
            ints("ttu", 8, 0, day),
            "cast of time64[us] to time64[us]: c: row 1: expected 0 to 86399999999, got " + day),
        value(
            "time",
            exact,
            ints("tts", 4, 0, -1),
            "cast of time32[s] to time64[us]: c: row 1: expected 0 to 86399, got -1"),
        value(
            "time",
            exact,
            ints("ttn", 8, 1000, 1001),
            "cast of time64[ns] to time64[us]: c: row 1: expected a multiple of 1000, got 1001"),
        value(
            "timestamp",
            exact,
            ints("tsn:", 8, 1000, -1),
            "cast of timestamp[ns] to timestamp[us]: c: row 1: expected a multiple of 1000, got"
                + " -1"),
        value(
            "timestamp",
            exact,
            ints("tss:", 8, 0, Long.MAX_VALUE / 1_000_000 + 1),
            "cast of timestamp[s] to timestamp[us]: c: row 1: expected -9223372036854 to"
                + " 9223372036854, got 9223372036855"),
        value(
            "timestamp_ns",
            ALL,
            ints("tsu:", 8, 0, Long.MIN_VALUE / 1000 - 1),
            "cast of timestamp[us] to timestamp[ns]: c: row 1: expected -9223372036854775 to"
                + " 9223372036854775, got -9223372036854776"),
        value(
            "fixed[4]",
            exact,
            bytes("z", "abcd", "abc"),
            "cast of binary to fixed_size_binary(4): c: row 1: expected 4 bytes, got 3 bytes"),
        value(
            "uuid",
            ALL,
            bytes("u", "f79c3e09-677c-4bbd-a479-3f349cb785e7", "f79c3e09"),
            "cast of utf8 to fixed_size_binary(16): c: row 1: expected 8-4-4-4-12 hexadecimal"
                + " digits, got 'f79c3e09'"),
        value(
            "uuid",
            ALL,
            bytes("u", "f79c3e09x677c-4bbd-a479-3f349cb785e7"),
            "cast of utf8 to fixed_size_binary(16): c: row 0: expected 8-4-4-4-12 hexadecimal"
                + " digits, got 'f79c3e09x677c-4bbd-a479-3f349cb785e7'"),
        value(
            "unknown",
            exact,
            CDataColumn.ints("c", null, 1),
            "align: c: expected nothing but nulls in a column of type unknown, got a value of int32"
                + " in row 1"));
  }

  @ParameterizedTest
  @MethodSource({"types", "meanings", "values"})
  void whatATypeCannotHaveIsRefusedByNameAndRow(
      String type, AlignmentOptions options, CDataColumn column, int rows, String message)
      throws IOException {
    Schema table = new Schema(Types.NestedField.optional(1, "c", Types.fromPrimitiveString(type)));
    AlignedRows.assertRefused(message, table, options, CDataColumn.batch(rows, column));
  }
}
