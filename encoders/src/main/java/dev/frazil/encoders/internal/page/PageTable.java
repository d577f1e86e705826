package dev.frazil.encoders.internal.page;

import static dev.frazil.encoders.memory.Layouts.BYTE;

import dev.frazil.encoders.BoundTruncation;
import dev.frazil.encoders.EncodedPages;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.encoders.internal.levels.LevelBuffer;
import dev.frazil.encoders.internal.stats.BoundsOrder;
import dev.frazil.encoders.internal.stats.NativeBounds;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// What is in each data page of a chunk, in arrays that are kept from chunk to chunk; the bounds
/// lie in memory that this object owns. Room for one page comes first: of the chunks of small files
/// thousands may be open.
public final class PageTable implements EncodedPages, AutoCloseable {
  /// Numbers of a page among [#places].
  private static final int PLACES = 5;

  private static final int OFFSET = 0;
  private static final int FIRST_ROW = 1;
  private static final int UNENCODED = 2;

  /// Where the upper bound starts, or -1 without bounds.
  private static final int MAX_AT = 3;

  private static final int BOUNDS_END = 4;

  private static final int SIZE = 0;
  private static final int SLOTS = 1;
  private static final int NULLS = 2;
  private static final int NANS = 3;

  /// Slots by definition level and then by repetition level, behind the other numbers of a page.
  private static final int HISTOGRAM = 4;

  private final int definitionLevels;
  private final int histogramLength;
  private final int boundMaxBytes;
  private final ValueOrder order;
  private final BoundsOrder.Comparison comparison;
  private final Slab bounds = new Slab();
  private long boundBytes;

  /// What a longer bound begins with; no bytes until there is one.
  private byte[] shortened = new byte[0];

  private int count;
  private long rows;

  /// The 64-bit numbers of each page, one page behind the other.
  private long[] places = new long[PLACES];

  /// The 32-bit numbers of each page, one page behind the other.
  private int[] counts;

  /// A table for a column, whose page bounds have at most so many bytes.
  public PageTable(LeafColumn column, int boundMaxBytes) {
    this.boundMaxBytes = boundMaxBytes;
    definitionLevels = column.maxDefinitionLevel() + 1;
    histogramLength = definitionLevels + column.maxRepetitionLevel() + 1;
    counts = new int[HISTOGRAM + histogramLength];
    order = column.order();
    comparison = BoundsOrder.comparison(order);
  }

  /// Adds the page whose bytes in the chunk are `from .. to`, with all slots of a level buffer.
  ///
  /// @param pageBounds the whole bounds of its values
  /// @param pageNans how many of its values are NaN
  /// @param unencodedBytes bytes of its BYTE_ARRAY values
  public void add(
      long from,
      long to,
      LevelBuffer levels,
      NativeBounds pageBounds,
      int pageNans,
      long unencodedBytes) {
    if ((count + 1) * PLACES > places.length) {
      places = Arrays.copyOf(places, 2 * count * PLACES);
      counts = Arrays.copyOf(counts, 2 * count * (HISTOGRAM + histogramLength));
    }
    int place = count * PLACES;
    places[place + OFFSET] = from;
    places[place + FIRST_ROW] = rows;
    places[place + UNENCODED] = unencodedBytes;
    int at = count * (HISTOGRAM + histogramLength);
    counts[at + SIZE] = (int) (to - from);
    counts[at + SLOTS] = (int) levels.slots();
    counts[at + NULLS] = (int) (levels.slots() - levels.values());
    counts[at + NANS] = pageNans;
    int histogram = at + HISTOGRAM;
    Arrays.fill(counts, histogram, histogram + histogramLength, 0);
    levels.countDefinitions(counts, histogram);
    levels.countRepetitions(counts, histogram + definitionLevels);
    rows += levels.rows();
    store(pageBounds, place);
    count++;
  }

  private void store(NativeBounds pageBounds, int place) {
    if (pageBounds.present()) {
      put(pageBounds.min(), pageBounds.minLength(), false);
      places[place + MAX_AT] = boundBytes;
      put(pageBounds.max(), pageBounds.maxLength(), true);
    } else {
      places[place + MAX_AT] = -1;
    }
    places[place + BOUNDS_END] = boundBytes;
  }

