package dev.frazil.engine.align;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Numbers as polars reads them from strings when it casts.
final class NumberText {
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern UNSIGNED = Pattern.compile("[+]?[0-9]+");
  private static final Pattern DECIMAL =
      Pattern.compile("([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))(?:[eE]([+-]?[0-9]+))?");
  private static final Pattern SPECIAL =
      Pattern.compile("([+-]?)(inf|infinity|nan)", Pattern.CASE_INSENSITIVE);

  /// Beyond it an exponent makes zero or more than any decimal holds, whatever the digits.
  private static final int LARGEST_EXPONENT = 10_000;

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
}
