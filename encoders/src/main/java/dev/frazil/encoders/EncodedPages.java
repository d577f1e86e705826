package dev.frazil.encoders;

import java.lang.foreign.MemorySegment;

/// The data pages of a finished chunk, in order: where each lies and what is in it (PageIndex.md).
/// A view of the encoder's own table, valid as long as its [EncodedChunk]; nothing is made per
/// page.
public interface EncodedPages {
  /// How the bounds of the pages follow each other.
  enum BoundaryOrder {
    /// Neither of the others.
    UNORDERED,
    /// No page's minimum or maximum is below that of a page before it.
    ASCENDING,
    /// No page's minimum or maximum is above that of a page before it.
    DESCENDING
  }

  /// Number of data pages.
  ///
  /// @return a count, 1 or more
  int count();

  /// Where a page's header starts.
  ///
  /// @param page from 0
  /// @return bytes from the start of the chunk
  long offset(int page);

  /// How long a page is.
  ///
  /// @param page from 0
  /// @return bytes of the stored page with its header
  int size(int page);

  /// The first row of a page.
  ///
  /// @param page from 0
  /// @return rows of the chunk before it
  long firstRow(int page);

  /// Slots of a page, nulls included.
  ///
  /// @param page from 0
  /// @return a count, 1 or more
  int slots(int page);

  /// Slots of a page without a value.
  ///
  /// @param page from 0
  /// @return a count, 0 or more
  int nulls(int page);

  /// Values of a page that are NaN.
  ///
  /// @param page from 0
  /// @return a count, 0 or more
  int nans(int page);

  /// Whether a page has bounds: not when it has no value, only NaN, or a type without order.
  ///
  /// @param page from 0
  /// @return true if it has
  boolean hasBounds(int page);

  /// The bytes of the bounds of all pages, in PLAIN layout without lengths.
  ///
  /// @return a native segment that is perhaps longer than they are
  MemorySegment bounds();

  /// Where a lower bound of a page's values lies, shortened to the option's length.
  ///
  /// @param page one that has bounds
  /// @return the place of its first byte in [#bounds()]; its last one stands before [#maxAt]
  long minAt(int page);

  /// Where an upper bound of a page's values lies, shortened to the option's length where that is
  /// possible.
  ///
  /// @param page one that has bounds
  /// @return the place of its first byte in [#bounds()]; its last one stands before [#maxEnd]
  long maxAt(int page);

  /// Where an upper bound of a page's values ends.
  ///
  /// @param page one that has bounds
  /// @return the place behind its last byte in [#bounds()]
  long maxEnd(int page);

  /// Bytes of a page's BYTE_ARRAY values without their lengths and before any dictionary.
  ///
  /// @param page from 0
  /// @return a size in bytes; 0 for other types
  long unencodedByteArrayBytes(int page);

  /// Slots of a page at a definition level.
  ///
  /// @param page from 0
  /// @param level from 0 to the largest of the column
  /// @return a count, 0 or more
  int definitionLevels(int page, int level);

  /// Slots of a page at a repetition level.
  ///
  /// @param page from 0
  /// @param level from 0 to the largest of the column
  /// @return a count, 0 or more
  int repetitionLevels(int page, int level);

  /// Whether the type has an order and every page that has a value has bounds, so that they make a
  /// `ColumnIndex`.
  ///
  /// @return false where a `ColumnIndex` must not be written
  boolean indexable();

  /// How the written bounds follow each other, pages without values left out.
  ///
  /// @return the order; ASCENDING where both hold
  BoundaryOrder boundaryOrder();
}
