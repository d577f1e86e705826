package dev.frazil.fuzz.registry;

import dev.frazil.encoders.BloomFilterOptions;
import dev.frazil.encoders.CompressionPolicy;
import dev.frazil.encoders.EncodingPolicy;
import dev.frazil.engine.file.ColumnOptions;
import dev.frazil.engine.file.WriterOptions;
import dev.frazil.fuzz.BatchValues;
import dev.frazil.fuzz.EngineFile;
import dev.frazil.fuzz.values.FileRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/// A cell in a file.
///
/// @param cell the cell
/// @param file the file
/// @param schema the schema that the file must have
/// @param rows the rows that it must have
record WrittenCell(
    Cell cell, Path file, MessageType schema, List<Map<String, @Nullable Object>> rows) {
  private static final int ROW_GROUP_ROWS = 64;
  private static final int PAGE_ROWS = 20;
  private static final int ABSENT = 2;

  /// Writes a cell in several row groups of several pages. Where values are searched for, the last
  /// two of the type are left out if it has enough.
  ///
  /// @param cell the cell
  /// @param file where to
  static WrittenCell write(Cell cell, Path file) throws IOException {
    List<Object> values = cell.type().values();
    int absent = values.size() > 2 * ABSENT && cell.searchable() ? ABSENT : 0;
    BatchValues rows = CellRows.of(cell, values.subList(0, values.size() - absent));
    EngineFile written = EngineFile.of(rows, options(cell), cell.toString().hashCode());
    Files.write(file, written.content());
    return new WrittenCell(cell, file, written.schema(), FileRows.of(rows));
  }

  private static WriterOptions options(Cell cell) {
    ColumnOptions column =
        ColumnOptions.DEFAULT.withEncoding(new EncodingPolicy.Fixed(cell.encoding()));
    WriterOptions.Builder options =
        WriterOptions.builder()
            .compression(CompressionPolicy.parse(cell.codec().label()))
            .pageVersion(cell.pages())
            .rowGroupTargetRows(ROW_GROUP_ROWS)
            .pageTargetRows(PAGE_ROWS);
    for (List<String> leaf : cell.leaves(CellRows.COLUMN)) {
      options.column(
          leaf, cell.bloomFilter() ? column.withBloomFilter(BloomFilterOptions.DEFAULT) : column);
    }
    return options.build();
  }

  /// The values of the type as the file has them, those that are not in this file included.
  List<Object> values() {
    return cell.type().values().stream()
        .map(value ->
            Objects.requireNonNull(FileRows.value(cell.type().named(CellRows.COLUMN, true), value)))
        .toList();
  }

  /// The path of the leaf of a cell that can be searched.
  List<String> leaf() {
    return cell.shape().path(CellRows.COLUMN);
  }

  /// The rows that a reader must find.
  ///
  /// @param peer the reader
  /// @param sought the value it looks for
  List<Map<String, @Nullable Object>> rowsWith(Peer peer, Object sought) {
    List<Map<String, @Nullable Object>> found = new ArrayList<>();
    for (Map<String, @Nullable Object> row : rows) {
      Object value = row;
      for (String name : leaf()) {
        value = value instanceof Map<?, ?> struct ? struct.get(name) : null;
      }
      if (SearchLimit.matches(peer, sought, value)) {
        found.add(row);
      }
    }
    return found;
  }
}
