package dev.frazil.engine.align;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which column of a batch, or member of a struct, is which one of the target.
///
/// A target with a field id is the source with that id, else the source of exactly its name that
/// carries no id: a source that carries another id is another field, whatever its name. A target
/// without an id is found by name alone.
final class FieldMatch {
  static final int MISSING = -1;

  private final List<ArrowField> sources;
  private final String prefix;
  private final Map<Integer, Integer> byId = new HashMap<>();
  private final Map<String, Integer> byName = new HashMap<>();

  private FieldMatch(List<ArrowField> sources, String prefix) {
    this.sources = sources;
    this.prefix = prefix;
  }

  /// For every field of the target the index of its source, or [#MISSING].
  ///
  /// @param above the struct that has the fields, or the root
  /// @param ignoreExtra whether sources may be none of them
  /// @throws SchemaException if two sources have one id or name, or one has no target
  static int[] of(
      List<ArrowField> sources, List<ArrowField> targets, FieldPath above, boolean ignoreExtra) {
    FieldMatch match = new FieldMatch(sources, above.prefix());
    match.index();
    int[] found = new int[targets.size()];
    boolean[] used = new boolean[sources.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = match.find(targets.get(i));
      if (found[i] != MISSING) {
        used[found[i]] = true;
      }
    }
    if (!ignoreExtra) {
      match.refuseUnused(used, targets);
    }
    return found;
  }

  private void index() {
    for (int i = 0; i < sources.size(); i++) {
      ArrowField field = sources.get(i);
      OptionalInt id = field.fieldId();
      Integer other = id.isPresent() ? byId.put(id.getAsInt(), i) : byName.put(field.name(), i);
      if (other != null) {
        throw new SchemaException(
            "align: %s%s: expected a %s of its own, got that of column %s"
                .formatted(
                    prefix,
                    label(field),
                    id.isPresent() ? "field id" : "name",
                    label(sources.get(other))));
      }
    }
  }

  private int find(ArrowField target) {
    OptionalInt id = target.fieldId();
    if (id.isEmpty()) {
      return findByNameAlone(target.name());
    }
    @Nullable Integer found = byId.get(id.getAsInt());
    return found != null ? found : byName.getOrDefault(target.name(), MISSING);
  }

  private int findByNameAlone(String name) {
    int found = MISSING;
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).name().equals(name)) {
        if (found != MISSING) {
          throw new SchemaException(
              "align: %s%s: expected one column of the name, got several".formatted(prefix, name));
        }
        found = i;
      }
    }
    return found;
  }

  private void refuseUnused(boolean[] used, List<ArrowField> targets) {
    List<ArrowField> unused = new ArrayList<>();
    for (int i = 0; i < used.length; i++) {
      if (!used[i]) {
        unused.add(sources.get(i));
      }
    }
    if (!unused.isEmpty()) {
      throw new SchemaException(
          "align: %s%s: expected a %s of the target %s (%s), got none"
              .formatted(
                  prefix,
                  labels(unused),
                  prefix.isEmpty() ? "column" : "field",
                  prefix.isEmpty() ? "schema" : "struct",
                  labels(targets)));
    }
  }

  private static String labels(List<ArrowField> fields) {
    return fields.stream().map(FieldMatch::label).collect(Collectors.joining(", "));
  }

  private static String label(ArrowField field) {
    OptionalInt id = field.fieldId();
    return id.isEmpty() ? field.name() : field.name() + " with field id " + id.getAsInt();
  }
}
