package dev.frazil.engine.scan;

import dev.hardwood.metadata.FileMetaData;
import dev.hardwood.reader.FilterPredicate;
import dev.hardwood.schema.FileSchema;
import org.jspecify.annotations.Nullable;

/// What of a filter a reader of Parquet may use to pass over row groups and pages.
@FunctionalInterface
interface Pushdown {
  /// Nothing of it.
  Pushdown NONE = (footer, schema) -> null;

  /// A predicate that is true of every row of the file for which the filter is, and perhaps of
  /// more.
  ///
  /// @param footer the footer of the file
  /// @param schema its schema
  /// @return the predicate, or null when there is none that would help
  @Nullable FilterPredicate predicate(FileMetaData footer, FileSchema schema);
}
