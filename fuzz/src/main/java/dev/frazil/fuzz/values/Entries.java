package dev.frazil.fuzz.values;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Entries of maps, whose values may be null.
public final class Entries {
  private Entries() {}

  /// An entry.
  ///
  /// @param key its key
  /// @param value its value
  /// @return an immutable entry, equal to another one of the same key and value
  public static Map.Entry<Object, @Nullable Object> of(Object key, @Nullable Object value) {
    return new SimpleImmutableEntry<>(key, value);
  }
}
