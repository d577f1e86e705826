package dev.frazil.engine.arrow;

import org.jspecify.annotations.Nullable;

/// Which texts spell numbers. Digits are those of ASCII alone, and no blanks stand around them.
public final class NumberSyntax {
  private NumberSyntax() {}

  /// Whether a text is digits behind an optional sign.
  ///
  /// @param text any text
  /// @return whether it is an integer
  public static boolean isInteger(CharSequence text) {
    int start = afterSign(text);
    return start < text.length() && digitsEnd(text, start) == text.length();
  }

  /// Whether a text is a decimal number: a sign, digits with at most one point among or around
  /// them, and an exponent; the sign and the exponent may be missing.
  ///
  /// @param text any text
  /// @return whether it is a decimal number
  public static boolean isDecimal(CharSequence text) {
    int start = afterSign(text);
    int whole = digitsEnd(text, start);
    int end = whole;
    int digits = whole - start;
    if (end < text.length() && text.charAt(end) == '.') {
      end = digitsEnd(text, end + 1);
      digits += end - whole - 1;
    }
    return digits > 0 && isExponent(text, end);
  }

  /// The infinity or NaN that a text spells: `inf`, `infinity` or `nan` in whatever case, with a
  /// sign or not.
  ///
  /// @param text any text
  /// @return the number, or null for none
  public static @Nullable Double special(CharSequence text) {
    int start = afterSign(text);
    boolean negative = start == 1 && text.charAt(0) == '-';
    String word = text.subSequence(start, text.length()).toString();
    if (word.equalsIgnoreCase("inf") || word.equalsIgnoreCase("infinity")) {
      return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return word.equalsIgnoreCase("nan") ? Double.NaN : null;
  }

  private static boolean isExponent(CharSequence text, int from) {
    if (from == text.length()) {
      return true;
    }
    if (text.charAt(from) != 'e' && text.charAt(from) != 'E') {
      return false;
    }
    int start = from + 1;
    if (start < text.length() && (text.charAt(start) == '+' || text.charAt(start) == '-')) {
      start++;
    }
    return start < text.length() && digitsEnd(text, start) == text.length();
  }

  private static int afterSign(CharSequence text) {
    boolean sign = !text.isEmpty() && (text.charAt(0) == '+' || text.charAt(0) == '-');
    return sign ? 1 : 0;
  }

  private static int digitsEnd(CharSequence text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }
}
