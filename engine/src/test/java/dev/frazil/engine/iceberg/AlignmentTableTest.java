package dev.frazil.engine.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.align.AlignmentOptions;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every Arrow type that a table type accepts, with the value that Iceberg reads for it.
class AlignmentTableTest {
  private static final AlignmentOptions EXACT = AlignmentOptions.DEFAULT;
  private static final AlignmentOptions ALL =
      new AlignmentOptions(false, true, true, true, true, false);

  /// A column and what it says as a table type.
  record Accepted(
      String type, AlignmentOptions options, Supplier<CDataColumn> column, List<String> values) {
    @Override
    public String toString() {
      return type + " of " + values;
    }
  }

  private static Accepted exact(String type, Supplier<CDataColumn> column, String... values) {
    return new Accepted(type, EXACT, column, List.of(values));
  }

  private static Accepted asked(String type, Supplier<CDataColumn> column, String... values) {
    return new Accepted(type, ALL, column, List.of(values));
  }

  private static Supplier<CDataColumn> integers(String format, int width, @Nullable Long... v) {
    return () -> CDataColumn.integers("c", format, width, v);
  }

  private static Supplier<CDataColumn> texts(String format, @Nullable String... values) {
    byte[] @Nullable [] bytes = new byte[values.length][];
    for (int i = 0; i < values.length; i++) {
      String value = values[i];
      bytes[i] = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
    }
    return () -> CDataColumn.binary("c", format, bytes);
  }

  private static Supplier<CDataColumn> decimals(
      int width, int precision, int scale, @Nullable Long... v) {
    @Nullable BigInteger[] values =
        Stream.of(v).map(x -> x == null ? null : BigInteger.valueOf(x)).toArray(BigInteger[]::new);
    return () -> CDataColumn.decimals("c", width, precision, scale, values);
  }

  static Stream<Accepted> numbers() {
    return Stream.of(
        exact("boolean", () -> CDataColumn.bools("c", true, null, false), "true", "null", "false"),
        exact(
            "boolean",
            () ->
                CDataColumn.integers("c", "c", 1, 1, null, 0, -7)
                    .metadata(ArrowField.EXTENSION_NAME, ArrowField.BOOL8_EXTENSION),
            "true",
            "null",
            "false",
            "true"),
        exact("int", integers("c", 1, -128L, null, 127L), "-128", "null", "127"),
        exact("int", integers("s", 2, -32768L, null, 1L), "-32768", "null", "1"),
        exact("int", integers("i", 4, -1L, null, 7L), "-1", "null", "7"),
        exact("int", integers("C", 1, 255L, null, 0L), "255", "null", "0"),
        exact("int", integers("S", 2, 65535L, null, 0L), "65535", "null", "0"),
        asked("int", integers("I", 4, 0x7FFFFFFFL, null, 0L), "2147483647", "null", "0"),
        exact("long", integers("c", 1, -128L, null, 127L), "-128", "null", "127"),
        exact("long", integers("C", 1, 255L, null, 127L), "255", "null", "127"),
        exact("long", integers("s", 2, -32768L, null, 1L), "-32768", "null", "1"),
        exact("long", integers("S", 2, 65535L, null, 1L), "65535", "null", "1"),
        exact("long", integers("i", 4, -1L, null, 1L), "-1", "null", "1"),
        exact("long", integers("I", 4, 0xFFFFFFFFL, null, 1L), "4294967295", "null", "1"),
        exact("long", integers("l", 8, Long.MIN_VALUE, null, 1L), "" + Long.MIN_VALUE, "null", "1"),
        asked("long", integers("L", 8, Long.MAX_VALUE, null, 1L), "" + Long.MAX_VALUE, "null", "1"),
        exact("float", () -> CDataColumn.floats("c", 1.5f, null, -0.0f), "1.5", "null", "-0.0"),
        asked("float", integers("e", 2, 0x3C00L, null, 0xFC00L), "1.0", "null", "-Infinity"),
        exact(
            "double",
            () -> CDataColumn.floats("c", 1.5f, null, 0.1f),
            "1.5",
            "null",
            "" + (double) 0.1f),
        exact("double", () -> CDataColumn.doubles("c", 1.5, null, 0.1), "1.5", "null", "0.1"),
        asked(
            "double", integers("e", 2, 0x3555L, null, 1L), "0.333251953125", "null", "" + 0x1p-24),
        exact(
            "decimal(9, 2)",
            decimals(4, 9, 2, -1L, null, 999_999_999L),
            "-0.01",
            "null",
            "9999999.99"),
        exact("decimal(9, 2)", decimals(8, 18, 2, -1L, null, 1L), "-0.01", "null", "0.01"),
        exact("decimal(9, 2)", decimals(16, 5, 2, -1L, null, 1L), "-0.01", "null", "0.01"),
        exact("decimal(18, 0)", decimals(16, 38, 0, -1L, null, 1L), "-1", "null", "1"),
        exact("decimal(38, 10)", decimals(32, 60, 10, -1L, null, 1L), "-1E-10", "null", "1E-10"),
        exact("decimal(20, 0)", decimals(4, 9, 0, -1L, null, 1L), "-1", "null", "1"));
  }

