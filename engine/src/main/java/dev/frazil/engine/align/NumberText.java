package dev.frazil.engine.align;

import dev.frazil.engine.arrow.NumberSyntax;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// Numbers as polars reads them from strings when it casts.
final class NumberText {
  /// Beyond it an exponent makes zero or more than any decimal holds, whatever the digits.
  private static final int LARGEST_EXPONENT = 10_000;

  private NumberText() {}

  /// An integer without blanks, with or without a sign and leading zeros.
  ///
  /// @param signed whether the sign may be a minus, be it before a zero
  static @Nullable BigInteger integer(String text, boolean signed) {
    boolean known = NumberSyntax.isInteger(text) && (signed || text.charAt(0) != '-');
    if (!known || text.length() > LARGEST_EXPONENT) {
      return null;
    }
    return new BigInteger(text);
  }

  /// A number with or without a point and an exponent, or an infinity or NaN in any case; the one
  /// of the width that is nearest.
  ///
  /// @param single whether it becomes a float32
  static @Nullable Double floatingPoint(String text, boolean single) {
    if (NumberSyntax.isDecimal(text)) {
      return single ? Float.valueOf(text).doubleValue() : Double.valueOf(text);
    }
    return NumberSyntax.special(text);
  }

  /// A number with or without a point and an exponent, exactly.
  static @Nullable BigDecimal decimal(String text) {
    if (!NumberSyntax.isDecimal(text) || text.length() > LARGEST_EXPONENT) {
      return null;
    }
    int exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
    BigDecimal digits = new BigDecimal(exponent < 0 ? text : text.substring(0, exponent));
    if (exponent < 0 || digits.signum() == 0) {
      return digits;
    }
    BigInteger power = new BigInteger(text.substring(exponent + 1));
    if (power.abs().compareTo(BigInteger.valueOf(LARGEST_EXPONENT)) > 0) {
      return power.signum() < 0 ? BigDecimal.ZERO : null;
    }
    return digits.scaleByPowerOfTen(power.intValue());
  }
}
