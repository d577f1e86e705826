package dev.frazil.engine.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Filters that are SQL as well keep the rows that DuckDB keeps of a file that DuckDB wrote.
class FilterPeerTest {
  private static final String ROWS =
      """
      SELECT
        i::INTEGER AS id,
        CASE WHEN i % 7 = 0 THEN NULL ELSE (i - 500)::TINYINT END AS tiny,
        (i * 4294967)::UINTEGER AS u32,
        (i::HUGEINT * 18446744073709551)::UBIGINT AS u64,
        CASE WHEN i % 100 = 50 THEN 'nan'::DOUBLE WHEN i % 100 = 51 THEN 'inf'::DOUBLE
          WHEN i % 100 = 52 THEN -0.0 WHEN i % 11 = 0 THEN NULL ELSE i / 8.0 END AS d,
        (i - 500) / 4.0::FLOAT AS f,
        CASE WHEN i % 13 = 0 THEN NULL ELSE 'näme ' || (i % 300) END AS s,
        ((i - 500) / 100.0)::DECIMAL(9, 2) AS money,
        ((i - 500) * 1000000000000000.0)::DECIMAL(30, 3) AS wide,
        DATE '2026-01-01' + i::INTEGER AS day,
        TIMESTAMP '2026-01-01 00:00:00' + INTERVAL (i) MINUTE AS ts,
        TIMESTAMPTZ '2026-01-01 00:00:00Z' + INTERVAL (i) HOUR AS tz,
        TIME '00:00:00' + INTERVAL (i) SECOND AS t,
        i % 3 = 0 AS flag,
        {'m': CASE WHEN i % 5 = 0 THEN NULL ELSE i % 50 END} AS st
      FROM range(440, 1000) r(i) WHERE abs(i - 500) < 128 OR i < 0
      """;

  @TempDir Path directory;
  private Connection connection;
  private Path file;

  @BeforeEach
  void write() throws SQLException {
    file = directory.resolve("rows.parquet");
    connection = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      statement.execute(
          "COPY (" + ROWS + ") TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 60)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tiny < 0",
        "tiny < 1000",
        "NOT (tiny > 5)",
        "tiny NOT IN (1, 2, 3)",
        "tiny BETWEEN -3 AND 3",
        "u32 > 2500000000",
        "u32 IN (2147483500, 2149630984)",
        "u64 >= 9223372036854775808",
        "u64 < 9223372036854775808 AND u64 > 9000000000000000000",
        "d > 60",
        "d > 1e300",
        "d = 'nan'",
        "d != 'nan'",
        "d < 58.5",
        "d = 0",
        "d <= 0",
        "NOT (d >= 60)",
        "d IN (60, 'nan', 61.5)",
        "d IS NULL",
        "f BETWEEN -2.5 AND 2.25",
        "s = 'näme 250'",
        "s > 'näme 25'",
        "s < 'näme 200' OR s IS NULL",
        "starts_with(s, 'näme 2')",
        "NOT starts_with(s, 'näme 2')",
        "s NOT IN ('näme 201', 'näme 202')",
        "money = 0.55",
        "money < -0.5",
        "money >= 0.5 AND money <= 1",
        "wide > 5000000000000000.001",
        "wide = -1000000000000000.000",
        "day >= '2027-06-01'",
        "day = '2027-05-16'",
        "ts < '2026-01-01 08:20:00'",
        "ts = '2026-01-01T08:20:00'",
        "tz > '2026-01-22T00:00:00Z'",
        "tz > '2026-01-22T00:00:00+02:00'",
        "t <= '00:08:00'",
        "flag = true",
        "flag != true AND tiny > 0",
        "flag < true",
        "st.m > 25",
        "st.m IS NULL AND id > 500",
        "NOT (st.m > 25 AND s > 'näme 2')",
        "(d > 60 OR tiny IS NULL) AND NOT (s IS NULL OR money = 0.5)",
      })
  void keepTheSameRows(String filter) throws SQLException, IOException {
    List<Object> expected = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT id FROM '%s' WHERE %s ORDER BY file_row_number"
                    .formatted(file, filter)
                    .replace(
                        "FROM '" + file + "'",
                        "FROM read_parquet('" + file + "', file_row_number = true)"))) {
      while (rows.next()) {
        expected.add(rows.getInt(1));
      }
    }
    Scan scan = Scan.ofFiles(List.of(file), DataFormat.PARQUET).select("id");
    assertEquals(expected, ScanFiles.values(scan.where(Filter.parse(filter))));
  }

  @Test
  void rowsAreThere() throws IOException {
    assertEquals(188, ScanFiles.rows(Scan.ofFiles(List.of(file), DataFormat.PARQUET)).size());
  }
}
