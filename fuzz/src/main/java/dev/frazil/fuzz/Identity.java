package dev.frazil.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What tells values apart that `equals` takes for one: floating point numbers by their bits.
final class Identity {
  private Identity() {}

  /// A key that equals another one only if both values are the same in every bit.
  static @Nullable Object of(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Float number -> Float.floatToRawIntBits(number);
      case Double number -> Double.doubleToRawLongBits(number);
      case List<?> list -> keys(list);
      case Map<?, ?> map -> keys(map.values());
      case Map.Entry<?, ?> entry -> {
        List<@Nullable Object> pair = new ArrayList<>();
        pair.add(of(entry.getKey()));
        pair.add(of(entry.getValue()));
        yield pair;
      }
      default -> value;
    };
  }

  private static List<@Nullable Object> keys(Iterable<?> values) {
    List<@Nullable Object> keys = new ArrayList<>();
    for (Object value : values) {
      keys.add(of(value));
    }
    return keys;
  }
}
