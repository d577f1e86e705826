package dev.frazil.engine.csv;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.CDataBuilder;
import dev.frazil.engine.arrow.CDataColumn;
import dev.frazil.engine.arrow.CDataNested;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.arrow.RowValues;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random values of every flat type, written and read back by Frazil and by DuckDB.
class CsvRoundTripTest {
  private static final long DAY = 86_400;
  private static final long FAR = 200_000_000_000L;

  @Test
  void everyTypeReadsBackEqual() throws IOException {
    for (long seed = 0; seed < 100; seed++) {
      RandomRows random = new RandomRows(seed, 20);
      CDataColumn[] columns = {
        random.strings("utf8"),
        random.bools("bool"),
        random.integers("int8", "c", 1),
        random.integers("uint8", "C", 1),
        random.integers("int16", "s", 2),
        random.integers("uint16", "S", 2),
        random.integers("int32", "i", 4),
        random.integers("uint32", "I", 4),
        random.integers("int64", "l", 8),
        random.integers("uint64", "L", 8),
        random.floats("float32"),
        random.doubles("float64"),
        random.decimals("decimal32", 4, 9, 3),
        random.decimals("decimal64", 8, 18, 18),
        random.decimals("decimal128", 16, 38, 0),
        random.decimals("decimal256", 32, 76, 40),
        random.integers("date32", "tdD", 4),
        random.below("seconds", "tts", 4, DAY),
        random.below("nanos", "ttn", 8, DAY * 1_000_000_000),
        random.within("timestamp[s]", "tss:", 8, FAR),
        random.integers("timestamp[ns]", "tsn:", 8),
        random.integers("timestamp[us]", "tsu:Asia/Kolkata", 8),
        random.within("timestamp[ms]", "tsm:Europe/Paris", 8, FAR * 1_000),
        random.integers("duration[ns]", "tDn", 8),
        random.integers("duration[s]", "tDs", 8),
        random.integers("months", "tiM", 4),
        random.bytes("binary"),
        random.fixed("fixed", 3),
        random.uuids("uuid"),
        CDataNested.nulls("null", 20),
      };
      assertReadBack(columns, "seed " + seed);
    }
  }

  @Test
  void valuesThatOneRowDoesNotShowReadBackEqual() throws IOException {
    CDataColumn[] columns = {
      CDataColumn.strings("#", "#x", "\ufeff", "\"\"\"", "", null),
      CDataColumn.integers("float16", "e", 2, 0x7C00, 0x7BFF, 1, 0x8000, 0x3555),
      CDataColumn.doubles("double", Double.MIN_VALUE, -0.0, 1e23, 2e-3, 9007199254740992.0),
      CDataColumn.of("days", "tiD", 5, null, CDataColumn.int32s(1, 2, 3, -4, 0, 0, -7, 8, 9, 1)),
      CDataColumn.of("all", "tin", 5, null, CDataColumn.int64s(1, 2, 3, -4, 5, 6, 7, 8, 9, -1)),
    };
    assertReadBack(columns, "chosen");
    long last = LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC);
    long first = LocalDateTime.MIN.toEpochSecond(ZoneOffset.UTC);
    CDataColumn[] edges = {
      CDataColumn.integers("east", "tss:Asia/Tokyo", 8, first, last),
      CDataColumn.integers("west", "tss:America/New_York", 8, first, last),
    };
    assertReadBack(edges, "the first and the last second");
    CDataColumn mark = CDataColumn.strings("\ufeffmark", "x");
    assertReadBack(new CDataColumn[] {mark}, "mark");
    CDataColumn words = CDataColumn.strings("word", "b", "a");
    CDataColumn coded = CDataColumn.ints("coded", 1, 0, null, 1).dictionary(words);
    CDataColumn runs = CDataNested.runs("runs", new int[] {3, 4}, CDataColumn.ints("v", 7, null));
    assertReadBack(new CDataColumn[] {coded, runs}, "encoded");
  }

  private static void assertReadBack(CDataColumn[] columns, String message) throws IOException {
    try (CDataBuilder producer = new CDataBuilder();
        RecordBatchSource source =
            producer.source(CDataColumn.batch(columns[0].length(), columns))) {
      ArrowSchema schema = source.schema();
      RecordBatch batch = requireNonNull(source.next());
      List<List<@Nullable Object>> rows = RowValues.of(batch);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CsvSink sink = new CsvSink(bytes, schema);
      sink.append(batch);
      sink.finish();
      List<List<@Nullable Object>> found = CsvDocuments.rows(bytes.toByteArray(), schema);
      assertEquals(comparable(rows), comparable(found), message);
    }
  }

  /// Rows whose byte strings compare by their bytes.
  private static List<List<@Nullable Object>> comparable(List<List<@Nullable Object>> rows) {
    List<List<@Nullable Object>> comparable = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      List<@Nullable Object> values = new ArrayList<>();
      for (Object value : row) {
        values.add(value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value);
      }
      comparable.add(values);
    }
    return comparable;
  }

  @Test
  void duckDbReadsTheSameValues(@TempDir Path folder) throws IOException, SQLException {
    long year9999 = 253_402_300_799L;
    for (long seed = 0; seed < 10; seed++) {
      RandomRows random = new RandomRows(seed, 50);
      CDataColumn[] columns = {
        random.strings("VARCHAR"),
        random.bools("BOOLEAN"),
        random.integers("TINYINT", "c", 1),
        random.integers("BIGINT", "l", 8),
        random.doubles("DOUBLE"),
        random.decimals("DECIMAL(38,9)", 16, 38, 9),
        random.below("DATE", "tdD", 4, year9999 / DAY),
        random.below("TIMESTAMP", "tsu:", 8, year9999 * 1_000_000),
        random.below("TIMESTAMPTZ", "tsu:Europe/Paris", 8, year9999 * 1_000_000),
        random.uuids("UUID"),
      };
      Path file = folder.resolve(seed + ".csv");
      List<List<@Nullable Object>> rows;
      try (CDataBuilder producer = new CDataBuilder();
          RecordBatchSource source = producer.source(CDataColumn.batch(50, columns));
          RecordBatch batch = requireNonNull(source.next())) {
        rows = RowValues.of(batch);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CsvSink sink = new CsvSink(bytes, source.schema());
        sink.append(batch);
        sink.finish();
        Files.write(file, bytes.toByteArray());
      }
      assertEquals(rows, duckDb(file, source(columns)), "seed " + seed);
    }
  }

  private static List<String> source(CDataColumn[] columns) {
    List<String> types = new ArrayList<>();
    for (CDataColumn column : columns) {
      types.add(column.name());
    }
    return types;
  }

  /// The rows that DuckDB reads at types that are the names of the columns.
  private static List<List<@Nullable Object>> duckDb(Path file, List<String> types)
      throws SQLException {
    List<String> columns = types.stream().map(type -> "'%1$s': '%1$s'".formatted(type)).toList();
    String query =
        "FROM read_csv('%s', auto_detect = false, header = true, quote = '\"', escape = '\"',"
                .formatted(file)
            + " allow_quoted_nulls = false, columns = {"
            + String.join(", ", columns)
            + "})";
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= types.size(); i++) {
          row.add(
              switch (types.get(i - 1)) {
                case "TIMESTAMP" -> result.getObject(i, LocalDateTime.class);
                case "TIMESTAMPTZ" -> instant(result.getObject(i, OffsetDateTime.class));
                default -> result.getObject(i);
              });
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }
}
