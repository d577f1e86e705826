package dev.frazil.engine.align;

import org.jspecify.annotations.Nullable;

/// How one value of a type becomes a value of another, as polars' strict `cast` makes it.
///
/// Values are what their buffers hold: `Boolean`; `Long` for integers, dates, times, timestamps and
/// durations, `BigInteger` for a uint64 beyond it; `Double` for floating point numbers of any
/// width; `BigDecimal`; `String`; `byte[]`.
@FunctionalInterface
interface ValueConversion {
  /// Converts a value.
  ///
  /// @return the value of the other type, or null if there is none
  @Nullable Object apply(Object value);
}
