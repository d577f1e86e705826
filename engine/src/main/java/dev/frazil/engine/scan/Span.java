package dev.frazil.engine.scan;

import org.jspecify.annotations.Nullable;

/// The keys from one up to, and without, another one: empty where they are equal. What is less than
/// a literal lies below its span, what is greater above it, and what equals it inside.
///
/// @param <K> the type of keys
/// @param from the first key
/// @param to the first key behind, or null where no key is above
record Span<K extends Comparable<K>>(K from, @Nullable K to) {
  boolean isEmpty() {
    return to != null && from.compareTo(to) >= 0;
  }
}
