package dev.frazil.engine.scan;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// The lexical side of the grammar of filters: which names stand bare, and how others are quoted.
final class FilterText {
  private static final Set<String> KEYWORDS =
      Set.of("AND", "OR", "NOT", "IN", "IS", "NULL", "BETWEEN", "TRUE", "FALSE", "LIKE");

  private FilterText() {}

  /// A path as a column of the grammar.
  static String column(List<String> path) {
    return path.stream().map(FilterText::name).collect(Collectors.joining("."));
  }

  private static String name(String name) {
    boolean bare = !name.isEmpty() && isStart(name.charAt(0)) && !isKeyword(name);
    for (int i = 0; bare && i < name.length(); i++) {
      bare = isPart(name.charAt(i));
    }
    return bare ? name : "`" + name.replace("`", "``") + "`";
  }

  static List<Filter> atLeastOne(List<Filter> filters) {
    if (filters.isEmpty()) {
      throw new IllegalArgumentException("filter: expected one or more filters, got none");
    }
    return List.copyOf(filters);
  }

  /// Filters in parentheses with a word between them.
  static String joined(List<Filter> filters, String word) {
    return filters.stream().map(filter -> "(" + filter + ")").collect(Collectors.joining(word));
  }

  /// Whether a word has a meaning of its own, in any case.
  static boolean isKeyword(String word) {
    return KEYWORDS.contains(word.toUpperCase(Locale.ROOT));
  }

  /// Whether a bare word may start with a character.
  static boolean isStart(char c) {
    return Character.isLetter(c) || Character.isSurrogate(c) || c == '_';
  }

  /// Whether a bare word may go on with a character.
  static boolean isPart(char c) {
    return isStart(c) || Character.isDigit(c);
  }
}
