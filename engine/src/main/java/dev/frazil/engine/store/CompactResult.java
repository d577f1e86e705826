package dev.frazil.engine.store;

/// What compacting a profile came to.
///
/// @param key the profile
/// @param source the version that was the latest one
/// @param version the version with its rows in fewer files; the source itself if it had too few
///   files for anything to be done
/// @param filesBefore files of the source
/// @param filesAfter files of the version: one, and one for each append that came while its rows
///   were copied
/// @param publishDeferred whether `manifest.json` could not be moved to it; the next call on the
///   profile makes up for it
public record CompactResult(
    ProfileKey key,
    long source,
    long version,
    int filesBefore,
    int filesAfter,
    boolean publishDeferred) {
  /// Whether a version was made.
  ///
  /// @return false if the source had too few files
  public boolean isCompacted() {
    return version != source;
  }
}