  static Stream<Accepted> times() {
    return Stream.of(
        exact("date", integers("tdD", 4, -1L, null, 1L), "1969-12-31", "null", "1970-01-02"),
        exact(
            "date", integers("tdm", 8, -86_400_000L, null, 0L), "1969-12-31", "null", "1970-01-01"),
        exact("time", integers("tts", 4, 86_399L, null, 0L), "23:59:59", "null", "00:00"),
        exact("time", integers("ttm", 4, 1L, null, 0L), "00:00:00.001", "null", "00:00"),
        exact("time", integers("ttu", 8, 1L, null, 0L), "00:00:00.000001", "null", "00:00"),
        exact("time", integers("ttn", 8, 1000L, null, 0L), "00:00:00.000001", "null", "00:00"),
        asked("time", integers("ttn", 8, 1999L, null, 0L), "00:00:00.000001", "null", "00:00"),
        exact(
            "timestamp",
            integers("tss:", 8, -1L, null, 0L),
            "1969-12-31T23:59:59",
            "null",
            "1970-01-01T00:00"),
        exact(
            "timestamp",
            integers("tsm:", 8, -1L, null, 0L),
            "1969-12-31T23:59:59.999",
            "null",
            "1970-01-01T00:00"),
        exact(
            "timestamp",
            integers("tsu:", 8, -1L, null, 0L),
            "1969-12-31T23:59:59.999999",
            "null",
            "1970-01-01T00:00"),
        exact(
            "timestamp",
            integers("tsn:", 8, -1000L, null, 0L),
            "1969-12-31T23:59:59.999999",
            "null",
            "1970-01-01T00:00"),
        asked(
            "timestamp",
            integers("tsn:", 8, -1L, null, 999L),
            "1969-12-31T23:59:59.999999",
            "null",
            "1970-01-01T00:00"),
        exact(
            "timestamptz",
            integers("tsm:Asia/Tokyo", 8, 1L, null, 0L),
            "1970-01-01T00:00:00.001Z",
            "null",
            "1970-01-01T00:00Z"),
        exact(
            "timestamptz",
            integers("tsn:+05:30", 8, 1000L, null, 0L),
            "1970-01-01T00:00:00.000001Z",
            "null",
            "1970-01-01T00:00Z"),
        exact(
            "timestamp_ns",
            integers("tsn:", 8, 1L, null, 0L),
            "1970-01-01T00:00:00.000000001",
            "null",
            "1970-01-01T00:00"),
        exact(
            "timestamp_ns",
            integers("tss:", 8, -1L, null, 0L),
            "1969-12-31T23:59:59",
            "null",
            "1970-01-01T00:00"),
        exact(
            "timestamptz_ns",
            integers("tsu:UTC", 8, 1L, null, 0L),
            "1970-01-01T00:00:00.000001Z",
            "null",
            "1970-01-01T00:00Z"));
  }

