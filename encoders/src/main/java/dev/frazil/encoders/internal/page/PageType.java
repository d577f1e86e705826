package dev.frazil.encoders.internal.page;

/// `PageType` of parquet.thrift, as far as pages of it are written.
enum PageType {
  DATA_PAGE(0, 5),
  DICTIONARY_PAGE(2, 7),
  DATA_PAGE_V2(3, 8);

  /// The value of the enumeration.
  final int code;

  /// The field of `PageHeader` that holds this type's own header.
  final int headerField;

  PageType(int code, int headerField) {
    this.code = code;
    this.headerField = headerField;
  }
}
