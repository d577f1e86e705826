package dev.frazil.jmh;

import java.util.Locale;

/// What the time of a write grows with.
enum ScaleTerm {
  /// A row of all columns.
  ROW,
  /// A value: a row of one column.
  VALUE,
  /// A column of the file.
  COLUMN,
  /// A file.
  FILE;

  /// How many of them a point has.
  double count(ScalePoint point) {
    return switch (this) {
      case ROW -> point.rows();
      case VALUE -> (double) point.rows() * point.columns();
      case COLUMN -> point.columns();
      case FILE -> point.files();
    };
  }

  /// The name in results.
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
