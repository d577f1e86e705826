package dev.frazil.engine.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All reads of one version, and the rows that were acknowledged to be in it: a set that only
/// grows. Not thread-safe.
final class VersionReads {
  private final List<Operation> reads = new ArrayList<>();

  /// When a stamp is surely in the version: the end of the first operation that knew it.
  private final Map<String, Integer> known = new HashMap<>();

  void addRead(Operation read) {
    reads.add(read);
    read.list("stamps").forEach(stamp -> addAcknowledged(stamp, read.end()));
  }

  void addAcknowledged(String stamp, int end) {
    known.merge(stamp, end, Math::min);
  }

  /// The rules that are broken.
  List<String> check() {
    List<String> broken = new ArrayList<>();
    List<Map.Entry<String, Integer>> order =
        known.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList();
    for (Operation read : reads) {
      // What of an earlier snapshot is read again is what it was.
      if (!read.has("token")) {
        checkKnown(read, order, broken);
      }
    }
    List<Operation> chain =
        reads.stream().sorted(Comparator.comparingInt(read -> read.list("stamps").size())).toList();
    for (int i = 1; i < chain.size(); i++) {
      if (!isSubsequence(chain.get(i - 1).list("stamps"), chain.get(i).list("stamps"))) {
        broken.add("no one state: " + chain.get(i - 1) + " and " + chain.get(i));
      }
    }
    return broken;
  }

  private void checkKnown(
      Operation read, List<Map.Entry<String, Integer>> order, List<String> broken) {
    List<String> stamps = read.list("stamps");
    long seen =
        stamps.stream().filter(stamp -> known.getOrDefault(stamp, 0) < read.begin()).count();
    int expected = 0;
    while (expected < order.size() && order.get(expected).getValue() < read.begin()) {
      expected++;
    }
    if (seen < expected) {
      String lost =
          order.subList(0, expected).stream()
              .map(Map.Entry::getKey)
              .filter(stamp -> !stamps.contains(stamp))
              .findFirst()
              .orElse("");
      broken.add("lost " + lost + ": " + read);
    }
  }

  /// Whether a list is another one, or that without some of its elements.
  static boolean isSubsequence(List<String> few, List<String> many) {
    int at = 0;
    for (String element : many) {
      if (at < few.size() && few.get(at).equals(element)) {
        at++;
      }
    }
    return at == few.size();
  }

  /// What the read saw that saw most; nothing if there is none.
  static List<String> greatest(List<Operation> reads) {
    return reads.stream()
        .map(read -> read.list("stamps"))
        .max(Comparator.comparingInt(List::size))
        .orElse(List.of());
  }
}
