package dev.frazil.engine.store;

/// What a version is to a reader. Immutable.
sealed interface VersionState {
  /// Written and committed by a store.
  ///
  /// @param facts what its commit record says
  record Committed(VersionFacts facts) implements VersionState {}

  /// Made by the Python original, which leaves no commit record; it counts once `manifest.json` has
  /// come to it.
  record Foreign() implements VersionState {}

  /// Being written, or left behind by a writer that died.
  record Pending() implements VersionState {}

  /// Given up.
  record Aborted() implements VersionState {}

  /// Not there: never made, or pruned.
  record Absent() implements VersionState {}

  /// Whether it can be read.
  ///
  /// @return true if it is committed or foreign
  default boolean isReadable() {
    return switch (this) {
      case Committed _, Foreign _ -> true;
      case Pending _, Aborted _, Absent _ -> false;
    };
  }
}
