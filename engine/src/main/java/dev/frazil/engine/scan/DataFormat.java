package dev.frazil.engine.scan;

/// The formats of data files.
public enum DataFormat {
  /// Apache Parquet.
  PARQUET("parquet"),
  /// Comma-separated values with a header (RFC 4180).
  CSV("csv");

  private final String extension;

  DataFormat(String extension) {
    this.extension = extension;
  }

  /// What the names of such files end with, behind the dot.
  ///
  /// @return `parquet` or `csv`
  public String extension() {
    return extension;
  }
}
