package dev.frazil.engine.verify;

import dev.frazil.engine.file.ColumnIndex;
import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.file.OffsetIndex;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compares the indexes of a chunk with its pages, as they come (PageIndex.md).
///
/// @param findings where lies go
/// @param place the chunk
/// @param bounds how bounds are compared
/// @param known whether the order of the bounds is known
/// @param columnIndex the column index, or null when there is none
/// @param offsetIndex the offset index, or null when there is none
record PageIndexCheck(
    Findings findings,
    Lie.Place place,
    BoundsCheck bounds,
    boolean known,
    @Nullable ColumnIndex columnIndex,
    @Nullable OffsetIndex offsetIndex) {

  /// Checks where a page is.
  ///
  /// @param number the data page from 0
  /// @param offset where its header starts
  /// @param size bytes of the page, header included
  /// @param firstRow its first row, or null if that is not known
  void location(int number, long offset, long size, @Nullable Long firstRow) {
    if (offsetIndex == null || number >= offsetIndex.pages().size()) {
      return;
    }
    OffsetIndex.Location location = offsetIndex.pages().get(number);
    Lie.Place page = place.atPage(number);
    findings.require(page, "OffsetIndex offset", offset, location.offset());
    findings.require(page, "OffsetIndex compressed_page_size", size, location.compressedSize());
    if (firstRow != null) {
      findings.require(page, "OffsetIndex first_row_index", firstRow, location.firstRow());
    }
  }

  /// Checks what is said of a page.
  void page(PageFacts facts) {
    Lie.Place page = place.atPage(facts.number());
    if (offsetIndex != null) {
      if (facts.number() > 0 && !facts.startsRow()) {
        findings.lie(
            page,
            "OffsetIndex first_row_index",
            "a page that starts with a row",
            "one within a row");
      }
      if (bounds.order().type() == FileMetadata.Type.BYTE_ARRAY) {
        entry(
            page,
            "OffsetIndex unencoded_byte_array_data_bytes",
            facts.unencodedBytes(),
            offsetIndex.unencodedBytes(),
            facts.number());
      }
    }
    if (columnIndex != null) {
      counts(page, facts, columnIndex);
      bounds(page, facts, columnIndex);
    }
  }

  private void counts(Lie.Place page, PageFacts facts, ColumnIndex index) {
    int number = facts.number();
    entry(page, "ColumnIndex null_counts", facts.nulls(), index.nullCounts(), number);
    long nans = bounds.order().floating() ? facts.extremes().nanCount() : 0;
    entry(page, "ColumnIndex nan_counts", nans, index.nanCounts(), number);
    histogram(
        page,
        "ColumnIndex repetition_level_histograms",
        facts.repetitionLevels(),
        index.repetitionLevels(),
        number);
    histogram(
        page,
        "ColumnIndex definition_level_histograms",
        facts.definitionLevels(),
        index.definitionLevels(),
        number);
  }

  private void bounds(Lie.Place page, PageFacts facts, ColumnIndex index) {
    int number = facts.number();
    boolean nullPage = facts.page().values().count() == 0;
    if (number < index.nullPages().size() && index.nullPages().get(number) != nullPage) {
      findings.lie(
          page, "ColumnIndex null_pages", Boolean.toString(nullPage), Boolean.toString(!nullPage));
    } else if (!nullPage && known && bounds.order().defined()) {
      if (!facts.extremes().any()) {
        findings.lie(page, "ColumnIndex", "none for a chunk with a page of NaN only", "one");
        return;
      }
      bounds.min(
          page, "ColumnIndex min_values", at(index.minValues(), number), false, facts.extremes());
      bounds.max(
          page, "ColumnIndex max_values", at(index.maxValues(), number), false, facts.extremes());
    }
  }

  private static @Nullable ByteBuffer at(List<ByteBuffer> list, int number) {
    return number < list.size() ? list.get(number) : null;
  }

  private void entry(
      Lie.Place page, String what, long expected, @Nullable List<Long> list, int number) {
    if (list != null && number < list.size()) {
      findings.require(page, what, expected, list.get(number));
    }
  }

  private void histogram(
      Lie.Place page, String what, long[] expected, @Nullable List<Long> list, int number) {
    int from = number * expected.length;
    if (list != null && from + expected.length <= list.size()) {
      findings.require(page, what, expected, list.subList(from, from + expected.length));
    }
  }

  /// Checks the lists as such, when all pages have come.
  ///
  /// @param pages how many data pages there are
  /// @param levels the largest levels
  void end(int pages, LeafLevels levels) {
    if (offsetIndex != null) {
      length("OffsetIndex page_locations", pages, offsetIndex.pages());
      length("OffsetIndex unencoded_byte_array_data_bytes", pages, offsetIndex.unencodedBytes());
    }
    if (columnIndex != null) {
      length("ColumnIndex null_pages", pages, columnIndex.nullPages());
      length("ColumnIndex min_values", pages, columnIndex.minValues());
      length("ColumnIndex max_values", pages, columnIndex.maxValues());
      length("ColumnIndex null_counts", pages, columnIndex.nullCounts());
      length("ColumnIndex nan_counts", pages, columnIndex.nanCounts());
      length(
          "ColumnIndex repetition_level_histograms",
          (long) pages * (levels.maxRepetition() + 1),
          columnIndex.repetitionLevels());
      length(
          "ColumnIndex definition_level_histograms",
          (long) pages * (levels.maxDefinition() + 1),
          columnIndex.definitionLevels());
      if (known && bounds.order().defined()) {
        boundaryOrder(columnIndex);
      }
    }
  }

  /// An empty list of an optional member says as little as no list.
  private void length(String what, long expected, @Nullable List<?> list) {
    if (list != null && !list.isEmpty() && list.size() != expected) {
      findings.lie(place, what, expected + " entries", list.size() + " entries");
    }
  }

  /// The order of the bounds as they are written, of pages with values.
  private void boundaryOrder(ColumnIndex index) {
    boolean ascending = true;
    boolean descending = true;
    int before = -1;
    int pages = Math.min(index.minValues().size(), index.maxValues().size());
    for (int i = 0; i < Math.min(pages, index.nullPages().size()); i++) {
      if (index.nullPages().get(i) || !fits(index, i)) {
        continue;
      }
      if (before >= 0) {
        int min = bounds.order().compare(index.minValues().get(before), index.minValues().get(i));
        int max = bounds.order().compare(index.maxValues().get(before), index.maxValues().get(i));
        ascending &= min <= 0 && max <= 0;
        descending &= min >= 0 && max >= 0;
      }
      before = i;
    }
    boolean holds =
        switch (index.boundaryOrder()) {
          case UNORDERED -> true;
          case ASCENDING -> ascending;
          case DESCENDING -> descending;
        };
    if (!holds) {
      findings.lie(
          place,
          "ColumnIndex boundary_order",
          ascending ? "ASCENDING" : descending ? "DESCENDING" : "UNORDERED",
          index.boundaryOrder().name());
    }
  }

  private boolean fits(ColumnIndex index, int page) {
    return bounds.order().fits(index.minValues().get(page))
        && bounds.order().fits(index.maxValues().get(page));
  }
}
