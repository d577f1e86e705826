package dev.frazil.engine.scan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A file of a scan. Immutable.
///
/// @param path where it is
/// @param format what it is
/// @param source gives counts and bounds of its columns, or null when they are not known; a file
///   without them is opened whatever the filter. Asked only by a scan that has a filter, perhaps
///   several times and by several threads
/// @param byteCount its length, or empty when that is not known; one of another length is refused
///   when it is opened for its rows
public record ScanFile(
    Path path,
    DataFormat format,
    Supplier<? extends @Nullable FileStatistics> source,
    OptionalLong byteCount) {
  /// A file of which statistics may be known.
  ///
  /// @param path where it is
  /// @param format what it is
  /// @param statistics counts and bounds of its columns, or null when they are not known
  public ScanFile(Path path, DataFormat format, @Nullable FileStatistics statistics) {
    this(path, format, () -> statistics, OptionalLong.empty());
  }

  /// A file of which no statistics are known.
  ///
  /// @param path where it is
  /// @param format what it is
  public ScanFile(Path path, DataFormat format) {
    this(path, format, () -> null, OptionalLong.empty());
  }

  /// Counts and bounds of its columns, fetched where they lie.
  ///
  /// @return the statistics, or null when they are not known
  public @Nullable FileStatistics statistics() {
    return source.get();
  }

  /// Refuses a file that has been cut or replaced: of CSV, nothing else would tell.
  ///
  /// @throws IOException if its length is known and another one, or cannot be asked for
  void requireLength() throws IOException {
    if (byteCount.isPresent()) {
      long found = Files.size(path);
      if (found != byteCount.getAsLong()) {
        throw new IOException(
            "scan: %s: expected a file of %d bytes, got %d"
                .formatted(path, byteCount.getAsLong(), found));
      }
    }
  }
}
