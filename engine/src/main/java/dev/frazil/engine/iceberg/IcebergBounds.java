package dev.frazil.engine.iceberg;

import dev.frazil.encoders.BoundTruncation;
import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.LeafStatistics;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.iceberg.MetricsModes;
import org.apache.iceberg.MetricsModes.MetricsMode;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/// A column's bounds as a manifest holds them: single values serialised by appendix D of the table
/// specification, strings and binary values cut to the length of the column's metrics mode.
///
/// Zero is always `-0.0` below and `0.0` above, as the encoders have it: readers that know one zero
/// only would pass over files otherwise. UUIDs have bounds only if the signed and the unsigned
/// order agree on them, because readers compare with either.
///
/// @param lower the lower bound, or null for none
/// @param upper the upper bound, or null for none; a truncated one may not exist
record IcebergBounds(@Nullable ByteBuffer lower, @Nullable ByteBuffer upper) {
  private static final IcebergBounds NONE = new IcebergBounds(null, null);
  private static final int SMALLEST_FIXED_DECIMAL = 19;

  /// The bounds of a column.
  ///
  /// @param type its type in the table
  /// @param mode its metrics mode, for a column with bounds
  /// @param statistics what the encoders saw
  static IcebergBounds of(Type type, MetricsMode mode, LeafStatistics statistics) {
    Bounds bounds = statistics.bounds();
    if (bounds == null) {
      return NONE;
    }
    return switch (type.typeId()) {
      case BOOLEAN,
          INTEGER,
          LONG,
          FLOAT,
          DOUBLE,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMP_NANO,
          FIXED ->
          whole(bounds.min(), bounds.max());
      case UUID ->
          bounds.equals(statistics.signedUuidBounds()) ? whole(bounds.min(), bounds.max()) : NONE;
      case DECIMAL -> whole(minimal(bounds.min()), minimal(bounds.max()));
      case STRING -> text(bounds, length(mode));
      case BINARY -> binary(bounds, length(mode));
      case GEOMETRY, GEOGRAPHY, STRUCT, LIST, MAP, VARIANT, UNKNOWN -> NONE;
    };
  }

  private static IcebergBounds whole(byte[] lower, byte @Nullable [] upper) {
    return new IcebergBounds(
        ByteBuffer.wrap(lower), upper == null ? null : ByteBuffer.wrap(upper));
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
}
