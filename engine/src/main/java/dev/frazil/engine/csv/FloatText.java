package dev.frazil.engine.csv;

import java.math.BigDecimal;

/// Floating point numbers in the fewest digits that read back as the same number, laid out as
/// polars writes them: plain with at least one digit on both sides of the point, and with an
/// exponent (`1e+16`, `1.5e-7`) where that would take many zeros; `inf`, `-inf` and `NaN`.
final class FloatText {
  private static final int DOUBLE_PLAIN_DIGITS = 16;
  private static final int DOUBLE_LEADING_ZEROS = 4;
  private static final int FLOAT_PLAIN_DIGITS = 13;
  private static final int FLOAT_LEADING_ZEROS = 5;

  private FloatText() {}

  static String of(double value) {
    return Double.isFinite(value)
        ? finite(Double.toString(value), DOUBLE_PLAIN_DIGITS, DOUBLE_LEADING_ZEROS)
        : special(value);
  }

  static String of(float value) {
    return Float.isFinite(value)
        ? finite(Float.toString(value), FLOAT_PLAIN_DIGITS, FLOAT_LEADING_ZEROS)
        : special(value);
  }

  private static String special(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    return value > 0 ? "inf" : "-inf";
  }

  /// Lays out what Java has chosen as the digits.
  ///
  /// @param plainDigits the most digits in front of a plain point
  /// @param leadingZeros the most zeros behind a plain point, in front of other digits
  private static String finite(String java, int plainDigits, int leadingZeros) {
    BigDecimal number = new BigDecimal(java).stripTrailingZeros();
    if (number.signum() == 0) {
      return java;
    }
    String digits = number.unscaledValue().abs().toString();
    int point = digits.length() - number.scale();
    String sign = number.signum() < 0 ? "-" : "";
    if (point > plainDigits || point < -leadingZeros) {
      String rest = digits.length() == 1 ? "" : "." + digits.substring(1);
      int exponent = point - 1;
      return sign + digits.charAt(0) + rest + (exponent < 0 ? "e-" : "e+") + Math.abs(exponent);
    }
    if (point <= 0) {
      return sign + "0." + "0".repeat(-point) + digits;
    }
    return digits.length() <= point
        ? sign + digits + "0".repeat(point - digits.length()) + ".0"
        : sign + digits.substring(0, point) + "." + digits.substring(point);
  }
}
