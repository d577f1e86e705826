package dev.frazil.fuzz.readers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.frazil.fuzz.Bytes;
import dev.frazil.fuzz.IntervalValue;
import dev.frazil.fuzz.values.Entries;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Every reader sees in a file of DuckDB what was put in.
class RowReadersTest {
  private static final List<RowReader> READERS = new ArrayList<>();

  @TempDir private static Path folder;

  @BeforeAll
  static void open() throws IOException {
    READERS.add(new ParquetJavaRows());
    READERS.add(new HardwoodRows());
    READERS.add(new DuckDbRows());
    READERS.add(new ArrowRows());
  }

  @AfterAll
  static void close() throws IOException {
    for (RowReader reader : READERS) {
      reader.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> flatValues() throws Exception {
    return each(
        """
        select true as b, cast(-7 as tinyint) as i8, cast(200 as utinyint) as u8,
          cast(4000000000 as uinteger) as u32, 18446744073709551615::ubigint as u64,
          cast(-9223372036854775808 as bigint) as i64, cast(1.5 as float) as f, cast('-0.0' as double) as d,
          'é' as s, '\\xFF\\x00'::blob as x, date '1969-12-31' as day,
          time '23:59:59.999999' as clock, timestamp '1969-12-31 23:59:59.999999' as us,
          timestamp_ns '1970-01-01 00:00:00.000000001' as ns,
          timestamptz '1970-01-01 00:00:01+00' as instant,
          cast(-1.23 as decimal(4, 2)) as d32, cast(-1.23 as decimal(18, 2)) as d64,
          cast(-1.23 as decimal(38, 2)) as d128,
          uuid '00112233-4455-6677-8899-aabbccddeeff' as id, interval '14 months 3 days 4 ms' as i
        union all select %s
        """
            .formatted("null, ".repeat(19) + "null"),
        List.of(
            row(
                entry("b", true),
                entry("i8", -7L),
                entry("u8", 200L),
                entry("u32", 4_000_000_000L),
                entry("u64", BigInteger.TWO.pow(64).subtract(BigInteger.ONE)),
                entry("i64", Long.MIN_VALUE),
                entry("f", 1.5f),
                entry("d", -0.0),
                entry("s", "é"),
                entry("x", Bytes.of((byte) -1, (byte) 0)),
                entry("day", -1L),
                entry("clock", 86_399_999_999L),
                entry("us", -1L),
                entry("ns", 1L),
                entry("instant", 1_000_000L),
                entry("d32", new BigDecimal("-1.23")),
                entry("d64", new BigDecimal("-1.23")),
                entry("d128", new BigDecimal("-1.23")),
                entry("id", Bytes.of(HexFormat.of().parseHex("00112233445566778899aabbccddeeff"))),
                entry("i", new IntervalValue(14, 3, 4_000_000)))));
  }

  @TestFactory
  Stream<DynamicTest> nestedValues() throws Exception {
    return each(
        """
        select [{'m': map {2: [date '1970-01-02', null], 1: []}}, null, {'m': null}] as l
        union all select []
        union all select null
        """,
        List.of(
            row(
                entry(
                    "l",
                    list(
                        row(
                            entry(
                                "m",
                                list(Entries.of(2L, list(1L, null)), Entries.of(1L, List.of())))),
                        null,
                        row(entry("m", null))))),
            row(entry("l", List.of()))));
  }

  @TestFactory
  Stream<DynamicTest> aFileOfNoParquetIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("text.parquet"), "no Parquet at all");
    MessageType none = new MessageType("schema");
    return READERS.stream()
        .map(reader ->
            DynamicTest.dynamicTest(
                reader.getClass().getSimpleName(),
                () -> assertThrows(IOException.class, () -> reader.rows(file, none))));
  }

  /// A test for each reader of the rows of a query. The last row, all nulls, is left out.
  private static Stream<DynamicTest> each(String query, List<Map<String, @Nullable Object>> rows)
      throws IOException, SQLException {
    Path file = folder.resolve("t" + query.hashCode() + ".parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("copy (%s) to '%s'".formatted(query, file));
    }
    List<Map<String, @Nullable Object>> expected = new ArrayList<>(rows);
    Map<String, @Nullable Object> nulls = new LinkedHashMap<>(rows.getFirst());
    nulls.replaceAll((name, value) -> null);
    expected.add(nulls);
    return READERS.stream()
        .map(reader ->
            DynamicTest.dynamicTest(
                reader.getClass().getSimpleName(),
                () -> assertEquals(expected, reader.rows(file, schema(file)))));
  }

  private static MessageType schema(Path file) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      return reader.getFileMetaData().getSchema();
    }
  }

  @SafeVarargs
  private static Map<String, @Nullable Object> row(Map.Entry<Object, @Nullable Object>... fields) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (Map.Entry<Object, @Nullable Object> field : fields) {
      row.put((String) field.getKey(), field.getValue());
    }
    return row;
  }

  private static Map.Entry<Object, @Nullable Object> entry(String name, @Nullable Object value) {
    return Entries.of(name, value);
  }

  private static List<@Nullable Object> list(@Nullable Object... elements) {
    List<@Nullable Object> list = new ArrayList<>();
    for (Object element : elements) {
      list.add(element);
    }
    return list;
  }
}
