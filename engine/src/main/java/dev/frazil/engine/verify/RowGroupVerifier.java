package dev.frazil.engine.verify;

import dev.frazil.engine.file.ByteSource;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.LeafOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Compares a row group with its chunks.
///
/// @param source the file
/// @param findings where lies go
/// @param parts where each part of the file starts, by the footer
/// @param levels the largest levels of each leaf
/// @param progress told how many slots each page has
record RowGroupVerifier(
    ByteSource source,
    Findings findings,
    NavigableSet<Long> parts,
    List<LeafLevels> levels,
    LongConsumer progress) {

  /// Verifies a row group.
  ///
  /// @param number its number in the file from 0
  void verify(FileMetadata.RowGroup rowGroup, int number) throws IOException {
    findings.rowGroups++;
    Lie.Place place = Lie.Place.ofRowGroup(number);
    List<SortedColumn> sorted = sortedColumns(rowGroup, place);
    List<ChunkVerifier.Result> results = new ArrayList<>();
    boolean decoded = true;
    for (int c = 0; c < rowGroup.chunks().size(); c++) {
      FileMetadata.ColumnChunk chunk = rowGroup.chunks().get(c);
      ChunkVerifier verifier =
          new ChunkVerifier(
              source,
              findings,
              place(chunk, number),
              chunk,
              levels.get(c),
              nextPart(chunk),
              sortedColumn(sorted, c),
              progress);
      results.add(verifier.verify());
      decoded &= verifier.decoded() || sortedColumn(sorted, c) == null;
    }
    rows(rowGroup, place, number, results);
    sizes(rowGroup, place, results);
    FileMetadata.RowGroupFacts stated = rowGroup.stated();
    if (stated.ordinal().isPresent()) {
      findings.require(place, "ordinal", number, stated.ordinal().getAsInt());
    }
    if (decoded) {
      sorting(rowGroup, place, sorted);
    } else {
      findings.unverified(place, "sorting_columns of pages that cannot be decoded");
    }
  }

  private static Lie.Place place(FileMetadata.ColumnChunk chunk, int number) {
    return new Lie.Place(String.join(".", chunk.leaf().path()), number, null);
  }

  private long nextPart(FileMetadata.ColumnChunk chunk) {
    return Objects.requireNonNullElse(parts.higher(chunk.dataPageOffset()), Long.MAX_VALUE);
  }

  private void rows(
      FileMetadata.RowGroup rowGroup,
      Lie.Place place,
      int number,
      List<ChunkVerifier.Result> results) {
    long[] counts =
        results.stream()
            .map(ChunkVerifier.Result::rows)
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .distinct()
            .toArray();
    if (counts.length == 1) {
      findings.require(place, "num_rows", counts[0], rowGroup.rowCount());
      return;
    }
    for (int c = 0; c < results.size(); c++) {
      OptionalLong rows = results.get(c).rows();
      if (rows.isPresent() && rows.getAsLong() != rowGroup.rowCount()) {
        findings.lie(
            place(rowGroup.chunks().get(c), number),
            "rows",
            Long.toString(rowGroup.rowCount()),
            Long.toString(rows.getAsLong()));
      }
    }
  }

  private void sizes(
      FileMetadata.RowGroup rowGroup, Lie.Place place, List<ChunkVerifier.Result> results) {
    long compressed = 0;
    long uncompressed = 0;
    long start = Long.MAX_VALUE;
    for (ChunkVerifier.Result result : results) {
      if (result.compressedSize().isEmpty() || result.uncompressedSize().isEmpty()) {
        return;
      }
      compressed += result.compressedSize().getAsLong();
      uncompressed += result.uncompressedSize().getAsLong();
      start = Math.min(start, result.start());
    }
    findings.require(place, "total_byte_size", uncompressed, rowGroup.uncompressedSize());
    FileMetadata.RowGroupFacts stated = rowGroup.stated();
    if (stated.compressedSize().isPresent()) {
      findings.require(
          place, "total_compressed_size", compressed, stated.compressedSize().getAsLong());
    }
    // Writers that do not keep count of it write 0.
    long offset = stated.fileOffset().orElse(0);
    if (offset != 0 && !results.isEmpty() && offset != results.getFirst().start()) {
      findings.require(place, "file_offset", start, offset);
    }
  }

  private List<SortedColumn> sortedColumns(FileMetadata.RowGroup rowGroup, Lie.Place place) {
    List<SortedColumn> sorted = new ArrayList<>();
    for (FileMetadata.SortingColumn sorting : rowGroup.stated().sortingColumns()) {
      int column = sorting.column();
      if (column < 0 || column >= rowGroup.chunks().size()) {
        findings.lie(place, "sorting_columns column_idx", "a leaf", Integer.toString(column));
        return List.of();
      }
      FileMetadata.ColumnChunk chunk = rowGroup.chunks().get(column);
      FileMetadata.BoundsOrder stated = chunk.facts().order();
      LeafOrder order =
          LeafOrder.of(
              chunk.leaf(),
              stated == FileMetadata.BoundsOrder.UNKNOWN
                  ? FileMetadata.BoundsOrder.TYPE_DEFINED
                  : stated);
      if (!order.defined() || levels.get(column).maxRepetition() > 0) {
        findings.unverified(
            new Lie.Place(String.join(".", chunk.leaf().path()), null, null),
            "sorting_columns of a repeated leaf, or one without an order");
        return sorted;
      }
      sorted.add(new SortedColumn(sorting, order, levels.get(column).maxDefinition()));
    }
    return sorted;
  }

  private static @Nullable SortedColumn sortedColumn(List<SortedColumn> sorted, int column) {
    for (SortedColumn candidate : sorted) {
      if (candidate.sorting().column() == column) {
        return candidate;
      }
    }
    return null;
  }

  private void sorting(FileMetadata.RowGroup rowGroup, Lie.Place place, List<SortedColumn> sorted) {
    BitSet decided = new BitSet();
    for (SortedColumn column : sorted) {
      int row = column.firstWrong(decided);
      if (row >= 0) {
        FileMetadata.ColumnChunk chunk = rowGroup.chunks().get(column.sorting().column());
        findings.lie(
            new Lie.Place(String.join(".", chunk.leaf().path()), place.rowGroup(), null),
            "sorting_columns",
            "rows in order",
            "row %d before row %d".formatted(row, row - 1));
        return;
      }
    }
  }
}
