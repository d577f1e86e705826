package dev.frazil.engine.cli;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.stream.Collectors;

/// An independent reader of Parquet files.
final class DuckDb {
  private DuckDb() {}

  /// The one value of a query over the rows of some files, which are the table `rows`.
  static String value(String query, Collection<Path> files) throws SQLException {
    String list =
        files.stream()
            .map(file -> "'" + file.toString().replace("'", "''") + "'")
            .collect(Collectors.joining(", "));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE VIEW rows AS FROM read_parquet([" + list + "], hive_partitioning = false)");
      try (ResultSet result = statement.executeQuery(query)) {
        result.next();
        return result.getString(1);
      }
    }
  }
}
