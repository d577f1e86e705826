package dev.frazil.engine.iceberg;

import dev.frazil.encoders.BoundTruncation;
import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.GeospatialStatistics;
import dev.frazil.encoders.LeafStatistics;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.iceberg.MetricsModes;
import org.apache.iceberg.MetricsModes.MetricsMode;
import org.apache.iceberg.geospatial.GeospatialBound;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.NaNUtil;
import org.jspecify.annotations.Nullable;

/// A column's bounds as a manifest holds them: single values serialised by appendix D of the table
/// specification, strings and binary values cut to the length of the column's metrics mode.
///
/// Zero is always `-0.0` below and `0.0` above, and NaN is no bound, in whatever order the encoders
/// compared: readers that know one zero only would pass over files otherwise. UUIDs have bounds
/// only if the signed and the unsigned order agree on them, because readers compare with either.
///
/// @param lower the lower bound, or null for none
/// @param upper the upper bound, or null for none; a truncated one may not exist
record IcebergBounds(@Nullable ByteBuffer lower, @Nullable ByteBuffer upper) {
  private static final IcebergBounds NONE = new IcebergBounds(null, null);

  /// Decimals of fewer digits are INT32 or INT64 in the file.
  private static final int SMALLEST_FIXED_PRECISION = 19;

  /// The bounds of a column.
  ///
  /// @param type its type in the table
  /// @param mode its metrics mode, for a column with bounds
  /// @param statistics what the encoders saw
  static IcebergBounds of(Type type, MetricsMode mode, LeafStatistics statistics) {
    if (type.typeId() == Type.TypeID.GEOMETRY) {
      return corners(statistics.geospatial());
    }
    Bounds bounds = statistics.bounds();
    return bounds == null ? NONE : of(type, mode, bounds, statistics.signedUuidBounds());
  }

  /// The bounds of a column of which only bounds are known.
  ///
  /// @param type its type in the table
  /// @param mode its metrics mode, for a column with bounds
  /// @param bounds in the layout that the encoders write the type in
  /// @param signedUuids bounds of UUIDs by their signed order
  static IcebergBounds of(
      Type type, MetricsMode mode, Bounds bounds, @Nullable Bounds signedUuids) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, DATE, TIME, TIMESTAMP, TIMESTAMP_NANO, FIXED ->
          whole(bounds.min(), bounds.max());
      case FLOAT -> numbers(type, bounds, -0.0f, 0.0f);
      case DOUBLE -> numbers(type, bounds, -0.0, 0.0);
      case UUID ->
          signedUuids != null && bounds.equals(signedUuids)
              ? whole(bounds.min(), bounds.max())
              : NONE;
      case DECIMAL -> {
        boolean fixed = ((Types.DecimalType) type).precision() >= SMALLEST_FIXED_PRECISION;
        yield whole(minimal(bounds.min(), fixed), minimal(bounds.max(), fixed));
      }
      case STRING -> text(bounds, length(mode));
      case BINARY -> binary(bounds, length(mode));
      case GEOMETRY, GEOGRAPHY, STRUCT, LIST, MAP, VARIANT, UNKNOWN -> NONE;
    };
  }

  private static IcebergBounds whole(byte[] lower, byte @Nullable [] upper) {
    return new IcebergBounds(ByteBuffer.wrap(lower), upper == null ? null : ByteBuffer.wrap(upper));
  }

  private static IcebergBounds numbers(Type type, Bounds bounds, Number below, Number above) {
    ByteBuffer lower = ByteBuffer.wrap(bounds.min());
    ByteBuffer upper = ByteBuffer.wrap(bounds.max());
    Number min = Conversions.fromByteBuffer(type, lower);
    Number max = Conversions.fromByteBuffer(type, upper);
    if (NaNUtil.isNaN(min) || NaNUtil.isNaN(max)) {
      return NONE;
    }
    return new IcebergBounds(
        min.doubleValue() == 0 ? Conversions.toByteBuffer(type, below) : lower,
        max.doubleValue() == 0 ? Conversions.toByteBuffer(type, above) : upper);
  }

  /// Two corners of the box around all geometries, by X and Y alone as Iceberg's own writer has it.
  /// Geographies have none: their edges leave the box around their points.
  private static IcebergBounds corners(@Nullable GeospatialStatistics statistics) {
    GeospatialStatistics.BoundingBox box = statistics == null ? null : statistics.box();
    return box == null
        ? NONE
        : new IcebergBounds(
            GeospatialBound.createXY(box.xMin(), box.yMin()).toByteBuffer(),
            GeospatialBound.createXY(box.xMax(), box.yMax()).toByteBuffer());
  }

  private static int length(MetricsMode mode) {
    return mode instanceof MetricsModes.Truncate truncate ? truncate.length() : Integer.MAX_VALUE;
  }

  private static IcebergBounds text(Bounds bounds, int codePoints) {
    byte[] min = bounds.min();
    byte[] max = bounds.max();
    return whole(
        BoundTruncation.lower(min, BoundTruncation.utf8Cut(min, codePoints)),
        BoundTruncation.upperUtf8(max, BoundTruncation.utf8Cut(max, codePoints)));
  }

  private static IcebergBounds binary(Bounds bounds, int length) {
    return whole(
        BoundTruncation.lower(bounds.min(), length), BoundTruncation.upper(bounds.max(), length));
  }

  /// The unscaled value in as few bytes as two's complement needs, big-endian.
  ///
  /// @param plain the value in PLAIN layout: big-endian bytes of a fixed length, or a little-endian
  ///   number
  private static byte[] minimal(byte[] plain, boolean fixed) {
    byte[] bigEndian = plain.clone();
    if (!fixed) {
      for (int i = 0; i < plain.length; i++) {
        bigEndian[i] = plain[plain.length - 1 - i];
      }
    }
    return new BigInteger(bigEndian).toByteArray();
  }
}
