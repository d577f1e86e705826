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
  FILE,
  /// Rows of one batch that go to one file: what an append costs however few they are.
  PIECE,
  /// A row of a file before dictionaries that do not pay have been given up: its values are looked
  /// up as well. Numbers are judged for the last time at this many.
  EARLY_ROW,
  /// A byte of the writer's native memory for which a core's own cache has no room.
  FAR_BYTE;

  private static final long EARLY_ROWS = 1 << 14;

  /// Bytes of a core's own cache on the machine that was measured.
  private static final long NEAR_BYTES = 1 << 20;

  /// How many of them a point has.
  double count(ScalePoint point) {
    return switch (this) {
      case ROW -> point.rows();
      case VALUE -> (double) point.rows() * point.columns();
      case COLUMN -> point.columns();
      case FILE -> point.files();
      case PIECE -> point.pieces();
      case EARLY_ROW -> Math.min((double) point.rows(), (double) EARLY_ROWS * point.files());
      case FAR_BYTE -> (double) Math.max(0, point.memory().nativeBytes() - NEAR_BYTES);
    };
  }

  /// The name in results.
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
