package dev.frazil.engine.scan;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A file of a scan. Immutable.
///
/// @param path where it is
/// @param format what it is
/// @param source gives counts and bounds of its columns, or null when they are not known; a file
///   without them is opened whatever the filter. Asked only by a scan that has a filter, perhaps
///   several times and by several threads
public record ScanFile(
    Path path, DataFormat format, Supplier<? extends @Nullable FileStatistics> source) {
  /// A file of which statistics may be known.
  ///
  /// @param path where it is
  /// @param format what it is
  /// @param statistics counts and bounds of its columns, or null when they are not known
  public ScanFile(Path path, DataFormat format, @Nullable FileStatistics statistics) {
    this(path, format, () -> statistics);
  }

  /// A file of which no statistics are known.
  ///
  /// @param path where it is
  /// @param format what it is
  public ScanFile(Path path, DataFormat format) {
    this(path, format, () -> null);
  }

  /// Counts and bounds of its columns, fetched where they lie.
  ///
  /// @return the statistics, or null when they are not known
  public @Nullable FileStatistics statistics() {
    return source.get();
  }
}
