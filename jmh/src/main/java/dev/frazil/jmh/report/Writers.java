package dev.frazil.jmh.report;

/// What the methods of the benchmarks are called in tables and pictures.
final class Writers {
  private Writers() {}

  static String name(String method) {
    return switch (method) {
      case "frazil" -> "Frazil";
      case "frazilSmallest" -> "Frazil, smallest";
      case "frazilExported" -> "Frazil over C Data";
      case "parquetJava" -> "parquet-java";
      case "iceberg" -> "Iceberg";
      case "trino" -> "Trino";
      case "duckDb" -> "DuckDB";
      case "arrowDataset" -> "arrow-dataset";
      default -> method;
    };
  }
}
