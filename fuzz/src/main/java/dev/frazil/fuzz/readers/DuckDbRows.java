package dev.frazil.fuzz.readers;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/// DuckDB in this process. Queries turn times, maps and intervals into counts and lists of entries,
/// which the JDBC driver hands over without loss.
public final class DuckDbRows implements RowReader {
  private final Connection connection;

  /// Opens a database in memory.
  ///
  /// @throws IOException if that fails
  public DuckDbRows() throws IOException {
    try {
      connection = DriverManager.getConnection("jdbc:duckdb:");
      try (Statement statement = connection.createStatement()) {
        statement.execute("set threads = 1");
        statement.execute("set enable_external_file_cache = false");
        statement.execute("set preserve_insertion_order = true");
        statement.execute("set TimeZone = 'UTC'");
      }
    } catch (SQLException e) {
      throw new IOException("DuckDB: " + e.getMessage(), e);
    }
  }

  @Override
  public List<Map<String, @Nullable Object>> rows(Path file, MessageType schema)
      throws IOException {
    return rows(file, schema, "true");
  }

  /// Reads the rows that a condition leaves.
  ///
  /// @param file the file
  /// @param schema its schema
  /// @param condition what stands behind `where`
  /// @return the rows
  /// @throws IOException if DuckDB refuses the file or the condition
  public List<Map<String, @Nullable Object>> rows(Path file, MessageType schema, String condition)
      throws IOException {
    String columns =
        schema.getFields().stream()
            .map(field -> DuckDbColumn.expression(field, DuckDbColumn.quoted(field.getName())))
            .collect(Collectors.joining(", "));
    String query =
        "select %s from read_parquet('%s') where %s"
            .formatted(columns, file.toString().replace("'", "''"), condition);
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      List<Map<String, @Nullable Object>> rows = new ArrayList<>();
      while (result.next()) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < schema.getFieldCount(); i++) {
          Type field = schema.getType(i);
          row.put(field.getName(), DuckDbColumn.value(field, result.getObject(i + 1)));
        }
        rows.add(row);
      }
      return rows;
    } catch (SQLException | RuntimeException e) {
      throw new IOException("DuckDB: " + e.getMessage() + ": " + query, e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException("DuckDB: " + e.getMessage(), e);
    }
  }
}
