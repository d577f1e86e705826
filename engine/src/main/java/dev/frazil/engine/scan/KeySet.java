package dev.frazil.engine.scan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/// A set of keys, as the places on their line where it begins and ends. Immutable.
///
/// @param <K> the type of keys
/// @param low whether the keys below all cuts are in the set
/// @param cuts rising; from each one on the keys are in the set if those below are not, and out of
///   it if they are
record KeySet<K extends Comparable<K>>(boolean low, List<K> cuts) {
  /// Copies the cuts.
  KeySet {
    cuts = List.copyOf(cuts);
  }

  /// The keys that stand to a literal as an operator says.
  ///
  /// @param span the keys that equal the literal
  static <K extends Comparable<K>> KeySet<K> of(Filter.Operator operator, Span<K> span) {
    return switch (operator) {
      case EQUAL -> of(List.of(span));
      case NOT_EQUAL -> of(List.of(span)).complement();
      case LESS -> below(span);
      case GREATER_OR_EQUAL -> below(span).complement();
      case GREATER -> notAbove(span).complement();
      case LESS_OR_EQUAL -> notAbove(span);
    };
  }

  private static <K extends Comparable<K>> KeySet<K> below(Span<K> span) {
    return new KeySet<>(true, List.of(span.from()));
  }

  private static <K extends Comparable<K>> KeySet<K> notAbove(Span<K> span) {
    K to = span.to();
    return new KeySet<>(true, to == null ? List.of() : List.of(to));
  }

  /// The keys of several spans, of which any two are equal or have no key in common.
  static <K extends Comparable<K>> KeySet<K> of(List<Span<K>> spans) {
    List<Span<K>> sorted = new ArrayList<>(spans);
    sorted.removeIf(Span::isEmpty);
    sorted.sort(Comparator.comparing(Span::from));
    List<K> cuts = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      Span<K> span = sorted.get(i);
      if (i > 0 && span.equals(sorted.get(i - 1))) {
        continue;
      }
      if (!cuts.isEmpty() && cuts.getLast().equals(span.from())) {
        cuts.removeLast();
      } else {
        cuts.add(span.from());
      }
      K to = span.to();
      if (to != null) {
        cuts.add(to);
      }
    }
    return new KeySet<>(false, cuts);
  }

  /// The keys that are not in the set.
  KeySet<K> complement() {
    return new KeySet<>(!low, cuts);
  }

  boolean contains(K key) {
    return low ^ ((cutsUpTo(key) & 1) != 0);
  }

  /// What the set has of the keys from one to another, both included.
  Verdict over(K min, K max) {
    return cutsUpTo(min) != cutsUpTo(max)
        ? Verdict.SOME
        : contains(min) ? Verdict.ALL : Verdict.NONE;
  }

  private int cutsUpTo(K key) {
    int found = Collections.binarySearch(cuts, key);
    return found >= 0 ? found + 1 : -found - 1;
  }
}
