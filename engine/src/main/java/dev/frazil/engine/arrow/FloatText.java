package dev.frazil.engine.arrow;

import java.math.BigDecimal;
import java.math.MathContext;

/// Floating point numbers in the fewest digits that read back as the same number, laid out as
/// polars writes them: plain with at least one digit on both sides of the point, and with an
/// exponent (`1e+16`, `1.5e-7`) where that would take many zeros; `inf`, `-inf` and `NaN`.
public final class FloatText {
  private static final int DOUBLE_PLAIN_DIGITS = 16;
  private static final int DOUBLE_LEADING_ZEROS = 4;
  private static final int FLOAT_PLAIN_DIGITS = 13;
  private static final int FLOAT_LEADING_ZEROS = 5;

  /// Java shows two digits at least, even where one will do.
  private static final MathContext ONE_DIGIT = new MathContext(1);

  private FloatText() {}

  /// A number of 64 bits.
  ///
  /// @param value any number
  /// @return its text
  public static String of(double value) {
    if (!Double.isFinite(value)) {
      return special(value);
    }
    BigDecimal digits = new BigDecimal(Double.toString(value));
    BigDecimal one = digits.round(ONE_DIGIT);
    boolean enough = value != 0 && one.doubleValue() == value;
    return finite(value, enough ? one : digits, DOUBLE_PLAIN_DIGITS, DOUBLE_LEADING_ZEROS);
  }

  /// A number of 32 bits, or of 16 in 32.
  ///
  /// @param value any number
  /// @return its text
  public static String of(float value) {
    if (!Float.isFinite(value)) {
      return special(value);
    }
    BigDecimal digits = new BigDecimal(Float.toString(value));
    BigDecimal one = digits.round(ONE_DIGIT);
    boolean enough = value != 0 && one.floatValue() == value;
    return finite(value, enough ? one : digits, FLOAT_PLAIN_DIGITS, FLOAT_LEADING_ZEROS);
  }

  private static String special(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    return value > 0 ? "inf" : "-inf";
  }

  /// Lays digits out.
  ///
  /// @param plainDigits the most digits in front of a plain point
  /// @param leadingZeros the most zeros behind a plain point, in front of other digits
  private static String finite(
      double value, BigDecimal shortest, int plainDigits, int leadingZeros) {
    BigDecimal number = shortest.stripTrailingZeros();
    if (number.signum() == 0) {
      return Double.toString(value);
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
