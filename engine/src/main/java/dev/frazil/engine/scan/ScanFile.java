package dev.frazil.engine.scan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A file of a scan. Immutable.
///
/// @param path where it is
/// @param format what it is
/// @param statistics counts and bounds of its columns, or null when they are not known; a file
///   without them is opened whatever the filter
public record ScanFile(Path path, DataFormat format, @Nullable FileStatistics statistics) {
  /// A file of which no statistics are known.
  ///
  /// @param path where it is
  /// @param format what it is
  public ScanFile(Path path, DataFormat format) {
    this(path, format, null);
  }
}
