package dev.frazil.engine.iceberg;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/// The metrics of a data file while its columns are added, by field id. What is not added has no
/// entry.
final class ColumnMetrics {
  private final Map<Integer, Long> sizes = new HashMap<>();
  private final Map<Integer, Long> valueCounts = new HashMap<>();
  private final Map<Integer, Long> nullCounts = new HashMap<>();
  private final Map<Integer, Long> nanCounts = new HashMap<>();
  private final Map<Integer, ByteBuffer> lowerBounds = new HashMap<>();
  private final Map<Integer, ByteBuffer> upperBounds = new HashMap<>();
  private final Map<Integer, Integer> averageSizes = new HashMap<>();
  private final Map<Integer, Type> types = new HashMap<>();

  void size(int id, long compressedBytes) {
    sizes.put(id, compressedBytes);
  }

  void type(int id, Type type) {
    types.put(id, type);
  }

  void valueCount(int id, long count) {
    valueCounts.put(id, count);
  }

  void nullCount(int id, long count) {
    nullCounts.put(id, count);
  }

  void nanCount(int id, long count) {
    nanCounts.put(id, count);
  }

  void averageSize(int id, int bytes) {
    averageSizes.put(id, bytes);
  }

  void bounds(int id, IcebergBounds bounds) {
    put(lowerBounds, id, bounds.lower());
    put(upperBounds, id, bounds.upper());
  }

  private static void put(Map<Integer, ByteBuffer> bounds, int id, @Nullable ByteBuffer bound) {
    if (bound != null) {
      bounds.put(id, bound);
    }
  }

  /// The metrics of a file with so many rows.
  Metrics metrics(long rowCount) {
    return new Metrics(
        rowCount,
        sizes,
        valueCounts,
        nullCounts,
        nanCounts,
        lowerBounds,
        upperBounds,
        averageSizes.isEmpty() ? null : averageSizes,
        types);
  }
}
