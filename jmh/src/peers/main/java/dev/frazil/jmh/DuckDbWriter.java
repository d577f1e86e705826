package dev.frazil.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.duckdb.DuckDBConnection;

/// DuckDB with one thread, which copies a stream of Arrow batches to a file.
final class DuckDbWriter implements AutoCloseable {
  private final Batches batches;
  private final String copy;
  private final DuckDBConnection connection;
  private final Statement statement;

  DuckDbWriter(Batches batches, String codec, int rowGroupRows, Path file) throws SQLException {
    this.batches = batches;
    int colon = codec.indexOf(':');
    String name = colon < 0 ? codec : codec.substring(0, colon);
    String level = colon < 0 ? "" : ", COMPRESSION_LEVEL " + codec.substring(colon + 1);
    copy =
        String.format(
            Locale.ROOT,
            "COPY (FROM batches) TO '%s' (FORMAT parquet, COMPRESSION '%s'%s, ROW_GROUP_SIZE %d)",
            file,
            name,
            level,
            rowGroupRows);
    connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:");
    statement = connection.createStatement();
    statement.execute("SET threads=1");
  }

  /// Writes all rows to the file.
  void write() throws IOException, SQLException {
    try (RootsReader reader = new RootsReader(batches.roots(), batches.allocator());
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(batches.allocator())) {
      Data.exportArrayStream(batches.allocator(), reader, stream);
      connection.registerArrowStream("batches", stream);
      statement.execute(copy);
      statement.execute("DROP VIEW batches");
    }
  }

  @Override
  public void close() throws SQLException {
    statement.close();
    connection.close();
  }
}
