package dev.frazil.engine.align;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which column of a source schema is which column of a target schema.
///
/// A target with a field id is the source with that id, else the source of exactly its name that
/// carries no id: a source that carries another id is another column, whatever its name. A target
/// without an id is found by name alone.
final class ColumnMatch {
  static final int MISSING = -1;

  private final ArrowSchema source;
  private final Map<Integer, Integer> byId = new HashMap<>();
  private final Map<String, Integer> byName = new HashMap<>();

  private ColumnMatch(ArrowSchema source) {
    this.source = source;
  }

  /// For every column of the target the index of its source column, or [#MISSING].
  static int[] of(ArrowSchema source, ArrowSchema target) {
    ColumnMatch match = new ColumnMatch(source);
    match.index();
    int[] found = new int[target.fields().size()];
    boolean[] used = new boolean[source.fields().size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = match.find(target.fields().get(i));
      if (found[i] != MISSING) {
        used[found[i]] = true;
      }
    }
    match.refuseUnused(used, target);
    return found;
  }

  private void index() {
    for (int i = 0; i < source.fields().size(); i++) {
      ArrowField field = source.fields().get(i);
      OptionalInt id = field.fieldId();
      Integer other = id.isPresent() ? byId.put(id.getAsInt(), i) : byName.put(field.name(), i);
      if (other != null) {
        throw new SchemaException(
            "align: %s: expected a %s of its own, got that of column %s"
                .formatted(
                    label(field),
                    id.isPresent() ? "field id" : "name",
                    label(source.fields().get(other))));
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
    for (int i = 0; i < source.fields().size(); i++) {
      if (source.fields().get(i).name().equals(name)) {
        if (found != MISSING) {
          throw new SchemaException(
              "align: %s: expected one column of the name, got several".formatted(name));
        }
        found = i;
      }
    }
    return found;
  }

  private void refuseUnused(boolean[] used, ArrowSchema target) {
    List<ArrowField> unused = new ArrayList<>();
    for (int i = 0; i < used.length; i++) {
      if (!used[i]) {
        unused.add(source.fields().get(i));
      }
    }
    if (!unused.isEmpty()) {
      throw new SchemaException(
          "align: %s: expected a column of the target schema (%s), got none"
              .formatted(labels(unused), labels(target.fields())));
    }
  }

  private static String labels(List<ArrowField> fields) {
    return fields.stream().map(ColumnMatch::label).collect(Collectors.joining(", "));
  }

  private static String label(ArrowField field) {
    OptionalInt id = field.fieldId();
    return id.isEmpty() ? field.name() : field.name() + " with field id " + id.getAsInt();
  }
}
