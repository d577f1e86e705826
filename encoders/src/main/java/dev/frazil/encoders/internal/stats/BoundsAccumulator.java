package dev.frazil.encoders.internal.stats;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.ValueOrder;
import java.lang.foreign.MemorySegment;

/// Gathers the smallest and the largest of the fixed-width values that are shown to it.
public abstract sealed class BoundsAccumulator
    permits Int32Bounds,
        Int64Bounds,
        Float16Bounds,
        FloatBounds,
        DoubleBounds,
        FixedBytesBounds,
        NoBounds {

  /// The accumulator for a column of fixed-width values.
  public static BoundsAccumulator of(LeafColumn column) {
    boolean unsigned = column.order() == ValueOrder.UNSIGNED;
    boolean ieee = column.order() == ValueOrder.IEEE_754_TOTAL_ORDER;
    if (column.order() == ValueOrder.UNDEFINED) {
      return new NoBounds();
    }
    return switch (column.type()) {
      case INT32 -> new Int32Bounds(unsigned);
      case INT64 -> new Int64Bounds(unsigned);
      case FLOAT -> new FloatBounds(ieee);
      case DOUBLE -> new DoubleBounds(ieee);
      case FIXED_LEN_BYTE_ARRAY ->
          column.order().floating()
              ? new Float16Bounds(ieee)
              : new FixedBytesBounds(column.typeLength(), column.order());
      case BOOLEAN, BYTE_ARRAY ->
          throw new IllegalArgumentException(column.type() + " has no fixed width in bytes");
    };
  }

  /// Takes in `count` values that lie back to back from `at`.
  public abstract void add(MemorySegment values, long at, int count);

  /// Takes in `count` integers, at least one, that lie back to back from `at` in rising signed
  /// order.
  public void addRising(MemorySegment values, long at, int count) {
    add(values, at, count);
  }

  /// Values so far that are NaN; 0 for types that have none.
  public long nanCount() {
    return 0;
  }

  /// Makes a target the bounds so far, or none when no value could take part.
  public abstract void bounds(NativeBounds target);

  /// Makes a target the bounds in the signed order of `java.util.UUID`, or none when the column has
  /// no such order.
  public void signedUuidBounds(NativeBounds target) {
    target.clear();
  }

  /// Forgets all values.
  public abstract void reset();
}
