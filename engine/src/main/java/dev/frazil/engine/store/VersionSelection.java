package dev.frazil.engine.store;

import java.io.IOException;
import java.time.Instant;

/// Versions that are chosen by a time or a name (spec C2, "time travel").
final class VersionSelection {
  private VersionSelection() {}

  /// The version that was the latest one at a moment.
  ///
  /// @param profile the profile
  /// @param time the moment, by the clock of the file server
  /// @return its number
  /// @throws VersionNotFoundException if the profile had none, or it is gone
  /// @throws IOException if the profile cannot be read
  static long asOf(Profile profile, Instant time) throws IOException {
    throw new UnsupportedOperationException("as of: " + profile.path() + " " + time);
  }

  /// The version with a tag.
  ///
  /// @param profile the profile
  /// @param name the tag
  /// @return its number
  /// @throws VersionNotFoundException if there is no such tag
  /// @throws IOException if the profile cannot be read
  static long tag(Profile profile, String name) throws IOException {
    throw new UnsupportedOperationException("tag: " + profile.path() + " " + name);
  }
}
