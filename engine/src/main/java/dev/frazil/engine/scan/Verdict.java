package dev.frazil.engine.scan;

/// Of how many of some rows a filter is true.
enum Verdict {
  /// Of no row.
  NONE,
  /// Of some, or it is not known of which.
  SOME,
  /// Of every row.
  ALL;

  Verdict and(Verdict other) {
    return compareTo(other) <= 0 ? this : other;
  }

  Verdict or(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /// Of rows of which some have this verdict and the others another one.
  Verdict beside(Verdict other) {
    return this == other ? this : SOME;
  }
}
