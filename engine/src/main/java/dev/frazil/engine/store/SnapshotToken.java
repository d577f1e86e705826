package dev.frazil.engine.store;

import java.util.Iterator;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The files of a snapshot in a short text: `v3:0-17,19` are those with the indexes 0 to 17 and 19
/// of version 3.
///
/// @param version the version
/// @param indexes the indexes of its files
record SnapshotToken(long version, SortedSet<Long> indexes) {
  private static final Pattern COMMA = Pattern.compile(",");
  private static final long MAX_FILES = 1L << 24;

  /// The token as text.
  String text() {
    StringBuilder text = new StringBuilder(VersionNumbers.name(version)).append(':');
    Iterator<Long> rest = indexes.iterator();
    long next = rest.hasNext() ? rest.next() : -1;
    String separator = "";
    while (next >= 0) {
      long first = next;
      long last = next;
      next = rest.hasNext() ? rest.next() : -1;
      while (next == last + 1) {
        last = next;
        next = rest.hasNext() ? rest.next() : -1;
      }
      text.append(separator).append(first);
      if (last > first) {
        text.append('-').append(last);
      }
      separator = ",";
    }
    return text.toString();
  }

  /// The token of a text.
  ///
  /// @throws InvalidTokenException if it is none
  static SnapshotToken parse(String text) {
    int colon = text.indexOf(':');
    long version = colon < 0 ? -1 : VersionNumbers.ofName(text.substring(0, colon));
    if (version < 0) {
      throw refused(text);
    }
    SortedSet<Long> indexes = new TreeSet<>();
    COMMA.splitAsStream(text.substring(colon + 1)).forEach(range -> addRange(text, range, indexes));
    return new SnapshotToken(version, indexes);
  }

  private static void addRange(String text, String range, SortedSet<Long> indexes) {
    int dash = range.indexOf('-');
    long first = VersionNumbers.parse(range, 0, dash < 0 ? range.length() : dash);
    long last = dash < 0 ? first : VersionNumbers.parse(range, dash + 1, range.length());
    if (first < 0 || last < first || last - first > MAX_FILES) {
      throw refused(text);
    }
    for (long index = first; index <= last; index++) {
      indexes.add(index);
    }
  }

  private static InvalidTokenException refused(String text) {
    return new InvalidTokenException(
        "snapshot token: " + text + ": expected a version and its files as in v3:0-17,19");
  }
}
