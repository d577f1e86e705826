package dev.frazil.engine.align;

import dev.frazil.engine.arrow.ArrowField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What stands in fields of a target that batches do not have, and which fields batches may have
/// beyond the target's as long as they hold nothing but nulls.
///
/// Fields are told by their paths: the names of columns and of members of structs, `element` below
/// a list, `key` and `value` below a map. Immutable.
public final class TargetDefaults {
  /// The element of a list in a path.
  public static final String ELEMENT = "element";

  /// The key of a map in a path.
  public static final String KEY = "key";

  /// The value of a map in a path.
  public static final String VALUE = "value";

  /// No defaults: what is missing is null or an error.
  public static final TargetDefaults NONE = builder().build();

  private final Map<List<String>, byte[]> values;
  private final Set<List<String>> structs;
  private final Map<List<String>, List<ArrowField>> unknown;

  private TargetDefaults(Builder builder) {
    values = Map.copyOf(builder.values);
    structs = Set.copyOf(builder.structs);
    Map<List<String>, List<ArrowField>> copy = new HashMap<>();
    builder.unknown.forEach((path, fields) -> copy.put(path, List.copyOf(fields)));
    unknown = Map.copyOf(copy);
  }

  /// Begins without any default.
  ///
  /// @return a builder
  public static Builder builder() {
    return new Builder();
  }

  /// The default of a field without children, or null for none.
  byte @Nullable [] value(List<String> path) {
    return values.get(path);
  }

  /// Whether a missing struct is there all the same, with the defaults of its members.
  boolean isStruct(List<String> path) {
    return structs.contains(path);
  }

  /// The fields below a struct, or below the batch for an empty path, that hold nothing but nulls.
  List<ArrowField> unknown(List<String> parent) {
    return unknown.getOrDefault(parent, List.of());
  }

  /// Collects defaults. Not thread-safe.
  public static final class Builder {
    private final Map<List<String>, byte[]> values = new HashMap<>();
    private final Set<List<String>> structs = new HashSet<>();
    private final Map<List<String>, List<ArrowField>> unknown = new HashMap<>();

    private Builder() {}

    /// Sets what stands in a missing field without children.
    ///
    /// @param path the field
    /// @param value as the Arrow layout of its type has it: a boolean as one byte 0 or 1, a string
    ///   as its bytes
    /// @return this
    public Builder value(List<String> path, byte[] value) {
      values.put(List.copyOf(path), value.clone());
      return this;
    }

    /// Sets that a missing struct is there, with the defaults of its members in place of them.
    ///
    /// @param path the struct
    /// @return this
    public Builder struct(List<String> path) {
      structs.add(List.copyOf(path));
      return this;
    }

    /// Lets batches have a field that is not in the target. Its values are all null, and nothing is
    /// made of it.
    ///
    /// @param parent the struct above it, or nothing for a column
    /// @param field the name and perhaps the id by which it is found
    /// @return this
    public Builder unknown(List<String> parent, ArrowField field) {
      unknown.computeIfAbsent(List.copyOf(parent), _ -> new ArrayList<>()).add(field);
      return this;
    }

    /// The defaults so far.
    ///
    /// @return immutable ones
    public TargetDefaults build() {
      return new TargetDefaults(this);
    }
  }
}
