package dev.frazil.encoders.internal.values;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.internal.levels.Slots;
import dev.frazil.encoders.memory.Slab;
import org.jspecify.annotations.Nullable;

/// The values of one column by type: the open page in PLAIN, and the bounds of the chunk. Owns its
/// memory.
public abstract sealed class ValueEncoder implements AutoCloseable
    permits BooleanEncoder, DictionaryValueEncoder {
  /// The PLAIN values of the open page.
  final Slab page = new Slab();

  /// The encoder for a column, with scratch for values without their nulls that others use as well.
  public static ValueEncoder of(LeafColumn column, EncoderOptions options, Slab compacted) {
    return switch (column.type()) {
      case BOOLEAN -> new BooleanEncoder();
      case INT32, INT64, FLOAT, DOUBLE -> new FixedWidthEncoder(column, options, compacted);
      case BYTE_ARRAY -> new BinaryEncoder(options);
      case FIXED_LEN_BYTE_ARRAY -> new FixedBytesEncoder(column, options);
    };
  }

  /// How many of `rows` rows from `from` have values of at most `budget` bytes in PLAIN together.
  public abstract int rowsWithin(LeafValues values, int from, int rows, long budget);

  /// Appends the values of the slots to the open page in PLAIN, and takes them into the bounds.
  public abstract void plain(LeafValues values, Slots slots);

  /// The open page in PLAIN.
  public Slab page() {
    return page;
  }

  /// Bytes of the open page in PLAIN.
  public abstract long pageBytes();

  /// Begins a new page.
  public abstract void startPage();

  /// Values so far that are NaN.
  public abstract long nanCount();

  /// The bounds so far, or null when no value could take part.
  public abstract @Nullable Bounds bounds();

  /// The bounds so far in the signed order of `java.util.UUID`, for columns that keep it.
  public @Nullable Bounds signedUuidBounds() {
    return null;
  }

  /// Begins a new chunk; memory is kept.
  public void reset() {
    startPage();
  }

  @Override
  public void close() {
    page.close();
  }
}
