package dev.frazil.engine.cli;

/// Text from files and errors, made fit for one line of a terminal.
final class Printable {
  private static final String BLANKS = " \t\u000b\f\r\n";

  private Printable() {}

  /// The text on one line: line breaks and what surrounds them become one space, every other
  /// control character its escape, so that no name or value in a file can drive the terminal.
  ///
  /// @param text any text
  /// @return the text without control characters
  static String line(String text) {
    String stripped = text.strip();
    StringBuilder line = new StringBuilder(stripped.length());
    for (int i = 0; i < stripped.length(); ) {
      int end = endOfBlanks(stripped, i);
      if (breaksLine(stripped, i, end)) {
        line.append(' ');
        i = end;
      } else {
        append(line, stripped.charAt(i++));
        for (; i < end; i++) {
          append(line, stripped.charAt(i));
        }
      }
    }
    return line.toString();
  }

  /// Where the blanks and line breaks that start at a position end; the position if there are none.
  private static int endOfBlanks(String text, int from) {
    int end = from;
    while (end < text.length() && BLANKS.indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return end;
  }

  private static boolean breaksLine(String text, int from, int end) {
    for (int i = from; i < end; i++) {
      if (text.charAt(i) == '\r' || text.charAt(i) == '\n') {
        return true;
      }
    }
    return false;
  }

  private static void append(StringBuilder line, char c) {
    if (Character.isISOControl(c)) {
      line.append(String.format("\\u%04x", (int) c));
    } else {
      line.append(c);
    }
  }
}
