package dev.frazil.engine.align;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Numbers as polars reads them from strings and writes them into strings when it casts.
final class NumberText {
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern UNSIGNED = Pattern.compile("[+]?[0-9]+");
  private static final Pattern DECIMAL =
      Pattern.compile("([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))(?:[eE]([+-]?[0-9]+))?");
  private static final Pattern SPECIAL =
      Pattern.compile("([+-]?)(inf|infinity|nan)", Pattern.CASE_INSENSITIVE);

  /// Beyond it an exponent makes zero or more than any decimal holds, whatever the digits.
  private static final int LARGEST_EXPONENT = 10_000;

  /// Decimal exponents from which on numbers are written with one, and below which they are.
  private static final int LARGE_DOUBLE = 16;

  private static final int LARGE_FLOAT = 13;
  private static final int SMALL_DOUBLE = -5;
  private static final int SMALL_FLOAT = -6;

  private NumberText() {}

  /// An integer without blanks, with or without a sign and leading zeros.
  ///
  /// @param signed whether the sign may be a minus, be it before a zero
  static @Nullable BigInteger integer(String text, boolean signed) {
    Pattern digits = signed ? INTEGER : UNSIGNED;
    if (!digits.matcher(text).matches() || text.length() > LARGEST_EXPONENT) {
      return null;
    }
    return new BigInteger(text);
  }

  /// A number with or without a point and an exponent, or an infinity or NaN in any case; the one
  /// of the width that is nearest.
  ///
  /// @param single whether it becomes a float32
  static @Nullable Double floatingPoint(String text, boolean single) {
    if (DECIMAL.matcher(text).matches()) {
      return single ? Float.valueOf(text).doubleValue() : Double.valueOf(text);
    }
    Matcher special = SPECIAL.matcher(text);
    if (!special.matches()) {
      return null;
    }
    if ("nan".equalsIgnoreCase(special.group(2))) {
      return Double.NaN;
    }
    return "-".equals(special.group(1)) ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
  }

  /// A number with or without a point and an exponent, exactly.
  static @Nullable BigDecimal decimal(String text) {
    Matcher matcher = DECIMAL.matcher(text);
    if (!matcher.matches() || text.length() > LARGEST_EXPONENT) {
      return null;
    }
    BigDecimal digits = new BigDecimal(matcher.group(1));
    String exponent = matcher.group(2);
    if (exponent == null || digits.signum() == 0) {
      return digits;
    }
    BigInteger power = new BigInteger(exponent);
    if (power.abs().compareTo(BigInteger.valueOf(LARGEST_EXPONENT)) > 0) {
      return power.signum() < 0 ? BigDecimal.ZERO : null;
    }
    return digits.scaleByPowerOfTen(power.intValue());
  }

  /// The shortest decimal that is read as the same number, with a point or an exponent.
  static String text(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value) || value == 0) {
      return special(value);
    }
    BigDecimal digits = new BigDecimal(Double.toString(value));
    BigDecimal one = digits.round(new MathContext(1));
    return text(one.doubleValue() == value ? one : digits, SMALL_DOUBLE, LARGE_DOUBLE);
  }

  /// As [#text(double)] for a number of 32 or 16 bits.
  static String text(float value) {
    if (Float.isNaN(value) || Float.isInfinite(value) || value == 0) {
      return special(value);
    }
    BigDecimal digits = new BigDecimal(Float.toString(value));
    BigDecimal one = digits.round(new MathContext(1));
    return text(one.floatValue() == value ? one : digits, SMALL_FLOAT, LARGE_FLOAT);
  }

  private static String special(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return 1 / value > 0 ? "0.0" : "-0.0";
  }

  private static String text(BigDecimal number, int small, int large) {
    BigDecimal stripped = number.stripTrailingZeros();
    int exponent = stripped.precision() - stripped.scale() - 1;
    if (exponent < small || exponent >= large) {
      String sign = exponent < 0 ? "-" : "+";
      return stripped.scaleByPowerOfTen(-exponent).toPlainString()
          + "e"
          + sign
          + Math.abs(exponent);
    }
    String plain = stripped.toPlainString();
    return plain.indexOf('.') < 0 ? plain + ".0" : plain;
  }
}
