package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.FileMetadata;
import java.io.IOException;
import java.util.List;

/// Whether the parts of a file can be where and as large as its footer says. A reader that is sent
/// to other places loses rows, or fails.
///
/// @param name the file's name, for messages
/// @param file its footer
record FooterLayout(String name, FileMetadata file) {
  /// The magic number in front.
  private static final int FIRST_OFFSET = 4;

  /// The footer's length and the magic number behind it.
  private static final int TAIL = 8;

  /// Checks the counts and places of all row groups.
  ///
  /// @throws IOException if there are no rows, if counts differ, or if a chunk is not within the
  ///   file
  void check() throws IOException {
    long rows = 0;
    for (FileMetadata.RowGroup group : file.rowGroups()) {
      rows += group.rowCount();
      if (rows < 0) {
        throw refused("row groups", "a count of rows", "more than there can be");
      }
      for (FileMetadata.ColumnChunk chunk : group.chunks()) {
        check(group, chunk);
      }
    }
    if (rows != file.rowCount()) {
      throw refused("row groups", file.rowCount() + " rows", Long.toString(rows));
    }
    if (rows == 0) {
      throw refused("rows", "one at least", "none");
    }
  }

  private void check(FileMetadata.RowGroup group, FileMetadata.ColumnChunk chunk)
      throws IOException {
    String column = String.join(".", chunk.leaf().path());
    if (!chunk.facts().path().equals(chunk.leaf().path())
        || chunk.facts().type() != chunk.leaf().type()) {
      throw refused(
          column,
          "a chunk of " + chunk.leaf().type(),
          "one of %s, a %s"
              .formatted(String.join(".", chunk.facts().path()), chunk.facts().type()));
    }
    long end = file.length() - TAIL;
    if (chunk.valueCount() > 0
        && (chunk.offset() < FIRST_OFFSET
            || chunk.dataPageOffset() >= end
            || chunk.compressedSize() > end - chunk.offset())) {
      throw refused(
          column,
          "a chunk within the file's %d bytes".formatted(file.length()),
          "%d bytes at %d".formatted(chunk.compressedSize(), chunk.offset()));
    }
    // Sums over all row groups must be numbers.
    if (chunk.valueCount() > Long.MAX_VALUE / file.rowGroups().size()
        || chunk.compressedSize() > Long.MAX_VALUE / file.rowGroups().size()) {
      throw refused(
          column,
          "counts that a file can have",
          "%d values in %d bytes".formatted(chunk.valueCount(), chunk.compressedSize()));
    }
    if (group.rowCount() > 0 && chunk.valueCount() < group.rowCount()) {
      throw refused(
          column, group.rowCount() + " values, nulls included", Long.toString(chunk.valueCount()));
    }
  }

  /// Checks that a leaf outside of lists and maps has a value or a null in every row.
  ///
  /// @throws IOException if it has more or fewer
  void checkFlat(SchemaFit.FittedLeaf leaf) throws IOException {
    for (FileMetadata.RowGroup group : file.rowGroups()) {
      long values = group.chunks().get(leaf.position()).valueCount();
      if (values != group.rowCount()) {
        throw refused(
            String.join(".", leaf.field().path()),
            group.rowCount() + " values, nulls included",
            Long.toString(values));
      }
    }
  }

  /// Where the row groups that have rows start, in ascending order.
  ///
  /// @throws IOException if two of them start at one place
  List<Long> splitOffsets() throws IOException {
    List<Long> offsets =
        file.rowGroups().stream()
            .filter(group -> group.rowCount() > 0)
            .map(FileMetadata.RowGroup::offset)
            .sorted()
            .toList();
    if (offsets.stream().distinct().count() != offsets.size()) {
      throw refused("row groups", "each at an offset of its own", offsets.toString());
    }
    return offsets;
  }

  private IOException refused(String what, String expected, String found) {
    return new IOException(
        "footer: %s: %s: expected %s, got %s".formatted(name, what, expected, found));
  }
}
