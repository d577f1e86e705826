package dev.frazil.encoders;

/// The two layouts of data pages (parquet.thrift, `DataPageHeader` and `DataPageHeaderV2`).
public enum PageVersion {
  /// Levels and values compressed together.
  V1,
  /// Levels in front of the compressed values, and a page that would not shrink left uncompressed.
  V2
}
