package dev.frazil.engine.arrow;

import java.math.BigDecimal;

/// Floating point numbers of 16 bits (IEEE 754 binary16).
public final class Float16 {
  private Float16() {}

  /// The number of 16 bits that is nearest to another number. It is rounded once: by way of the
  /// nearest float, one a little off the middle of two could end on the wrong side.
  ///
  /// @param number any number
  /// @return the nearest one, to even in the middle of two, or an infinity beyond the largest
  public static float nearest(BigDecimal number) {
    return Float.float16ToFloat(Float.floatToFloat16(roundedToOdd(number)));
  }

  /// A float beside the number that is rounded to 16 bits as the number itself would be: where it
  /// is not the number, its last bit is set, so that it is never halfway between two halves.
  private static float roundedToOdd(BigDecimal number) {
    float nearest = number.floatValue();
    if (Float.isInfinite(nearest) || (Float.floatToIntBits(nearest) & 1) != 0) {
      return nearest;
    }
    int side = number.compareTo(new BigDecimal(nearest));
    return side == 0 ? nearest : side > 0 ? Math.nextUp(nearest) : Math.nextDown(nearest);
  }
}
