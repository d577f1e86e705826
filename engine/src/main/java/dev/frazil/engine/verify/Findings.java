package dev.frazil.engine.verify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What has been found out about a file so far. Not thread-safe.
final class Findings {
  private final Consumer<Lie> listener;
  private final Map<String, Set<String>> unverified = new LinkedHashMap<>();
  private long lies;

  long rowGroups;
  long columnChunks;
  long pages;
  long values;
  long checksums;
  long columnIndexes;
  long offsetIndexes;
  long bloomFilters;

  /// Starts with nothing found.
  ///
  /// @param listener told of each lie at once
  Findings(Consumer<Lie> listener) {
    this.listener = listener;
  }

  void lie(Lie.Place place, String what, String expected, String got) {
    lies++;
    listener.accept(new Lie(place, what, expected, got));
  }

  /// Compares a number with what it should be.
  void require(Lie.Place place, String what, long expected, long got) {
    if (expected != got) {
      lie(place, what, Long.toString(expected), Long.toString(got));
    }
  }

  /// Compares a list with what it should be; an empty one says nothing.
  void require(Lie.Place place, String what, long[] expected, @Nullable List<Long> got) {
    if (got == null || got.isEmpty()) {
      return;
    }
    List<Long> numbers = new ArrayList<>(expected.length);
    for (long number : expected) {
      numbers.add(number);
    }
    if (!numbers.equals(got)) {
      lie(place, what, numbers.toString(), got.toString());
    }
  }

  /// Notes what cannot be compared, and why.
  void unverified(Lie.Place place, String reason) {
    Set<String> columns = unverified.computeIfAbsent(reason, key -> new LinkedHashSet<>());
    if (place.column() != null) {
      columns.add(place.column());
    }
  }

  Verification verification() {
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    unverified.forEach((reason, columns) -> reasons.put(reason, List.copyOf(columns)));
    return new Verification(
        rowGroups,
        columnChunks,
        pages,
        values,
        checksums,
        columnIndexes,
        offsetIndexes,
        bloomFilters,
        lies,
        reasons);
  }
}
