package dev.frazil.engine.store;

import dev.frazil.engine.scan.DataFormat;
import dev.frazil.engine.scan.FileStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Statistics of the data files of a version, for a scan to pass over files without opening them.
/// They are looked for once, when the first file's are asked for: in the commit record, in the
/// cache of the version, and in the sidecars of files that no cache has; if those are many, a cache
/// is left for whoever comes next, so that the number of files opened does not grow with the
/// version. What cannot be found or read is not known, which is no error. Thread-safe.
final class VersionStatistics {
  /// Sidecars that are read without leaving a cache behind.
  static final int SIDECARS = 64;

  private static final int MAX_CACHES = 4;

  private final VersionDirectory version;
  private final DataFormat format;
  private final SortedSet<Long> indexes;
  private final @Nullable VersionFacts facts;
  private @Nullable Map<Long, @Nullable FileStatistics> loaded;

  /// @param version the directory, which stays while statistics are asked for
  /// @param format the format of its data files
  /// @param indexes the data files
  /// @param facts what the commit record says, or null where there is none
  VersionStatistics(
      VersionDirectory version,
      DataFormat format,
      SortedSet<Long> indexes,
      @Nullable VersionFacts facts) {
    this.version = version;
    this.format = format;
    this.indexes = new TreeSet<>(indexes);
    this.facts = facts;
  }

  /// The statistics of a file.
  ///
  /// @param index one of the data files
  /// @return null if they are not known
  synchronized @Nullable FileStatistics of(long index) {
    Map<Long, @Nullable FileStatistics> known = loaded;
    if (known == null) {
      known = load();
      loaded = known;
    }
    return known.get(index);
  }

  private Map<Long, @Nullable FileStatistics> load() {
    TreeMap<Long, @Nullable FileStatistics> known = new TreeMap<>();
    if (format != DataFormat.PARQUET) {
      return known;
    }
    try {
      if (facts != null && indexes.contains(0L)) {
        boolean same = facts.firstFile().byteCount() == byteCount(0);
        known.put(0L, same ? StatisticsJson.read(facts.statistics()) : null);
      }
      addSidecars(known);
    } catch (IOException e) {
      // files of which nothing is known are read
    }
    return known;
  }

  private void addSidecars(SortedMap<Long, @Nullable FileStatistics> known) throws IOException {
    List<String> names = version.platform().files().list(version.path());
    List<String> caches =
        names.stream()
            .filter(name -> name.startsWith(BoundsCache.PREFIX))
            .limit(MAX_CACHES)
            .toList();
    for (String cache : caches) {
      addCache(cache, known);
    }
    Set<String> present = new HashSet<>(names);
    int read = 0;
    for (long index : indexes) {
      if (!known.containsKey(index)) {
        Path sidecar = version.statistics(index);
        boolean there = present.contains(String.valueOf(sidecar.getFileName()));
        known.put(index, there ? sidecar(index, sidecar) : null);
        read++;
      }
    }
    if (read > SIDECARS) {
      putCache(new BoundsCache(version.number(), known), caches);
    }
  }

  private void addCache(String name, SortedMap<Long, @Nullable FileStatistics> known) {
    Path file = version.path().resolve(name);
    try {
      byte[] bytes = version.platform().files().read(file);
      BoundsCache cache = BoundsCache.read(version.number(), name, bytes);
      if (cache == null) {
        version.platform().discard(file);
      } else {
        cache.addTo(known, indexes);
      }
    } catch (IOException e) {
      // replaced by another reader
    }
  }

  private @Nullable FileStatistics sidecar(long index, Path file) {
    try {
      StatisticsSidecar sidecar = StatisticsSidecar.read(version.platform().files().read(file));
      return sidecar != null && sidecar.file().byteCount() == byteCount(index)
          ? sidecar.statistics()
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  private long byteCount(long index) throws IOException {
    return version.platform().files().attributes(version.data(index, format)).size();
  }

  /// Leaves a cache, and takes those away that it stands for. A directory that cannot be written
  /// has none.
  private void putCache(BoundsCache cache, List<String> before) {
    Path name = version.path().resolve(cache.name());
    if (StoredStatistics.put(version.platform(), name, cache.text())) {
      for (String other : before) {
        if (!other.equals(cache.name())) {
          version.platform().discard(version.path().resolve(other));
        }
      }
    }
  }
}
