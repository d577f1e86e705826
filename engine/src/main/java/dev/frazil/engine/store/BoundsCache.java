package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.frazil.engine.scan.FileStatistics;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What `.bounds-<hash of the file set>` says: statistics of many data files of a version at once,
/// or that nothing is known of them (spec C2, "statistics sidecars"). Files never change once they
/// are there, so that what a cache says of a file also holds in another set of files.
///
/// @param version the version
/// @param files by index; null for a file of which nothing is known
record BoundsCache(long version, SortedMap<Long, @Nullable FileStatistics> files) {
  static final String PREFIX = ".bounds-";

  /// Longer caches leave the last files out: nothing is known of them then.
  private static final int MAX_CHARACTERS = 32 << 20;

  private static final int HASH_DIGITS = 32;

  /// The name of the cache in the directory of the version.
  String name() {
    String token = new SnapshotToken(version, new TreeSet<>(files.keySet())).text();
    return PREFIX + Tokens.hash(token).substring(0, HASH_DIGITS);
  }

  /// The content of the cache.
  String text() {
    StringBuilder text = new StringBuilder("[");
    files.forEach((index, statistics) -> {
      boolean known = statistics != null && text.length() < MAX_CHARACTERS;
      text.append(text.length() > 1 ? ",[" : "[")
          .append(index)
          .append(',')
          .append(known ? StoreJson.text(StatisticsJson.write(statistics)) : "null")
          .append(']');
    });
    return StatisticsSidecar.sealed(text.append(']').toString());
  }

  /// The cache that was read.
  ///
  /// @param name its name
  /// @return null if it is damaged, or not of the set that its name says
  static @Nullable BoundsCache read(long version, String name, byte[] bytes) {
    byte[] text = StatisticsSidecar.unsealed(bytes);
    JsonNode entries = text == null ? null : StoreJson.parse(text);
    if (entries == null || !entries.isArray()) {
      return null;
    }
    SortedMap<Long, @Nullable FileStatistics> files = new TreeMap<>();
    for (JsonNode entry : entries) {
      if (!entry.path(0).isIntegralNumber()) {
        return null;
      }
      files.put(entry.path(0).longValue(), StatisticsJson.read(entry.path(1)));
    }
    BoundsCache cache = new BoundsCache(version, files);
    return cache.name().equals(name) ? cache : null;
  }

  /// What is known of the files of another set.
  ///
  /// @param known is given what this cache has of them
  /// @param wanted the indexes of the set
  void addTo(Map<Long, @Nullable FileStatistics> known, Set<Long> wanted) {
    files.forEach((index, statistics) -> {
      if (wanted.contains(index)) {
        known.put(index, statistics);
      }
    });
  }
}
