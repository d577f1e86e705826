package dev.frazil.encoders.internal.values;

import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.Encoding;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.dictionary.CodeTables;
import dev.frazil.encoders.internal.encoding.DeltaPage;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.stats.NativeBounds;
import dev.frazil.encoders.memory.Slab;
import org.jspecify.annotations.Nullable;

/// The values of one column by type: the open page in PLAIN, and its bounds. Owns its memory.
///
/// Where the open page begins is up to who takes the pages: in place of the one before, or behind
/// it, with room for more in front.
public abstract sealed class ValueEncoder implements AutoCloseable
    permits BooleanEncoder, DictionaryValueEncoder {
  /// What has the PLAIN values of the open page.
  final Slab page = new Slab();

  /// Where the open page starts.
  long pageStart;

  /// The encoder for a column.
  ///
  /// @param compacted scratch for values without their nulls that others use as well
  /// @param coded scratch for numbers of a dictionary, likewise
  /// @param tables of the dictionaries of numbers
  public static ValueEncoder of(
      LeafColumn column,
      EncoderOptions options,
      Slab compacted,
      CodedEntries coded,
      CodeTables tables) {
    return switch (column.type()) {
      case BOOLEAN -> new BooleanEncoder();
      case INT32, INT64, FLOAT, DOUBLE ->
          new FixedWidthEncoder(column, options, compacted, coded, tables);
      case BYTE_ARRAY -> new BinaryEncoder(column, options, coded);
      case FIXED_LEN_BYTE_ARRAY -> new FixedBytesEncoder(column, options, coded);
    };
  }

  /// How many of `slots` slots from `from` have values of at most `budget` bytes in PLAIN together,
  /// were none of them null. A low estimate where only the values could tell.
  public abstract int slotsWithin(LeafValues values, long from, int slots, long budget);

  /// Appends the values of the slots, of which some hold one, to the open page in PLAIN, and takes
  /// them into its bounds.
  public abstract void plain(LeafValues values, Slots slots);

  /// What has the open page in PLAIN.
  public final Slab page() {
    return page;
  }

  /// Where the open page starts in [#page()].
  public final long pageStart() {
    return pageStart;
  }

  /// Where it ends.
  abstract long pageEnd();

  /// Bytes of the open page in PLAIN.
  public final long pageBytes() {
    return pageEnd() - pageStart;
  }

  /// Says that the pages from the next one on will have an encoding, which they may then grow in.
  public void encodeAs(Encoding encoding) {}

  /// The open page where it does not grow in PLAIN: then [#page()] has what this tells of, and
  /// [#pageBytes()] still counts in PLAIN.
  public @Nullable DeltaPage packed() {
    return null;
  }

  /// Bytes of the open page's BYTE_ARRAY values without their lengths; 0 for other types.
  public long unencodedByteArrayBytes() {
    return 0;
  }

  /// Values of the open page that are NaN.
  public int nanCount() {
    return 0;
  }

  /// Makes a target the bounds of the open page, or none when no value could take part.
  public abstract void bounds(NativeBounds target);

  /// Makes a target the bounds of the open page in the signed order of `java.util.UUID`, or none
  /// for columns that do not keep it.
  public void signedUuidBounds(NativeBounds target) {
    target.clear();
  }

  /// Begins a new page in place of the open one.
  public abstract void startPage();

  /// Begins a new page from a position of [#page()]; what is before it stays as it is.
  public final void startPage(long at) {
    pageStart = at;
    startPage();
  }

  /// Begins a new chunk, its first page from a position of [#page()]; memory is kept.
  public void reset(long at) {
    startPage(at);
  }

  @Override
  public void close() {
    page.close();
  }
}
