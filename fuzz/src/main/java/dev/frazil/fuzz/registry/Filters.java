package dev.frazil.fuzz.registry;

import dev.frazil.fuzz.readers.DuckDbFilter;
import dev.frazil.fuzz.readers.DuckDbRows;
import dev.frazil.fuzz.readers.HardwoodFilter;
import dev.frazil.fuzz.readers.HardwoodRows;
import dev.frazil.fuzz.readers.ParquetJavaFilter;
import dev.frazil.fuzz.readers.ParquetJavaRows;
import dev.frazil.fuzz.readers.RowReader;
import dev.hardwood.reader.FilterPredicate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/// Searches with pushdown on.
final class Filters {
  private Filters() {}

  /// The rows of a file in which a leaf has a value.
  ///
  /// @param reader who searches
  /// @param file the file
  /// @param schema its schema
  /// @param path the leaf's path
  /// @param value a value of the leaf
  /// @return the rows, or nothing when the reader has no filters, or none for the leaf's type
  static Optional<List<Map<String, @Nullable Object>>> equal(
      RowReader reader, Path file, MessageType schema, List<String> path, Object value)
      throws IOException {
    PrimitiveType leaf = schema.getType(path.toArray(String[]::new)).asPrimitiveType();
    return switch (reader) {
      case ParquetJavaRows rows ->
          Optional.of(rows.rows(file, schema, ParquetJavaFilter.equal(path, leaf, value)));
      case DuckDbRows rows ->
          Optional.of(rows.rows(file, schema, DuckDbFilter.equal(path, leaf, value)));
      case HardwoodRows rows -> {
        Optional<FilterPredicate> filter = HardwoodFilter.equal(path, leaf, value);
        yield filter.isEmpty()
            ? Optional.empty()
            : Optional.of(rows.rows(file, schema, filter.get()));
      }
      default -> Optional.empty();
    };
  }
}
