package dev.frazil.fuzz;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/// The page index of a column chunk against its pages and their slots (PageIndex.md).
final class IndexCheck {
  private final ExpectedLeaf leaf;
  private final List<ExpectedLeaf> pages;
  private final int limit;

  private IndexCheck(ExpectedLeaf leaf, List<ExpectedLeaf> pages, int limit) {
    this.limit = limit;
    this.leaf = leaf;
    this.pages = pages;
  }

  /// Checks both indexes of a chunk.
  ///
  /// @param file the whole file
  /// @param chunk the chunk
  /// @param leaf its slots
  /// @param walk its pages
  /// @param wanted whether column indexes are asked for
  /// @param limit bytes of a bound, where bounds are cut
  static void verify(
      byte[] file, ColumnChunk chunk, ExpectedLeaf leaf, PageWalk walk, boolean wanted, int limit)
      throws IOException {
    List<ExpectedLeaf> pages = new ArrayList<>();
    int slot = 0;
    for (PageWalk.Page page : walk.pages()) {
      pages.add(leaf.slots(slot, slot + page.slots()));
      slot += page.slots();
    }
    IndexCheck check = new IndexCheck(leaf, pages, limit);
    Expect.that("offset index: expected one", chunk.isSetOffset_index_offset());
    check.verify(
        Util.readOffsetIndex(
            stream(file, chunk.getOffset_index_offset(), chunk.getOffset_index_length())),
        walk);
    if (chunk.isSetColumn_index_offset()) {
      Expect.that("column index: expected none", wanted && check.bounded());
      check.verify(
          Util.readColumnIndex(
              stream(file, chunk.getColumn_index_offset(), chunk.getColumn_index_length())));
    } else {
      Expect.that("column index: expected one", !wanted || !check.bounded());
    }
  }

  /// Whether every page has bounds, or no value.
  private boolean bounded() {
    ParquetColumn column = leaf.column();
    return column.ordered()
        && pages.stream()
            .map(ExpectedStatistics::of)
            .allMatch(page -> page.values() == page.nulls() || page.numbered(column));
  }

  private static ByteArrayInputStream stream(byte[] file, long offset, int length) {
    return new ByteArrayInputStream(file, Math.toIntExact(offset), length);
  }

  private void verify(OffsetIndex index, PageWalk walk) {
    List<PageLocation> locations = Expect.present("page locations", index.getPage_locations());
    Expect.equal("page locations", pages.size(), locations.size());
    long row = 0;
    for (int i = 0; i < pages.size(); i++) {
      PageWalk.Page page = walk.pages().get(i);
      PageLocation location = locations.get(i);
      Expect.equal("offset of page " + i, (long) page.offset(), location.getOffset());
      Expect.equal("size of page " + i, page.size(), location.getCompressed_page_size());
      Expect.equal("first row of page " + i, row, location.getFirst_row_index());
      row += pages.get(i).rowCount();
    }
    boolean strings = leaf.column().type().getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
    Expect.equal(
        "unencoded bytes of pages",
        strings ? pages.stream().map(SizeCheck::unencodedBytes).toList() : null,
        index.getUnencoded_byte_array_data_bytes());
  }

  private void verify(ColumnIndex index) {
    List<ExpectedStatistics> statistics = pages.stream().map(ExpectedStatistics::of).toList();
    Expect.equal(
        "null_pages",
        statistics.stream().map(page -> page.values() == page.nulls()).toList(),
        index.getNull_pages());
    Expect.equal(
        "null_counts",
        statistics.stream().map(ExpectedStatistics::nulls).toList(),
        index.getNull_counts());
    Expect.equal(
        "nan_counts",
        leaf.column().floating()
            ? statistics.stream().map(ExpectedStatistics::nans).toList()
            : null,
        index.getNan_counts());
    verifyHistograms(index);
    verifyBounds(index, statistics);
  }

  private void verifyHistograms(ColumnIndex index) {
    int repetition = leaf.column().descriptor().getMaxRepetitionLevel();
    int definition = leaf.column().descriptor().getMaxDefinitionLevel();
    List<Long> repetitions = new ArrayList<>();
    List<Long> definitions = new ArrayList<>();
    for (ExpectedLeaf page : pages) {
      repetitions.addAll(ExpectedLeaf.histogram(page.repetitions(), repetition));
      definitions.addAll(ExpectedLeaf.histogram(page.definitions(), definition));
    }
    SizeCheck.verifyHistogram(
        "repetition levels of pages",
        repetitions,
        repetition > 0,
        index.getRepetition_level_histograms());
    SizeCheck.verifyHistogram(
        "definition levels of pages",
        definitions,
        definition > 1,
        index.getDefinition_level_histograms());
  }

  private void verifyBounds(ColumnIndex index, List<ExpectedStatistics> statistics) {
    ParquetColumn column = leaf.column();
    List<byte[]> mins = bytes(index.getMin_values());
    List<byte[]> maxs = bytes(index.getMax_values());
    Expect.equal("minimums", pages.size(), mins.size());
    Expect.equal("maximums", pages.size(), maxs.size());
    List<Object> writtenMins = new ArrayList<>();
    List<Object> writtenMaxs = new ArrayList<>();
    for (int i = 0; i < pages.size(); i++) {
      ExpectedStatistics page = statistics.get(i);
      if (page.values() == page.nulls()) {
        Expect.equal("minimum of page " + i, new byte[0], mins.get(i));
        Expect.equal("maximum of page " + i, new byte[0], maxs.get(i));
        continue;
      }
      byte[] max = column.plain(Expect.present("a maximum", page.max()));
      StatisticsCheck.verifyLower(
          column, column.plain(Expect.present("a minimum", page.min())), mins.get(i), limit);
      boolean whole = !StatisticsCheck.bounded(column, max, limit);
      if (!whole || !Arrays.equals(max, maxs.get(i))) {
        StatisticsCheck.verifyUpper(column, max, maxs.get(i), limit);
      }
      writtenMins.add(column.value(mins.get(i)));
      writtenMaxs.add(column.value(maxs.get(i)));
    }
    Expect.equal("boundary_order", order(writtenMins, writtenMaxs), index.getBoundary_order());
  }

  private BoundaryOrder order(List<Object> mins, List<Object> maxs) {
    Comparator<Object> order = leaf.column().order();
    if (sorted(mins, order) && sorted(maxs, order)) {
      return BoundaryOrder.ASCENDING;
    }
    return sorted(mins, order.reversed()) && sorted(maxs, order.reversed())
        ? BoundaryOrder.DESCENDING
        : BoundaryOrder.UNORDERED;
  }

  private static boolean sorted(List<Object> values, Comparator<Object> order) {
    @Nullable Object last = null;
    for (Object value : values) {
      if (last != null && order.compare(last, value) > 0) {
        return false;
      }
      last = value;
    }
    return true;
  }

  private static List<byte[]> bytes(@Nullable List<ByteBuffer> buffers) {
    List<byte[]> all = new ArrayList<>();
    for (ByteBuffer buffer : Expect.present("bounds of pages", buffers)) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      all.add(bytes);
    }
    return all;
  }
}
