package dev.frazil.fuzz.registry;

import dev.frazil.fuzz.readers.ArrowRows;
import dev.frazil.fuzz.readers.DuckDbRows;
import dev.frazil.fuzz.readers.HardwoodRows;
import dev.frazil.fuzz.readers.ParquetJavaRows;
import dev.frazil.fuzz.readers.RowReader;
import java.io.IOException;

/// The independent readers.
public enum Peer {
  /// parquet-java 1.18.1.
  PARQUET_JAVA("parquet-java"),
  /// Arrow C++ 18.3.0.
  ARROW("Arrow C++"),
  /// DuckDB 1.5.6.
  DUCKDB("DuckDB"),
  /// hardwood 1.0.1.
  HARDWOOD("hardwood");

  private final String title;

  Peer(String title) {
    this.title = title;
  }

  /// Starts the reader.
  ///
  /// @return the reader
  /// @throws IOException if it does not start
  public RowReader open() throws IOException {
    return switch (this) {
      case PARQUET_JAVA -> new ParquetJavaRows();
      case ARROW -> new ArrowRows();
      case DUCKDB -> new DuckDbRows();
      case HARDWOOD -> new HardwoodRows();
    };
  }

  @Override
  public String toString() {
    return title;
  }
}
