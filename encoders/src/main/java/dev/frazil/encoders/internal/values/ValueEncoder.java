package dev.frazil.encoders.internal.values;

import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.internal.stats.NativeBounds;
import dev.frazil.encoders.memory.Slab;

/// The values of one column by type: the open page in PLAIN, and its bounds. Owns its memory.
public abstract sealed class ValueEncoder implements AutoCloseable
    permits BooleanEncoder, DictionaryValueEncoder {
  /// The PLAIN values of the open page.
  final Slab page = new Slab();

  /// The encoder for a column.
  ///
  /// @param compacted scratch for values without their nulls that others use as well
  /// @param coded scratch for numbers of a dictionary, likewise
  public static ValueEncoder of(
      LeafColumn column, EncoderOptions options, Slab compacted, CodedEntries coded) {
    return switch (column.type()) {
      case BOOLEAN -> new BooleanEncoder();
      case INT32, INT64, FLOAT, DOUBLE -> new FixedWidthEncoder(column, options, compacted, coded);
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

  /// The open page in PLAIN.
  public Slab page() {
    return page;
  }

  /// Bytes of the open page in PLAIN.
  public abstract long pageBytes();

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

  /// Begins a new page.
  public abstract void startPage();

  /// Begins a new chunk; memory is kept.
  public void reset() {
    startPage();
  }

  @Override
  public void close() {
    page.close();
  }
}
