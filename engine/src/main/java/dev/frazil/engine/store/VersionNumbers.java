package dev.frazil.engine.store;

/// Numbers in the names of a store: digits without leading zeros, so that each number has one name.
final class VersionNumbers {
  /// Digits that surely fit a `long`.
  private static final int MAX_DIGITS = 18;

  private VersionNumbers() {}

  /// The name of a version's directory.
  ///
  /// @param number 0 or more
  /// @return `vN`
  static String name(long number) {
    return "v" + number;
  }

  /// The number in the name of a version's directory.
  ///
  /// @param name any name
  /// @return N of `vN`, or -1
  static long ofName(String name) {
    return name.startsWith("v") ? parse(name, 1, name.length()) : -1;
  }

  /// A number that stands in a text.
  ///
  /// @param text the text
  /// @param from its first digit
  /// @param end behind its last digit
  /// @return the number, or -1 if it is none in the one form
  static long parse(String text, int from, int end) {
    int digits = end - from;
    if (digits < 1 || digits > MAX_DIGITS || (digits > 1 && text.charAt(from) == '0')) {
      return -1;
    }
    long number = 0;
    for (int i = from; i < end; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
