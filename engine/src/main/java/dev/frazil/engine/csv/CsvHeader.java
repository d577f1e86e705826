package dev.frazil.engine.csv;

import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The first line of a CSV document: the columns' names.
///
/// @param names one a column
record CsvHeader(List<String> names) {

  /// Reads the first record that is not a blank line.
  ///
  /// @throws ArrowImportException if there is none
  static CsvHeader read(CsvRecords records, String place) throws IOException {
    do {
      if (!records.next()) {
        throw new ArrowImportException(place + ": expected a line of column names, got no text");
      }
    } while (records.isBlank());
    List<String> names = new ArrayList<>();
    for (int i = 0; i < records.fieldCount(); i++) {
      names.add(records.field(i).toString());
    }
    return new CsvHeader(names);
  }

  /// The header with names that differ, as polars makes them: the second column `a` becomes
  /// `a_duplicated_0`.
  ///
  /// @throws SchemaException if there is a column of such a name already
  CsvHeader withDistinctNames(String place) {
    Set<String> given = Set.copyOf(names);
    Set<String> distinct = new LinkedHashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    for (String name : names) {
      int before = seen.merge(name, 1, Integer::sum) - 1;
      String unique = before == 0 ? name : name + "_duplicated_" + (before - 1);
      if (!distinct.add(unique) || (before > 0 && given.contains(unique))) {
        throw new SchemaException(
            "%s: column %s: expected distinct names, got two columns of this name"
                .formatted(place, unique));
      }
    }
    return new CsvHeader(List.copyOf(distinct));
  }

  /// Which field of a schema each column holds, by name.
  ///
  /// @param whole whether the fields must all be there
  /// @return indices into the fields, one a column
  /// @throws SchemaException naming the columns that are missing, unknown or there twice
  int[] match(ArrowSchema schema, boolean whole, String place) {
    Map<String, Integer> fields = new HashMap<>();
    for (ArrowField field : schema.fields()) {
      if (fields.put(field.name(), fields.size()) != null) {
        throw new SchemaException(
            "%s: column %s: expected a schema of distinct names, got two fields of this name"
                .formatted(place, field.name()));
      }
    }
    Set<String> missing = new LinkedHashSet<>(fields.keySet());
    Set<String> unknown = new LinkedHashSet<>();
    int[] indices = new int[names.size()];
    for (int i = 0; i < indices.length; i++) {
      String name = names.get(i);
      Integer field = fields.get(name);
      if (field == null) {
        unknown.add(name);
      } else if (!missing.remove(name)) {
        throw new SchemaException(
            "%s: column %s: expected it once, got it twice".formatted(place, name));
      } else {
        indices[i] = field;
      }
    }
    if (!whole) {
      missing.clear();
    }
    if (!missing.isEmpty() || !unknown.isEmpty()) {
      throw new SchemaException(
          "%s: expected the columns %s, got %s"
              .formatted(
                  place,
                  quoted(schema.fields().stream().map(ArrowField::name).toList()),
                  difference(missing, unknown)));
    }
    return indices;
  }

  private static String difference(Set<String> missing, Set<String> unknown) {
    String without = missing.isEmpty() ? "" : "none named " + quoted(missing);
    String with = unknown.isEmpty() ? "" : "unknown ones named " + quoted(unknown);
    return without + (missing.isEmpty() || unknown.isEmpty() ? "" : " and ") + with;
  }

  private static String quoted(Iterable<String> names) {
    List<String> quoted = new ArrayList<>();
    names.forEach(name -> quoted.add("'" + name + "'"));
    return quoted.stream().collect(Collectors.joining(", "));
  }
}
