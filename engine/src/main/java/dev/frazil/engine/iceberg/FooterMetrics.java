package dev.frazil.engine.iceberg;

import dev.frazil.encoders.Bounds;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.MetricsModes;
import org.apache.iceberg.MetricsModes.MetricsMode;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/// From what a footer says to the metrics of a data file, by field id. A column has the same
/// entries as one that Frazil wrote, without those that the footer gives no ground for.
final class FooterMetrics {
  private final Map<Integer, Long> sizes = new HashMap<>();
  private final Map<Integer, Long> valueCounts = new HashMap<>();
  private final Map<Integer, Long> nullCounts = new HashMap<>();
  private final Map<Integer, Long> nanCounts = new HashMap<>();
  private final Map<Integer, ByteBuffer> lowerBounds = new HashMap<>();
  private final Map<Integer, ByteBuffer> upperBounds = new HashMap<>();
  private final Map<Integer, Type> types = new HashMap<>();

  private FooterMetrics() {}

  /// The metrics of a file.
  ///
  /// @param rowCount its rows
  /// @param columns its leaves that are in the table
  /// @param config which metrics are kept, by field id
  static Metrics of(long rowCount, List<FooterColumn> columns, MetricsConfig config) {
    FooterMetrics metrics = new FooterMetrics();
    for (FooterColumn column : columns) {
      MetricsMode mode = config.columnMode(column.leaf().id());
      if (!(mode instanceof MetricsModes.None)) {
        metrics.add(column, mode);
      }
    }
    return new Metrics(
        rowCount,
        metrics.sizes,
        metrics.valueCounts,
        metrics.nullCounts,
        metrics.nanCounts,
        metrics.lowerBounds,
        metrics.upperBounds,
        metrics.types);
  }

  private void add(FooterColumn column, MetricsMode mode) {
    int id = column.leaf().id();
    Type type = column.leaf().type();
    sizes.put(id, column.size());
    types.put(id, type);
    if (!column.leaf().counted()) {
      return;
    }
    valueCounts.put(id, column.values());
    put(nullCounts, id, column.nulls());
    put(nanCounts, id, column.nans());
    Bounds bounds = column.bounds();
    if (bounds != null && !(mode instanceof MetricsModes.Counts)) {
      IcebergBounds shortened = IcebergBounds.of(type, mode, bounds, bounds);
      put(lowerBounds, id, shortened.lower());
      put(upperBounds, id, shortened.upper());
    }
  }

  private static void put(Map<Integer, Long> counts, int id, OptionalLong count) {
    if (count.isPresent()) {
      counts.put(id, count.getAsLong());
    }
  }

  private static void put(Map<Integer, ByteBuffer> bounds, int id, @Nullable ByteBuffer bound) {
    if (bound != null) {
      bounds.put(id, bound);
    }
  }
}
