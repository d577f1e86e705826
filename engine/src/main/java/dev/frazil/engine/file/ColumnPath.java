package dev.frazil.engine.file;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Paths of columns as text: names separated by dots, as in `address.city`. A name that holds a
/// dot, a backquote, or one of `=,;:"'` and white space at its ends stands in backquotes, in which
/// a backquote is doubled: `` `a.b`.c `` is the column `c` in the group `a.b`. Any name may.
public final class ColumnPath {
  private static final char DOT = '.';
  private static final char QUOTE = '`';
  private static final String RESERVED = ".`=,;:\"'";

  private ColumnPath() {}

  /// Reads a path.
  ///
  /// @param text names separated by dots, in backquotes where they must be
  /// @return the names from below the root to the column, at least one
  /// @throws IllegalArgumentException if a name is empty, a backquote is not closed, or something
  ///   other than a dot follows a closed one
  public static List<String> parse(String text) {
    List<String> path = new ArrayList<>();
    int from = 0;
    while (true) {
      int end = end(text, from, ".");
      path.add(name(text, from, end));
      if (end == text.length()) {
        return List.copyOf(path);
      }
      from = end + 1;
    }
  }

  private static String name(String text, int from, int end) {
    String name = text.substring(from, end);
    int quoted = name.length() - 1;
    boolean quotes = quoted > 0 && name.charAt(0) == QUOTE && name.charAt(quoted) == QUOTE;
    String inner = quotes ? name.substring(1, quoted) : name;
    String unquoted = quotes ? inner.replace("``", "`") : inner;
    boolean single =
        quotes ? inner.replace("``", "").indexOf(QUOTE) >= 0 : inner.indexOf(QUOTE) >= 0;
    if (unquoted.isEmpty() || single) {
      throw new IllegalArgumentException(
          "column path: expected names separated by dots, in `backquotes` where they hold a dot or"
              + " a backquote, got '"
              + text
              + "'");
    }
    return unquoted;
  }

  /// Where a part of a text ends: at the first delimiter outside backquotes.
  ///
  /// @param text a text with column paths in it
  /// @param from where to begin, outside backquotes
  /// @param delimiters characters of which each ends a part
  /// @return the index of the delimiter, or the length of the text
  public static int end(String text, int from, String delimiters) {
    boolean quoted = false;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == QUOTE) {
        quoted = !quoted;
      } else if (!quoted && delimiters.indexOf(c) >= 0) {
        return i;
      }
    }
    return text.length();
  }

  /// Writes a path so that [#parse] reads it back.
  ///
  /// @param path names from below the root to the column
  /// @return the names separated by dots, in backquotes where they must be
  public static String format(List<String> path) {
    return path.stream().map(ColumnPath::quote).collect(Collectors.joining(String.valueOf(DOT)));
  }

  private static String quote(String name) {
    boolean plain =
        !name.isEmpty()
            && name.equals(name.strip())
            && name.chars().noneMatch(c -> RESERVED.indexOf(c) >= 0);
    return plain ? name : QUOTE + name.replace("`", "``") + QUOTE;
  }
}