  static Stream<Accepted> bytes() {
    String uuid = "f79c3e09-677c-4bbd-a479-3f349cb785e7";
    byte[] raw = java.util.HexFormat.of().parseHex(uuid.replace("-", ""));
    String text = "a text of more than twelve bytes";
    return Stream.of(
        exact("string", texts("u", "é", null, ""), "é", "null", ""),
        exact("string", texts("U", "é", null, ""), "é", "null", ""),
        exact("string", () -> CDataNested.views("c", "vu", text, null, "x"), text, "null", "x"),
        exact(
            "string",
            () ->
                texts("u", "{}", null, "1").get().metadata(ArrowField.EXTENSION_NAME, "arrow.json"),
            "{}",
            "null",
            "1"),
        exact("uuid", () -> CDataColumn.fixed("c", 16, raw, null), uuid, "null"),
        exact(
            "uuid",
            () ->
                CDataColumn.fixed("c", 16, raw, null)
                    .metadata(ArrowField.EXTENSION_NAME, ArrowField.UUID_EXTENSION),
            uuid,
            "null"),
        asked("uuid", texts("u", uuid, null), uuid, "null"),
        asked("uuid", texts("U", uuid.toUpperCase(java.util.Locale.ROOT), null), uuid, "null"),
        asked("uuid", () -> CDataNested.views("c", "vu", uuid, null), uuid, "null"),
        exact("fixed[2]", () -> CDataColumn.fixed("c", 2, new byte[] {1, 2}, null), "0102", "null"),
        exact("fixed[2]", texts("z", "ab", null, "cd"), "6162", "null", "6364"),
        exact("fixed[2]", texts("Z", "ab", null, "cd"), "6162", "null", "6364"),
        exact("fixed[2]", () -> CDataNested.views("c", "vz", "ab", null), "6162", "null"),
        exact("binary", texts("z", "ab", null, ""), "6162", "null", ""),
        exact("binary", texts("Z", "ab", null, ""), "6162", "null", ""),
        exact("binary", texts("u", "ab", null, ""), "6162", "null", ""),
        exact("binary", () -> CDataNested.views("c", "vz", "ab", null), "6162", "null"),
        exact("binary", () -> CDataNested.views("c", "vu", "ab", null), "6162", "null"),
        exact("binary", () -> CDataColumn.fixed("c", 2, new byte[] {1, 2}, null), "0102", "null"),
        exact("string", () -> CDataNested.nulls("c", 3), "null", "null", "null"),
        exact(
            "string",
            () ->
                CDataColumn.integers("c", "S", 2, 1, null, 0)
                    .dictionary(CDataColumn.strings("d", "a", null)),
            "null",
            "null",
            "a"),
        exact(
            "long",
            () -> CDataNested.runs("c", new int[] {1, 3, 4}, CDataColumn.ints("v", 5, null, 6)),
            "5",
            "null",
            "null",
            "6"),
        exact(
            "int",
            () ->
                CDataColumn.integers("c", "L", 8, 1L, null, 0L)
                    .dictionary(CDataColumn.ints("d", 8, 9)),
            "9",
            "null",
            "8"));
  }

  @ParameterizedTest
  @MethodSource({"numbers", "times", "bytes"})
  void whatATypeAcceptsIsReadBackAsIcebergHasIt(Accepted accepted) throws IOException {
    Type type = Types.fromPrimitiveString(accepted.type());
    List<String> values = accepted.values();
    int count = values.size();
    Schema flat = new Schema(Types.NestedField.optional(1, "c", type));
    CDataColumn whole = CDataColumn.batch(count, accepted.column().get());
    CDataColumn rest = CDataColumn.batch(count - 1, accepted.column().get().slice(1, count - 1));
    CDataColumn sliced = CDataColumn.batch(count, accepted.column().get()).slice(count - 1, 1);
    List<String> expected = new ArrayList<>(values);
    expected.addAll(values.subList(1, count));
    expected.add(values.getLast());
    assertEquals(
        expected.stream().map(value -> "(" + value + ")").toList(),
        AlignedRows.of(flat, accepted.options(), whole, rest, sliced));
  }

  /// The second element lies below a null struct, and the first list begins behind the first slot.
  @ParameterizedTest
  @MethodSource({"numbers", "times", "bytes"})
  void theSameBelowListsAndStructsThatAreCut(Accepted accepted) throws IOException {
    List<String> values = accepted.values();
    int count = values.size();
    Type struct =
        Types.StructType.of(
            Types.NestedField.optional(3, "c", Types.fromPrimitiveString(accepted.type())));
    Schema nested =
        new Schema(Types.NestedField.optional(1, "l", Types.ListType.ofOptional(2, struct)));
    String validity = "v" + ".".repeat(count - 1) + "v";
    CDataColumn structs =
        CDataNested.struct("item", validity.substring(1), accepted.column().get());
    CDataColumn lists =
        CDataNested.list("l", "vvv", new int[] {0, 1, count - 1, count}, structs).slice(1, 2);
    List<String> nulls = java.util.Collections.nCopies(count - 2, "null");
    assertEquals(
        List.of("(" + nulls + ")", "([(" + values.getLast() + ")])"),
        AlignedRows.of(nested, accepted.options(), CDataColumn.batch(2, lists)));
  }
}
