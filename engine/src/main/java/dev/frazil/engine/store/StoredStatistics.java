package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.FileStatistics;
import dev.frazil.engine.scan.ScanFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
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
    return statistics == null ? null : StatisticsJson.write(statistics);
  }

  /// Stores the statistics of a file that is about to be published under an index that is claimed
  /// for it. One that cannot be stored, or whose name an attempt before has taken, is left out.
  ///
  /// @param version the version
  /// @param index the index it is to have, 1 or more
  /// @param file the file
  static void store(VersionDirectory version, long index, DataFileWriter.Written file) {
    FileStatistics statistics = file.statistics();
    if (statistics == null) {
      return;
    }
    StatisticsSidecar sidecar = new StatisticsSidecar(file.facts(), statistics);
    put(version.platform(), version.statistics(index), sidecar.text());
  }

  /// Puts a file under a name, if it is free. It is not forced to the disk, since its checksum
  /// tells whether it is whole; what cannot be written is left out.
  ///
  /// @return whether it is there and this caller's
  static boolean put(Platform platform, Path name, String text) {
    try {
      return platform.putIfAbsent(name, text, false);
    } catch (IOException e) {
      return false;
    }
  }

  /// The data files of a snapshot with what is known of each, which is looked for when it is asked
  /// for. The length of the first one stands in the commit record; those in sidecars may be of
  /// attempts that failed, and so hold for no file.
  ///
  /// @param version the version, under a lease
  /// @param state its state
  /// @param format the format of the files
  /// @param indexes the files
  /// @return a file an index, in order
  static List<ScanFile> files(
      VersionDirectory version, VersionState state, DataFormat format, SortedSet<Long> indexes) {
    VersionFacts facts =
        state instanceof VersionState.Committed committed ? committed.facts() : null;
    VersionStatistics statistics = new VersionStatistics(version, format, indexes, facts);
    return indexes.stream()
        .map(index ->
            new ScanFile(
                version.data(index, format),
                format,
                () -> statistics.of(index),
                facts != null && index == 0
                    ? OptionalLong.of(facts.firstFile().byteCount())
                    : OptionalLong.empty()))
        .toList();
  }
}
