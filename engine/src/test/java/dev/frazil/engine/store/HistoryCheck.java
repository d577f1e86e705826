package dev.frazil.engine.store;

import dev.frazil.engine.store.Operation.Kind;
import dev.frazil.engine.store.Operation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Checks a history against what the store promises (spec E.10): versions are unique and never go
/// back, what was acknowledged is read by everyone who begins later, nothing is read twice, half or
/// before its time, and each read is one state of the version that others could have read too.
///
/// Stamps are unique and sets of files only grow, so comparing intervals finds every violation; no
/// search for an order is needed. Takes O(n log n) for n stamps in all reads.
final class HistoryCheck {
  private final String profile;
  private final List<Operation> operations;
  private final List<String> violations = new ArrayList<>();

  private HistoryCheck(String profile, List<Operation> operations) {
    this.profile = profile;
    this.operations = operations;
  }

  /// Checks the history in a file.
  ///
  /// @param arguments its path
  public static void main(String[] arguments) throws IOException {
    List<Operation> operations = Operation.parse(Files.readAllLines(Path.of(arguments[0])));
    List<String> violations = violations(operations);
    violations.stream().limit(20).forEach(text -> System.out.println("VIOLATION " + text));
    System.out.println(operations.size() + " operations " + violations.size() + " violations");
    System.exit(violations.isEmpty() ? 0 : 1);
  }

  /// What in a history the store has not promised.
  ///
  /// @param operations in the order of their begins
  static List<String> violations(List<Operation> operations) {
    Map<String, List<Operation>> profiles =
        operations.stream()
            .collect(Collectors.groupingBy(Operation::profile, TreeMap::new, Collectors.toList()));
    List<String> violations = new ArrayList<>();
    profiles.forEach((name, all) -> violations.addAll(new HistoryCheck(name, all).check()));
    return violations;
  }

  private List<String> check() {
    for (Operation operation : operations) {
      require(operation.outcome() != Outcome.FAILED, "failed", operation);
    }
    checkLatest();
    checkNames();
    checkReads();
    checkPruned();
    violations.addAll(new LineageCheck(profile, operations).check());
    return violations;
  }

  private void require(boolean holds, String rule, Object where) {
    if (!holds) {
      violations.add(profile + ": " + rule + ": " + where);
    }
  }

  /// No operation on the latest version sees an older one than another one that was over before it
  /// began; what makes a version makes a greater one.
  private void checkLatest() {
    List<Operation> ends =
        operations.stream()
            .filter(operation -> operation.version() != null)
            .sorted(Comparator.comparingInt(Operation::end))
            .toList();
    int ended = 0;
    long floor = -1;
    for (Operation operation : operations) {
      while (ended < ends.size() && ends.get(ended).end() < operation.begin()) {
        floor = Math.max(floor, ends.get(ended++).number("version"));
      }
      // What is tried again may have been done before the others.
      if (operation.version() == null || operation.has("at") || operation.has("again")) {
        continue;
      }
      long version = operation.number("version");
      switch (operation.kind()) {
        case READ, APPEND ->
            require(version >= floor, "older than v" + floor + ", which was seen", operation);
        case WRITE, COMPACT, ROLLBACK ->
            require(version > floor, "not newer than v" + floor + ", which was seen", operation);
        case PRUNE, TAG, ORIGIN -> {}
      }
    }
  }

  /// A version belongs to one operation, and so does an index of it.
  private void checkNames() {
    Map<String, String> owners = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    for (Operation operation : operations) {
      if (operation.version() == null) {
        continue;
      }
      String owner = operation.fields().getOrDefault("stamp", operation.text("op"));
      String name =
          switch (operation.kind()) {
            case WRITE, COMPACT, ROLLBACK -> operation.text("version");
            case APPEND -> operation.text("version") + " " + operation.text("index");
            case READ, PRUNE, TAG, ORIGIN -> "";
          };
      if (!name.isEmpty()) {
        require(owner.equals(owners.computeIfAbsent(name, _ -> owner)), "taken", operation);
        require(name.equals(names.computeIfAbsent(owner, _ -> name)), "done twice", operation);
      }
    }
  }

  private void checkReads() {
    Map<String, Integer> begins = new HashMap<>();
    Set<String> refused = new HashSet<>();
    for (Operation operation : operations) {
      if (operation.has("stamp")) {
        begins.putIfAbsent(operation.text("stamp"), operation.begin());
        if (operation.outcome() == Outcome.REFUSED) {
          refused.add(operation.text("stamp"));
        }
      }
    }
    Map<Long, VersionReads> versions = new TreeMap<>();
    for (Operation operation : operations) {
      Long version = operation.version();
      if (version == null) {
        continue;
      }
      VersionReads reads = versions.computeIfAbsent(version, _ -> new VersionReads());
      switch (operation.kind()) {
        case READ -> {
          checkRead(operation, begins, refused);
          reads.addRead(operation);
        }
        case WRITE, APPEND -> reads.addAcknowledged(operation.text("stamp"), operation.end());
        case COMPACT, ROLLBACK, PRUNE, TAG, ORIGIN -> {}
      }
    }
    versions.forEach((number, reads) ->
        reads.check().forEach(rule -> violations.add(profile + ": v" + number + ": " + rule)));
  }

  private void checkRead(Operation read, Map<String, Integer> begins, Set<String> refused) {
    List<String> stamps = read.list("stamps");
    require(new HashSet<>(stamps).size() == stamps.size(), "read twice", read);
    if (read.has("other")) {
      require(stamps.equals(read.list("other")), "half of a commit", read);
    }
    for (String stamp : stamps) {
      require(!stamp.startsWith("!"), "torn", read);
      require(begins.getOrDefault(stamp, Integer.MAX_VALUE) < read.end(), stamp + " early", read);
      require(!refused.contains(stamp), stamp + " was refused", read);
    }
  }

  /// What was pruned is gone, and what was tagged before is not pruned.
  private void checkPruned() {
    Map<Long, Integer> gone = new HashMap<>();
    Map<Long, Integer> tagged = new HashMap<>();
    for (Operation operation : operations) {
      if (operation.isDone() && operation.kind() == Kind.TAG) {
        tagged.merge(operation.number("version"), operation.end(), Math::min);
      }
    }
    for (Operation operation : operations) {
      if (operation.isDone() && operation.kind() == Kind.PRUNE) {
        for (String removed : operation.list("removed")) {
          long version = Long.parseLong(removed);
          gone.merge(version, operation.end(), Math::min);
          int tag = tagged.getOrDefault(version, Integer.MAX_VALUE);
          require(tag > operation.begin(), "v" + version + " has a tag", operation);
        }
      }
    }
    for (Operation operation : operations) {
      Long version = operation.version();
      if (version != null && operation.kind() == Kind.READ) {
        int pruned = gone.getOrDefault(version, Integer.MAX_VALUE);
        require(pruned > operation.begin(), "was pruned", operation);
      }
    }
  }
}
