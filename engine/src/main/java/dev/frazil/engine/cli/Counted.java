package dev.frazil.engine.cli;

import java.util.Locale;

/// Numbers in reports for people.
final class Counted {
  private Counted() {}

  /// A number with commas between its thousands.
  ///
  /// @param count any number
  static String of(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /// A number of things.
  ///
  /// @param count how many
  /// @param noun one of them; the plural ends in `s`
  static String of(long count, String noun) {
    return of(count, noun, noun + "s");
  }

  /// A number of things.
  ///
  /// @param count how many
  /// @param noun one of them
  /// @param plural several of them
  static String of(long count, String noun, String plural) {
    return of(count) + " " + (count == 1 ? noun : plural);
  }
}
