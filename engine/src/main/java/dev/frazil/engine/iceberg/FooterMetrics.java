package dev.frazil.engine.iceberg;

import dev.frazil.encoders.Bounds;
import java.util.List;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.MetricsModes;
import org.apache.iceberg.MetricsModes.MetricsMode;
import org.apache.iceberg.MetricsUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;

/// From what a footer says to the metrics of a data file, by field id. A column has the same
/// entries as one that Frazil wrote, without those that the footer gives no ground for.
final class FooterMetrics {
  private FooterMetrics() {}

  /// The metrics of a file.
  ///
  /// @param rowCount its rows
  /// @param columns its leaves that are in the table
  /// @param schema the table's schema
  /// @param config which metrics are kept of a column of the table
  static Metrics of(
      long rowCount, List<FooterColumn> columns, Schema schema, MetricsConfig config) {
    ColumnMetrics metrics = new ColumnMetrics();
    for (FooterColumn column : columns) {
      MetricsMode mode = MetricsUtil.metricsMode(schema, config, column.leaf().id());
      if (!(mode instanceof MetricsModes.None)) {
        add(metrics, column, mode);
      }
    }
    return metrics.metrics(rowCount);
  }

  private static void add(ColumnMetrics metrics, FooterColumn column, MetricsMode mode) {
    int id = column.leaf().id();
    Type type = column.leaf().type();
    metrics.size(id, column.size());
    metrics.type(id, type);
    if (!column.leaf().counted()) {
      return;
    }
    metrics.valueCount(id, column.values());
    column.nulls().ifPresent(count -> metrics.nullCount(id, count));
    column.nans().ifPresent(count -> metrics.nanCount(id, count));
    Bounds bounds = column.bounds();
    if (bounds != null && !(mode instanceof MetricsModes.Counts)) {
      metrics.bounds(id, IcebergBounds.of(type, mode, bounds, bounds));
    }
  }
}