  private void put(MemorySegment bound, long length, boolean upper) {
    int kept = length > boundMaxBytes ? shorten(bound, upper) : -1;
    if (kept < 0) {
      MemorySegment target = bounds.ensure(boundBytes + length, boundBytes);
      MemorySegment.copy(bound, 0, target, boundBytes, length);
      boundBytes += length;
    } else {
      MemorySegment target = bounds.ensure(boundBytes + kept, boundBytes);
      MemorySegment.copy(shortened, 0, target, BYTE, boundBytes, kept);
      boundBytes += kept;
    }
  }

  /// Makes `shortened` begin with a shorter bound; returns its length, or -1 where there is none.
  private int shorten(MemorySegment bound, boolean upper) {
    if (shortened.length == 0) {
      shortened = new byte[boundMaxBytes + 1];
    }
    MemorySegment.copy(bound, BYTE, 0, shortened, 0, shortened.length);
    return BoundTruncation.shorten(order, shortened, boundMaxBytes, upper);
  }

  private long place(int page, int number) {
    return places[page * PLACES + number];
  }

  private int count(int page, int number) {
    return counts[page * (HISTOGRAM + histogramLength) + number];
  }

  /// Rows of all pages.
  public long rows() {
    return rows;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public long offset(int page) {
    return place(page, OFFSET);
  }

  @Override
  public int size(int page) {
    return count(page, SIZE);
  }

  @Override
  public long firstRow(int page) {
    return place(page, FIRST_ROW);
  }

  @Override
  public int slots(int page) {
    return count(page, SLOTS);
  }

  @Override
  public int nulls(int page) {
    return count(page, NULLS);
  }

  @Override
  public int nans(int page) {
    return count(page, NANS);
  }

  @Override
  public boolean hasBounds(int page) {
    return maxAt(page) >= 0;
  }

  @Override
  public MemorySegment bounds() {
    return bounds.segment();
  }

  @Override
  public long minAt(int page) {
    return page == 0 ? 0 : place(page - 1, BOUNDS_END);
  }

  @Override
  public long maxAt(int page) {
    return place(page, MAX_AT);
  }

  @Override
  public long maxEnd(int page) {
    return place(page, BOUNDS_END);
  }

  @Override
  public long unencodedByteArrayBytes(int page) {
    return place(page, UNENCODED);
  }

  @Override
  public int definitionLevels(int page, int level) {
    return count(page, HISTOGRAM + level);
  }

  @Override
  public int repetitionLevels(int page, int level) {
    return count(page, HISTOGRAM + definitionLevels + level);
  }

  @Override
  public boolean indexable() {
    boolean indexable = order.bounded();
    for (int page = 0; page < count; page++) {
      indexable &= hasBounds(page) || nulls(page) == slots(page);
    }
    return indexable;
  }

  @Override
  public BoundaryOrder boundaryOrder() {
    boolean ascending = true;
    boolean descending = true;
    int before = -1;
    for (int page = 0; page < count && (ascending || descending); page++) {
      if (!hasBounds(page)) {
        continue;
      }
      if (before >= 0) {
        int min = compare(minAt(before), maxAt(before), minAt(page), maxAt(page));
        int max = compare(maxAt(before), maxEnd(before), maxAt(page), maxEnd(page));
        ascending &= min <= 0 && max <= 0;
        descending &= min >= 0 && max >= 0;
      }
      before = page;
    }
    if (ascending) {
      return BoundaryOrder.ASCENDING;
    }
    return descending ? BoundaryOrder.DESCENDING : BoundaryOrder.UNORDERED;
  }

  private int compare(long from, long to, long otherFrom, long otherTo) {
    MemorySegment all = bounds.segment();
    return comparison.compare(all, from, to - from, all, otherFrom, otherTo - otherFrom);
  }

  /// Sums of the pages: slots at each definition level.
  public long[] definitionLevels() {
    return sums(0, definitionLevels);
  }

  /// Sums of the pages: slots at each repetition level.
  public long[] repetitionLevels() {
    return sums(definitionLevels, histogramLength - definitionLevels);
  }

  private long[] sums(int from, int length) {
    long[] sums = new long[length];
    for (int page = 0; page < count; page++) {
      for (int level = 0; level < length; level++) {
        sums[level] += count(page, HISTOGRAM + from + level);
      }
    }
    return sums;
  }

  /// Forgets all pages; memory is kept.
  public void reset() {
    count = 0;
    rows = 0;
    boundBytes = 0;
  }

  @Override
  public void close() {
    bounds.close();
  }
}
