package dev.frazil.engine.cli;

/// Text from files and errors, made fit for one line of a terminal.
final class Printable {
  private Printable() {}

  /// The text on one line: line breaks and what surrounds them become one space, every other
  /// control character its escape, so that no name or value in a file can drive the terminal.
  ///
  /// @param text any text
  /// @return the text without control characters
  static String line(String text) {
    String joined = text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
    StringBuilder line = new StringBuilder(joined.length());
    for (int i = 0; i < joined.length(); i++) {
      char c = joined.charAt(i);
      if (Character.isISOControl(c)) {
        line.append(String.format("\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
    return line.toString();
  }
}
