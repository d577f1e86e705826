package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.FileStatistics;
import dev.frazil.engine.scan.ScanFile;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// Counts and bounds of data files in hidden sidecars (spec C2, "statistics sidecars"), so that a
/// scan passes over files without opening them. Nothing depends on them: without them every file is
/// opened.
final class StoredStatistics {
  private StoredStatistics() {}

  /// The statistics of the file with index 0, for the version's commit record.
  ///
  /// @param statistics what is known of its columns, or null
  /// @return a document, or null
  static @Nullable JsonNode document(@Nullable FileStatistics statistics) {
    return null;
  }

  /// Stores the statistics of a file that is about to be published; best effort.
  ///
  /// @param version the version
  /// @param index the index it is to have, 1 or more
  /// @param file the file
  /// @throws IOException if they cannot be written, and nothing else could either
  static void store(VersionDirectory version, long index, DataFileWriter.Written file)
      throws IOException {}

  /// The data files of a snapshot with what is known of each.
  ///
  /// @param version the version, under a lease
  /// @param state its state
  /// @param format the format of the files
  /// @param indexes the files
  /// @return a file an index, in order
  /// @throws IOException if the version cannot be read
  static List<ScanFile> files(
      VersionDirectory version, VersionState state, DataFormat format, SortedSet<Long> indexes)
      throws IOException {
    return indexes.stream()
        .map(index -> new ScanFile(version.data(index, format), format))
        .toList();
  }
}
