package dev.frazil.engine.store;

import java.util.Locale;

/// Strings as Python shows them: the messages of the original have them so.
final class PythonText {
  private static final int DELETE = 0x7f;

  private PythonText() {}

  /// A string as `repr` shows it.
  ///
  /// @param text any text
  /// @return the text in quotes
  static String repr(String text) {
    char quote = text.contains("'") && !text.contains("\"") ? '"' : '\'';
    StringBuilder shown = new StringBuilder().append(quote);
    text.chars().forEach(c -> append(shown, (char) c, quote));
    return shown.append(quote).toString();
  }

  private static void append(StringBuilder shown, char c, char quote) {
    switch (c) {
      case '\\' -> shown.append("\\\\");
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (c == quote) {
          shown.append('\\').append(c);
        } else if (c < ' ' || c == DELETE) {
          shown.append(String.format(Locale.ROOT, "\\x%02x", (int) c));
        } else {
          shown.append(c);
        }
      }
    }
  }
}
