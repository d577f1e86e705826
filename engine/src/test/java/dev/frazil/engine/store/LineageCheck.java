package dev.frazil.engine.store;

import dev.frazil.engine.store.Operation.Kind;
import dev.frazil.engine.store.Operation.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Checks versions that come from other ones. A compaction has the rows of its source, all that was
/// ever appended there as to the latest version, in the same order; a rollback has those that were
/// acknowledged before it began. Beyond that a row is in one version alone. Not thread-safe.
final class LineageCheck {
  private final String profile;
  private final List<Operation> operations;
  private final List<String> violations = new ArrayList<>();
  private final Map<Long, List<Operation>> reads = new TreeMap<>();
  private final Map<Long, List<Operation>> appends = new HashMap<>();
  private final Map<Long, Operation> origins = new TreeMap<>();

  LineageCheck(String profile, List<Operation> operations) {
    this.profile = profile;
    this.operations = operations;
  }

  List<String> check() {
    for (Operation operation : operations) {
      Long version = operation.version();
      if (version == null) {
        continue;
      }
      switch (operation.kind()) {
        case READ -> reads.computeIfAbsent(version, _ -> new ArrayList<>()).add(operation);
        case APPEND, WRITE ->
            appends.computeIfAbsent(version, _ -> new ArrayList<>()).add(operation);
        case COMPACT, ROLLBACK, ORIGIN -> origins.putIfAbsent(version, operation);
        case PRUNE, TAG -> {}
      }
    }
    origins.forEach(this::checkOrigin);
    checkHomes();
    return violations;
  }

  private void checkOrigin(long target, Operation origin) {
    long source = origin.number("source");
    boolean compaction =
        origin.kind() == Kind.COMPACT || origin.fields().getOrDefault("how", "").equals("compact");
    int before = origin.kind() == Kind.ORIGIN ? 0 : origin.begin();
    List<Operation> earlier =
        reads.getOrDefault(source, List.of()).stream()
            .filter(read -> compaction || read.end() < before)
            .toList();
    List<String> rows = new ArrayList<>(VersionReads.greatest(earlier));
    Set<String> acknowledged = new HashSet<>();
    for (Operation append : appends.getOrDefault(source, List.of())) {
      if (append.end() < before || (compaction && !append.has("at"))) {
        acknowledged.add(append.text("stamp"));
      }
    }
    rows.removeAll(appendedLater(before));
    for (Operation read : reads.getOrDefault(target, List.of())) {
      List<String> stamps = read.list("stamps");
      if (!VersionReads.isSubsequence(rows, stamps)) {
        violations.add(profile + ": not the rows of v" + source + ": " + read + " but " + rows);
      }
      Set<String> missing = new TreeSet<>(acknowledged);
      stamps.forEach(missing::remove);
      if (!missing.isEmpty()) {
        violations.add(profile + ": lost from v" + source + ": " + missing + ": " + read);
      }
    }
  }

  /// What was appended to a version by its number: it stays in that version, compacted or not,
  /// unless it was there before.
  private Set<String> appendedLater(int before) {
    Set<String> stamps = new HashSet<>();
    for (Operation operation : operations) {
      if (operation.kind() == Kind.APPEND && operation.has("at") && operation.end() >= before) {
        stamps.add(operation.text("stamp"));
      }
    }
    return stamps;
  }

  /// A row is in one version, and in those that come from it.
  private void checkHomes() {
    Map<String, Long> births = new HashMap<>();
    for (Operation operation : operations) {
      Long version = operation.version();
      if (operation.kind() == Kind.WRITE && version != null) {
        births.putIfAbsent(operation.text("stamp"), version);
      }
    }
    reads.forEach((version, all) -> births.putIfAbsent(first(all), version));
    Map<String, Set<Long>> homes = new TreeMap<>();
    reads.forEach((version, all) -> {
      boolean derived = origins.containsKey(version);
      if (!derived && !first(all).isEmpty() && births.getOrDefault(first(all), version) < version) {
        derived = true;
        if (!mayHaveBeenKilled()) {
          violations.add(profile + ": copied by nobody: v" + version + ": " + all.getFirst());
        }
      }
      if (!derived) {
        for (String stamp : VersionReads.greatest(all)) {
          homes.computeIfAbsent(stamp, _ -> new TreeSet<>()).add(version);
        }
      }
    });
    homes.forEach((stamp, versions) -> {
      if (versions.size() > 1) {
        violations.add(profile + ": " + stamp + " is in several versions: " + versions);
      }
    });
  }

  private static String first(List<Operation> reads) {
    List<String> stamps = VersionReads.greatest(reads);
    return stamps.isEmpty() ? "" : stamps.getFirst();
  }

  private boolean mayHaveBeenKilled() {
    return operations.stream()
        .anyMatch(operation ->
            operation.outcome() == Outcome.UNKNOWN
                && (operation.kind() == Kind.COMPACT || operation.kind() == Kind.ROLLBACK));
  }
}
