package dev.frazil.engine.scan;

import dev.hardwood.reader.FilterPredicate;
import dev.hardwood.schema.FileSchema;
import org.jspecify.annotations.Nullable;

/// What of a filter a reader of Parquet may use to pass over row groups and pages.
@FunctionalInterface
interface Pushdown {
  /// Nothing of it.
  Pushdown NONE = file -> null;

  /// A predicate that is true of every row of the file for which the filter is, and perhaps of
  /// more.
  ///
  /// @param file the schema of the file
  /// @return the predicate, or null when there is none that would help
  @Nullable FilterPredicate predicate(FileSchema file);
}
