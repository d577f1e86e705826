package dev.frazil.fuzz.registry;

/// Which levels of a column may be null.
public enum Nullability {
  /// None.
  NONE,
  /// The leaf.
  LEAF,
  /// Every level above the leaf.
  LEVELS,
  /// All.
  ALL;

  /// Whether the leaf may be null.
  ///
  /// @return true for [#LEAF] and [#ALL]
  public boolean leaf() {
    return this == LEAF || this == ALL;
  }

  /// Whether the levels above the leaf may be null.
  ///
  /// @return true for [#LEVELS] and [#ALL]
  public boolean levels() {
    return this == LEVELS || this == ALL;
  }
}
