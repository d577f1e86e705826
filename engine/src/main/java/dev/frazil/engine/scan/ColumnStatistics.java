package dev.frazil.engine.scan;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.LeafStatistics;
import dev.frazil.engine.file.FileReceipt;
import dev.frazil.engine.schema.LogicalType;
import dev.frazil.engine.schema.ParquetLeaf;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What is known of a leaf column over a whole file. Immutable.
///
/// @param type the type whose PLAIN layout the bounds have, as [#type(ParquetLeaf)] gives it: a
///   scan that reads the column at another type makes no use of the bounds
/// @param nullCount rows without a value, or empty when that is not known
/// @param nanCount values that are NaN; empty when that is not known, 0 for types that have none
/// @param bounds hold for every value that is neither null nor NaN, in the order of the type
///   (parquet.thrift, `ColumnOrder`), in PLAIN layout without a length; null when there are none
/// @param exact whether both bounds are known to be values of the column
public record ColumnStatistics(
    String type,
    OptionalLong nullCount,
    OptionalLong nanCount,
    @Nullable Bounds bounds,
    boolean exact) {

  /// Statistics. Written out because javac does not carry the nullness of a compact constructor's
  /// parameters into the class file.
  ///
  /// @param type the type whose PLAIN layout the bounds have
  /// @param nullCount rows without a value
  /// @param nanCount values that are NaN
  /// @param bounds hold for every value that is neither null nor NaN
  /// @param exact whether both bounds are known to be values of the column
  public ColumnStatistics(
      String type,
      OptionalLong nullCount,
      OptionalLong nanCount,
      @Nullable Bounds bounds,
      boolean exact) {
    this.type = Objects.requireNonNull(type);
    this.nullCount = nullCount;
    this.nanCount = nanCount;
    this.bounds = bounds;
    this.exact = exact;
  }

  /// What the writer counted.
  ///
  /// @param leaf a leaf of a receipt
  /// @return its statistics; nothing but the type where the receipt has none
  static ColumnStatistics of(FileReceipt.LeafReceipt leaf) {
    LeafStatistics counted = leaf.statistics();
    String type = type(leaf.leaf());
    return counted == null
        ? new ColumnStatistics(type, OptionalLong.empty(), OptionalLong.empty(), null, false)
        : new ColumnStatistics(
            type,
            OptionalLong.of(counted.nullCount()),
            OptionalLong.of(counted.nanCount()),
            counted.bounds(),
            leaf.boundsExact());
  }

  /// The type of a leaf's values as text, such as `utf8`, `timestamp[us, UTC]` or `decimal(20, 2)`.
  /// Equal texts mean equal PLAIN layouts and orders.
  ///
  /// @param leaf a leaf
  /// @return the name of the Arrow type that it is stored as, with its parameters
  public static String type(ParquetLeaf leaf) {
    String unsigned =
        leaf.logicalType() instanceof LogicalType.Int(int bits, boolean signed) && !signed
            ? "uint" + bits
            : null;
    return leaf.logicalType() instanceof LogicalType.Decimal(int precision, int scale)
        ? "decimal(" + precision + ", " + scale + ")"
        : unsigned != null ? unsigned : leaf.storage().type().withOffsets(false).toString();
  }
}
