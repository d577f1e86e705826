package dev.frazil.fuzz;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Comparisons that end in an `AssertionError` naming both sides.
final class Expect {
  private Expect() {}

  static void equal(String what, @Nullable Object expected, @Nullable Object actual) {
    if (!Objects.deepEquals(expected, actual)) {
      throw new AssertionError(
          "%s: expected %s, got %s".formatted(what, text(expected), text(actual)));
    }
  }

  static void that(String what, boolean holds) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  /// The value itself, which must be there.
  static <T> T present(String what, @Nullable T value) {
    if (value == null) {
      throw new AssertionError(what + ": expected one, got none");
    }
    return value;
  }

  static String text(@Nullable Object value) {
    return value instanceof byte[] bytes
        ? "0x" + HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, 80)))
        : String.valueOf(value);
  }
}
