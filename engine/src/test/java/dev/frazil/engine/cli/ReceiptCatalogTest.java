package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What two catalogs hold of a file, made of nothing but its receipt, as `RECEIPT.md` says.
class ReceiptCatalogTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path folder = Path.of("");

  private static Path file = Path.of("");
  private static JsonNode receipt = JSON.nullNode();

  @BeforeAll
  static void convertOrders() throws Exception {
    file = folder.resolve("orders.parquet");
    receipt =
        CommandRun.withInput(Orders.stream(), "convert", "-", "-o", file.toString(), "--receipt")
            .succeeded()
            .json();
  }

  /// Delta Lake protocol, "Per-file Statistics".
  @Test
  void aDeltaAddActionIsMadeOfTheReceipt() throws Exception {
    ObjectNode stats = JSON.createObjectNode();
    stats.set("numRecords", receipt.get("rows"));
    for (String name : List.of("minValues", "maxValues", "nullCount")) {
      stats.putObject(name);
    }
    for (JsonNode column : receipt.get("columns")) {
      if (!column.get("repeated").asBoolean()) {
        put(stats.withObject("/nullCount"), column, column.get("nulls"));
        put(stats.withObject("/minValues"), column, deltaBound(column, "min"));
        put(stats.withObject("/maxValues"), column, deltaBound(column, "max"));
      }
    }
    assertEquals(
        JSON.readTree(
            """
            {"numRecords": 4,
             "minValues": {"id": 1, "name": "Ada", "price": -3.50, "at": "2026-11-30T08:00:00Z",
               "day": "2026-11-30", "address": {"city": "Berlin", "zip": 10115}},
             "maxValues": {"id": 4, "name": "Zoë", "price": 120.00, "at": "2026-11-30T08:00:03.002Z",
               "day": "2026-11-30", "address": {"city": "Paris", "zip": 75001}},
             "nullCount": {"id": 0, "name": 1, "price": 1, "at": 0, "day": 3, "ratio": 1,
               "address": {"city": 2, "zip": 1}, "raw": 2}}
            """),
        JSON.readTree(stats.toString()));
    assertTrue(
        Boolean.parseBoolean(
            DuckDb.value(
                "SELECT bool_and(\"at\" BETWEEN '%s' AND '%s') FROM rows"
                    .formatted(
                        stats.at("/minValues/at").asText(), stats.at("/maxValues/at").asText()),
                List.of(file))));
  }

  private static void put(ObjectNode values, JsonNode column, @Nullable JsonNode value) {
    if (value == null || value.isNull()) {
      return;
    }
    ObjectNode parent = values;
    JsonNode path = column.get("path");
    for (int i = 0; i < path.size() - 1; i++) {
      String name = path.get(i).asText();
      parent = parent.get(name) instanceof ObjectNode struct ? struct : parent.putObject(name);
    }
    parent.set(path.get(path.size() - 1).asText(), value);
  }

  private static @Nullable JsonNode deltaBound(JsonNode column, String side) {
    JsonNode value = column.at("/" + side + "/value");
    if (value.isMissingNode() || value.isNull() || column.get("nans").asLong() > 0) {
      return null;
    }
    String annotation = annotation(column);
    if (annotation.startsWith("DECIMAL")) {
      return JSON.getNodeFactory().numberNode(new BigDecimal(value.asText()));
    }
    if (annotation.startsWith("TIMESTAMP")) {
      Instant exact = Instant.parse(value.asText());
      Instant millis = exact.truncatedTo(ChronoUnit.MILLIS);
      return JSON.getNodeFactory()
          .textNode(
              (side.equals("max") && millis.isBefore(exact) ? millis.plusMillis(1) : millis)
                  .toString());
    }
    return value;
  }

  private static String annotation(JsonNode column) {
    for (JsonNode field : receipt.get("schema")) {
      if (field.get("path").equals(column.get("path"))) {
        return field.get("annotation").asText("");
      }
    }
    throw new AssertionError(column);
  }

  /// DuckLake specification, `ducklake_data_file` and `ducklake_file_column_stats`; DuckDB, asked
  /// for the values of the file, is the judge.
  @Test
  void rowsOfDuckLakeAreMadeOfTheReceipt() throws SQLException {
    Map<Integer, String> columns =
        Map.of(
            1,
            "id",
            2,
            "name",
            3,
            "price",
            4,
            "\"at\"",
            5,
            "day",
            6,
            "ratio",
            8,
            "address.city",
            9,
            "address.zip");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE data_file (path VARCHAR, record_count BIGINT, file_size_bytes BIGINT,"
              + " footer_size BIGINT)");
      statement.execute(
          "CREATE TABLE stats (column_id BIGINT, column_size_bytes BIGINT, value_count BIGINT,"
              + " null_count BIGINT, min_value VARCHAR, max_value VARCHAR, contains_nan BOOLEAN)");
      insert(connection);
      assertEquals(
          "true",
          value(
              statement,
              "SELECT record_count = num_rows AND d.file_size_bytes = f.file_size_bytes"
                  + " AND d.footer_size = f.footer_size FROM data_file d, parquet_file_metadata('"
                  + file
                  + "') f"));
      for (Map.Entry<Integer, String> column : columns.entrySet()) {
        String name = column.getValue();
        String number = column.getKey() == 6 ? " FILTER (NOT isnan(ratio))" : "";
        assertEquals(
            "true",
            value(
                statement,
                ("SELECT value_count = count(%1$s) AND null_count = count(*) - count(%1$s) AND"
                        + " first(TRY_CAST(min_value AS %4$s)) = min(%1$s)%2$s AND"
                        + " first(TRY_CAST(max_value AS %4$s)) = max(%1$s)%2$s FROM '%5$s', stats"
                        + " WHERE column_id = %3$d GROUP BY value_count, null_count")
                    .formatted(
                        name,
                        number,
                        column.getKey(),
                        value(
                            statement, "SELECT typeof(%s) FROM '%s' LIMIT 1".formatted(name, file)),
                        file)),
            name);
      }
      assertEquals(
          "6", value(statement, "SELECT string_agg(column_id, ',') FROM stats WHERE contains_nan"));
    }
  }

  private static void insert(Connection connection) throws SQLException {
    List<@Nullable Object> row = new ArrayList<>();
    row.add(receipt.get("path").asText());
    for (String member : List.of("rows", "bytes", "footerBytes")) {
      row.add(receipt.get(member).asLong());
    }
    insert(connection, "INSERT INTO data_file VALUES (?, ?, ?, ?)", row);
    for (JsonNode column : receipt.get("columns")) {
      row.clear();
      row.add(column.get("fieldId").asLong());
      row.add(column.get("compressedSize").asLong());
      row.add(column.get("values").asLong() - column.get("nulls").asLong());
      row.add(column.get("nulls").asLong());
      row.add(column.at("/min/value").asText(null));
      row.add(column.at("/max/value").asText(null));
      row.add(column.get("nans").isNull() ? null : column.get("nans").asLong() > 0);
      insert(connection, "INSERT INTO stats VALUES (?, ?, ?, ?, ?, ?, ?)", row);
    }
  }

  private static void insert(Connection connection, String sql, List<@Nullable Object> row)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (int i = 0; i < row.size(); i++) {
        insert.setObject(i + 1, row.get(i));
      }
      insert.execute();
    }
  }

  private static String value(Statement statement, String query) throws SQLException {
    try (ResultSet result = statement.executeQuery(query)) {
      return result.next() ? String.valueOf(result.getString(1)) : "no row";
    }
  }
}
