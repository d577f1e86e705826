package dev.frazil.engine.scan;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ArrowType.TimeUnit;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.metadata.SchemaElement;

/// Which form leads from a leaf to a type that it can hold.
final class LeafForms {
  private static final long DAY_MILLIS = 86_400_000;
  private static final int SECOND_MILLIS = 1_000;

  private LeafForms() {}

  /// The form of a leaf.
  ///
  /// @param leaf the leaf
  /// @param type what it comes out as: a type that [LeafTypes] or [StatedTypes] gives for it
  static LeafForm of(SchemaElement leaf, ArrowType type, String path) {
    PhysicalType physical = leaf.type();
    return switch (type) {
      case ArrowType.Null() -> new LeafForm.Nothing();
      case ArrowType.Bool() -> new LeafForm.Bits();
      case ArrowType.Int(int bits, boolean _) ->
          bits == Long.SIZE ? new LeafForm.Longs() : new LeafForm.Ints(bits / Byte.SIZE);
      case ArrowType.FloatingPoint(int bits) ->
          switch (bits) {
            case Short.SIZE -> new LeafForm.Fixed(Short.BYTES);
            case Float.SIZE -> new LeafForm.Floats();
            default -> new LeafForm.Doubles();
          };
      case ArrowType.Utf8(boolean large) -> new LeafForm.Strings(large, true);
      case ArrowType.Binary(boolean large) -> new LeafForm.Strings(large, false);
      case ArrowType.FixedSizeBinary(int width) -> new LeafForm.Fixed(width);
      case ArrowType.Date(boolean millis) -> date(physical, millis);
      case ArrowType.Time(TimeUnit unit) -> time(unit);
      case ArrowType.Timestamp(TimeUnit unit, String _) -> timestamp(physical, unit);
      case ArrowType.Duration _ -> new LeafForm.Longs();
      case ArrowType.Interval(ArrowType.IntervalUnit unit) -> new LeafForm.Intervals(unit);
      case ArrowType.Decimal(int bits, int _, int _) -> decimal(physical, bits / Byte.SIZE);
      case ArrowType.Utf8View _,
          ArrowType.BinaryView _,
          ArrowType.Struct _,
          ArrowType.List _,
          ArrowType.ListView _,
          ArrowType.FixedSizeList _,
          ArrowType.Map _,
          ArrowType.RunEndEncoded _ ->
          throw new SchemaException(
              "Parquet schema: %s: expected a type that a leaf holds, got %s"
                  .formatted(path, type));
    };
  }

  private static LeafForm date(PhysicalType physical, boolean millis) {
    if (physical == PhysicalType.INT64) {
      return new LeafForm.Longs();
    }
    return millis ? new LeafForm.WideInts(DAY_MILLIS) : new LeafForm.Ints(Integer.BYTES);
  }

  private static LeafForm time(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> new LeafForm.DividedInts(SECOND_MILLIS);
      case MILLISECOND -> new LeafForm.Ints(Integer.BYTES);
      case MICROSECOND, NANOSECOND -> new LeafForm.Longs();
    };
  }

  private static LeafForm timestamp(PhysicalType physical, TimeUnit unit) {
    if (physical == PhysicalType.INT96) {
      return new LeafForm.JulianTimestamps(unit);
    }
    return unit == TimeUnit.SECOND
        ? new LeafForm.DividedLongs(SECOND_MILLIS)
        : new LeafForm.Longs();
  }

  private static LeafForm decimal(PhysicalType physical, int bytes) {
    return switch (physical) {
      case INT32 -> new LeafForm.IntDecimals(bytes);
      case INT64 -> new LeafForm.LongDecimals(bytes);
      case BOOLEAN, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
          new LeafForm.ByteDecimals(bytes);
    };
  }
}
