package dev.frazil.engine.iceberg;

import dev.frazil.encoders.LeafStatistics;
import dev.frazil.engine.file.FileReceipt;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.MetricsModes;
import org.apache.iceberg.MetricsModes.MetricsMode;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/// From what the encoders counted to the metrics of a data file, by field id.
///
/// A column's mode is found by its id and its name in the table, never by its name in the file.
/// `none` keeps nothing of a column, `counts` its sizes and counts, `truncate` and `full` its
/// bounds as well.
final class MetricsMapper {
  private final Schema schema;
  private final MetricsConfig config;

  MetricsMapper(Schema schema, MetricsConfig config) {
    this.schema = schema;
    this.config = config;
  }

  /// The metrics of a file that has rows.
  Metrics metrics(FileReceipt receipt) {
    Columns columns = new Columns();
    for (FileReceipt.LeafReceipt leaf : receipt.leaves()) {
      int id = leaf.leaf().fieldId().orElseThrow();
      MetricsMode mode = config.columnMode(id);
      if (!(mode instanceof MetricsModes.None)) {
        columns.add(id, schema.findType(id), mode, leaf);
      }
    }
    return columns.metrics(receipt.rowCount());
  }

  private static final class Columns {
    private final Map<Integer, Long> sizes = new HashMap<>();
    private final Map<Integer, Long> valueCounts = new HashMap<>();
    private final Map<Integer, Long> nullCounts = new HashMap<>();
    private final Map<Integer, Long> nanCounts = new HashMap<>();
    private final Map<Integer, ByteBuffer> lowerBounds = new HashMap<>();
    private final Map<Integer, ByteBuffer> upperBounds = new HashMap<>();
    private final Map<Integer, Type> types = new HashMap<>();

    void add(int id, Type type, MetricsMode mode, FileReceipt.LeafReceipt leaf) {
      sizes.put(id, leaf.compressedSize());
      types.put(id, type);
      LeafStatistics statistics = leaf.statistics();
      if (statistics == null) {
        return;
      }
      valueCounts.put(id, statistics.valueCount());
      nullCounts.put(id, statistics.nullCount());
      if (type.typeId() == Type.TypeID.FLOAT || type.typeId() == Type.TypeID.DOUBLE) {
        nanCounts.put(id, statistics.nanCount());
      }
      if (!(mode instanceof MetricsModes.Counts)) {
        IcebergBounds bounds = IcebergBounds.of(type, mode, statistics);
        put(lowerBounds, id, bounds.lower());
        put(upperBounds, id, bounds.upper());
      }
    }

    private static void put(Map<Integer, ByteBuffer> bounds, int id, @Nullable ByteBuffer bound) {
      if (bound != null) {
        bounds.put(id, bound);
      }
    }

    Metrics metrics(long rowCount) {
      return new Metrics(
          rowCount, sizes, valueCounts, nullCounts, nanCounts, lowerBounds, upperBounds, types);
    }
  }
}
