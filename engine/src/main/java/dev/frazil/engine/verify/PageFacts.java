package dev.frazil.engine.verify;

import dev.frazil.engine.file.LeafOrder;
import dev.frazil.engine.file.PageHeader;
import org.jspecify.annotations.Nullable;

/// What the values of a data page give. Not to be compared.
///
/// @param number the data page in its chunk, from 0
/// @param header its header
/// @param page its levels and values
/// @param firstRow its first row from the start of the row group, or null if that is not known
/// @param rows rows that start in the page
/// @param extremes bounds and NaN count
/// @param repetitionLevels how often each level occurs
/// @param definitionLevels how often each level occurs
/// @param unencodedBytes bytes of the byte arrays without their lengths
@SuppressWarnings("ArrayRecordComponent") // facts are never compared
record PageFacts(
    int number,
    PageHeader header,
    DecodedPage page,
    @Nullable Long firstRow,
    long rows,
    Extremes extremes,
    long[] repetitionLevels,
    long[] definitionLevels,
    long unencodedBytes) {

  static PageFacts of(
      int number,
      PageHeader header,
      DecodedPage page,
      @Nullable Long firstRow,
      LeafLevels levels,
      LeafOrder order) {
    Extremes extremes = new Extremes(order);
    extremes.add(page.values());
    long[] repetition = histogram(page.repetitionLevels(), levels.maxRepetition(), page.slots());
    long[] definition = histogram(page.definitionLevels(), levels.maxDefinition(), page.slots());
    long bytes = 0;
    if (page.values() instanceof Values.Strings strings) {
      for (int length : strings.lengths()) {
        bytes += length;
      }
    }
    return new PageFacts(
        number, header, page, firstRow, repetition[0], extremes, repetition, definition, bytes);
  }

  private static long[] histogram(int[] levels, int max, int slots) {
    long[] counts = new long[max + 1];
    for (int level : levels) {
      counts[level]++;
    }
    if (levels.length == 0) {
      counts[max] = slots;
    }
    return counts;
  }

  /// Slots without a value.
  long nulls() {
    return page.slots() - (long) page.values().count();
  }

  /// Whether the page starts with a row, rather than within one.
  boolean startsRow() {
    return page.slots() == 0 || page.repetitionLevel(0) == 0;
  }
}
