package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is read of each file of a scan, and what of that comes out. Immutable.
///
/// @param read the columns that are read, those of the filter included, in the order of the scan
/// @param output the columns that come out
/// @param positions for each of them its number among those that are read
/// @param filter the filter bound to the columns that are read, or null when every row is kept
record ScanPlan(
    ArrowSchema read, ArrowSchema output, List<Integer> positions, @Nullable BoundFilter filter) {
  /// Plans a scan.
  ///
  /// @param source all columns
  /// @param selected the names of those that come out
  /// @param filter which rows are kept, or null for all
  static ScanPlan of(ArrowSchema source, List<String> selected, @Nullable Filter filter) {
    Set<Integer> needed = new TreeSet<>();
    for (String name : selected) {
      needed.add(indexOf(source.fields(), name));
    }
    BoundFilter bound = filter == null ? null : new FilterBinder(source).bind(filter);
    if (bound != null) {
      bound.addColumns(needed);
    }
    List<Integer> numbers = List.copyOf(needed);
    List<ArrowField> fields = numbers.stream().map(source.fields()::get).toList();
    ArrowSchema read = new ArrowSchema(fields, source.metadata());
    List<Integer> positions = selected.stream().map(name -> indexOf(fields, name)).toList();
    ArrowSchema output =
        new ArrowSchema(positions.stream().map(fields::get).toList(), source.metadata());
    return new ScanPlan(read, output, positions, bound == null ? null : bound.over(numbers));
  }

  private static int indexOf(List<ArrowField> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("scan: " + name + ": expected a column, got none");
  }
}
