package dev.frazil.encoders.internal.page;

import dev.frazil.encoders.BoundTruncation;
import dev.frazil.encoders.EncodedPages;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.encoders.internal.levels.LevelBuffer;
import dev.frazil.encoders.internal.stats.BoundsOrder;
import dev.frazil.encoders.internal.stats.NativeBounds;
import dev.frazil.encoders.memory.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// What is in each data page of a chunk, in arrays that are kept from chunk to chunk; the bounds
/// lie in memory that this object owns.
public final class PageTable implements EncodedPages, AutoCloseable {
  private final int definitionLevels;
  private final int histogramLength;
  private final int boundMaxBytes;
  private final ValueOrder order;
  private final BoundsOrder.Comparison comparison;
  private final Slab bounds = new Slab();
  private long boundBytes;
  private int count;
  private long rows;
  private long[] offsets = new long[8];
  private int[] sizes = new int[8];
  private long[] firstRows = new long[8];
  private int[] slots = new int[8];
  private int[] nulls = new int[8];
  private int[] nans = new int[8];
  private long[] unencoded = new long[8];
  private long[] minAt = new long[8];
  private long[] maxAt = new long[8];
  private long[] boundsEnd = new long[8];
  private int[] histograms;

  /// A table for a column, whose page bounds have at most so many bytes.
  public PageTable(LeafColumn column, int boundMaxBytes) {
    this.boundMaxBytes = boundMaxBytes;
    definitionLevels = column.maxDefinitionLevel() + 1;
    histogramLength = definitionLevels + column.maxRepetitionLevel() + 1;
    histograms = new int[8 * histogramLength];
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
    if (count == offsets.length) {
      grow();
    }
    offsets[count] = from;
    sizes[count] = (int) (to - from);
    firstRows[count] = rows;
    slots[count] = (int) levels.slots();
    nulls[count] = (int) (levels.slots() - levels.values());
    nans[count] = pageNans;
    unencoded[count] = unencodedBytes;
    int histogram = count * histogramLength;
    Arrays.fill(histograms, histogram, histogram + histogramLength, 0);
    levels.countDefinitions(histograms, histogram);
    levels.countRepetitions(histograms, histogram + definitionLevels);
    rows += levels.rows();
    store(pageBounds);
    count++;
  }

  private void store(NativeBounds pageBounds) {
    minAt[count] = boundBytes;
    if (pageBounds.present()) {
      put(pageBounds.min(), pageBounds.minLength(), false);
      maxAt[count] = boundBytes;
      put(pageBounds.max(), pageBounds.maxLength(), true);
    } else {
      maxAt[count] = -1;
    }
    boundsEnd[count] = boundBytes;
  }

  private void put(MemorySegment bound, long length, boolean upper) {
    if (length > boundMaxBytes) {
      putShorter(bound.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), upper);
    } else {
      MemorySegment target = bounds.ensure(boundBytes + length, boundBytes);
      MemorySegment.copy(bound, 0, target, boundBytes, length);
      boundBytes += length;
    }
  }

  /// Of an upper bound the whole value where no shorter one is above it.
  private void putShorter(byte[] bound, boolean upper) {
    byte[] shorter =
        upper
            ? BoundTruncation.upper(order, bound, boundMaxBytes)
            : BoundTruncation.lower(order, bound, boundMaxBytes);
    byte[] kept = shorter == null ? bound : shorter;
    MemorySegment target = bounds.ensure(boundBytes + kept.length, boundBytes);
    MemorySegment.copy(kept, 0, target, ValueLayout.JAVA_BYTE, boundBytes, kept.length);
    boundBytes += kept.length;
  }

  private void grow() {
    int capacity = 2 * count;
    offsets = Arrays.copyOf(offsets, capacity);
    sizes = Arrays.copyOf(sizes, capacity);
    firstRows = Arrays.copyOf(firstRows, capacity);
    slots = Arrays.copyOf(slots, capacity);
    nulls = Arrays.copyOf(nulls, capacity);
    nans = Arrays.copyOf(nans, capacity);
    unencoded = Arrays.copyOf(unencoded, capacity);
    minAt = Arrays.copyOf(minAt, capacity);
    maxAt = Arrays.copyOf(maxAt, capacity);
    boundsEnd = Arrays.copyOf(boundsEnd, capacity);
    histograms = Arrays.copyOf(histograms, capacity * histogramLength);
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
    return offsets[page];
  }

  @Override
  public int size(int page) {
    return sizes[page];
  }

  @Override
  public long firstRow(int page) {
    return firstRows[page];
  }

  @Override
  public int slots(int page) {
    return slots[page];
  }

  @Override
  public int nulls(int page) {
    return nulls[page];
  }

  @Override
  public int nans(int page) {
    return nans[page];
  }

  @Override
  public boolean hasBounds(int page) {
    return maxAt[page] >= 0;
  }

  @Override
  public MemorySegment bounds() {
    return bounds.segment();
  }

  @Override
  public long minAt(int page) {
    return minAt[page];
  }

  @Override
  public long maxAt(int page) {
    return maxAt[page];
  }

  @Override
  public long maxEnd(int page) {
    return boundsEnd[page];
  }

  @Override
  public long unencodedByteArrayBytes(int page) {
    return unencoded[page];
  }

  @Override
  public int definitionLevels(int page, int level) {
    return histograms[page * histogramLength + level];
  }

  @Override
  public int repetitionLevels(int page, int level) {
    return histograms[page * histogramLength + definitionLevels + level];
  }

  @Override
  public boolean indexable() {
    boolean indexable = order.bounded();
    for (int page = 0; page < count; page++) {
      indexable &= hasBounds(page) || nulls[page] == slots[page];
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
        int min = compare(minAt[before], maxAt[before], minAt[page], maxAt[page]);
        int max = compare(maxAt[before], boundsEnd[before], maxAt[page], boundsEnd[page]);
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
        sums[level] += histograms[page * histogramLength + from + level];
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
