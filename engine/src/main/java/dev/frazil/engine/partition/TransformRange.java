package dev.frazil.engine.partition;

import dev.frazil.engine.WriteException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// The values that a transform has a result for in its result type. Of others Iceberg's arithmetic
/// keeps the low bits, which are the result of other values, or makes a decimal that no manifest
/// takes.
public sealed interface TransformRange {

  /// What the rows of a partition may have. Integers at the end of their type wrap in `truncate`,
  /// as readers of the table expect it.
  ///
  /// @param source the type of the source
  /// @param transform the field's transform
  /// @return null if that is all values
  static @Nullable TransformRange ofRows(Type source, Transform<?, ?> transform) {
    int width = truncation(transform);
    return width > 0 && source instanceof Types.DecimalType decimal
        ? new Decimals(width, decimal)
        : ofOrder(source, transform);
  }

  /// What the bounds may be of which the partition of all values between them is concluded: the
  /// transform must rise, so that integers must not wrap either.
  ///
  /// @param source the type of the source
  /// @param transform the field's transform
  /// @return null if that is all values
  static @Nullable TransformRange ofBounds(Type source, Transform<?, ?> transform) {
    int width = truncation(transform);
    boolean integer = source instanceof Types.IntegerType || source instanceof Types.LongType;
    return width > 0 && integer ? new Integers(width) : ofRows(source, transform);
  }

  /// What the rows of a sort order may have: decimals of any length compare.
  ///
  /// @param source the type of the source
  /// @param transform the field's transform
  /// @return null if that is all values
  static @Nullable TransformRange ofOrder(Type source, Transform<?, ?> transform) {
    return source instanceof Types.TimestampType && transform.toString().equals("hour")
        ? new Hours()
        : null;
  }

  private static int truncation(Transform<?, ?> transform) {
    String name = transform.toString();
    return name.startsWith("truncate[")
        ? Integer.parseInt(name.substring(name.indexOf('[') + 1, name.length() - 1))
        : 0;
  }

  /// What is wrong with a value.
  ///
  /// @param value a value of the source type, as Iceberg has it
  /// @return what is expected and found instead, or null if the value is in range
  @Nullable String refusal(Object value);

  /// Refuses a row whose value is out of range.
  ///
  /// @param what what the result is for
  /// @param name the column's path, for the message
  /// @param value the row's value, or null
  /// @param number what the message calls the row
  /// @throws WriteException if the value is out of range
  default void require(String what, String name, @Nullable Object value, int number) {
    String refusal = value == null ? null : refusal(value);
    if (refusal != null) {
      throw new WriteException(
          "%s: %s: expected %s in row %d".formatted(what, name, refusal, number));
    }
  }

  /// Timestamps of microseconds: hours are numbers of 32 bits. Nanoseconds have such hours
  /// throughout.
  record Hours() implements TransformRange {
    private static final long MICROS_PER_HOUR = 3_600_000_000L;

    @Override
    public @Nullable String refusal(Object value) {
      long hour = Math.floorDiv((Long) value, MICROS_PER_HOUR);
      return hour == (int) hour
          ? null
          : "an hour of 32 bits, got %d from the timestamp %s".formatted(hour, value);
    }
  }

  /// Truncated integers, of which both the result and the steps to it must fit.
  ///
  /// @param width the width of the transform
  record Integers(int width) implements TransformRange {
    @Override
    public @Nullable String refusal(Object value) {
      boolean fits;
      if (value instanceof Integer number) {
        long above = (long) (number % width) + width;
        fits = above <= Integer.MAX_VALUE && number - above % width >= Integer.MIN_VALUE;
      } else {
        long number = (Long) value;
        fits = number >= Long.MIN_VALUE + Math.floorMod(number, width);
      }
      int bits = value instanceof Integer ? Integer.SIZE : Long.SIZE;
      return fits
          ? null
          : "a multiple of %d of %d bits below it, got %s".formatted(width, bits, value);
    }
  }

  /// Truncated decimals. Those below zero grow.
  ///
  /// @param width the width of the transform
  /// @param type the type of the source and of the result
  record Decimals(int width, Types.DecimalType type) implements TransformRange {
    @Override
    public @Nullable String refusal(Object value) {
      BigDecimal number = (BigDecimal) value;
      if (number.signum() >= 0) {
        return null;
      }
      BigInteger unscaled = number.unscaledValue();
      BigInteger rest = unscaled.mod(BigInteger.valueOf(width));
      BigDecimal result = new BigDecimal(unscaled.subtract(rest), number.scale());
      return result.precision() <= type.precision()
          ? null
          : "a %s after truncate[%d], got %s from %s"
              .formatted(type, width, result.toPlainString(), number.toPlainString());
    }
  }
}
