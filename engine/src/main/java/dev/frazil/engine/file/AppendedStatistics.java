package dev.frazil.engine.file;

import dev.frazil.encoders.Bounds;
import dev.frazil.encoders.LeafColumn;
import dev.frazil.encoders.LeafStatistics;
import dev.frazil.encoders.SizeStatistics;
import dev.frazil.encoders.ValueOrder;
import dev.frazil.engine.schema.ParquetLeaf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.OptionalLong;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/// The statistics of a column chunk that was written elsewhere, as its footer has them: bounds may
/// be shortened, and may be missing.
final class AppendedStatistics {
  private AppendedStatistics() {}

  /// Reads the statistics of a chunk.
  ///
  /// @param leaf the leaf, whose order of bounds is that of the footer
  /// @return the statistics, or null when the footer does not count nulls, or NaNs of a type that
  ///   has them
  static @Nullable LeafStatistics of(ParquetLeaf leaf, ColumnMetaData metaData) {
    Statistics statistics = metaData.getStatistics();
    boolean floating = leaf.column().order().floating();
    if (statistics == null
        || !statistics.isSetNull_count()
        || (floating && !statistics.isSetNan_count())) {
      return null;
    }
    return new LeafStatistics(
        metaData.getNum_values(),
        statistics.getNull_count(),
        floating ? statistics.getNan_count() : 0,
        statistics.isSetDistinct_count()
            ? OptionalLong.of(statistics.getDistinct_count())
            : OptionalLong.empty(),
        leaf.column().order(),
        bounds(leaf.column(), statistics),
        null,
        sizes(leaf.column(), metaData.getSize_statistics()),
        GeospatialMetaData.read(metaData.getGeospatial_statistics()));
  }

  /// Whether the footer says that both bounds are values of the chunk.
  static boolean exact(ColumnMetaData metaData) {
    Statistics statistics = metaData.getStatistics();
    return statistics != null
        && statistics.isIs_min_value_exact()
        && statistics.isIs_max_value_exact();
  }

  private static @Nullable Bounds bounds(LeafColumn column, Statistics statistics) {
    // What a footer says of UUIDs says nothing about their signed order.
    if (!statistics.isSetMin_value()
        || !statistics.isSetMax_value()
        || column.order() == ValueOrder.UUID) {
      return null;
    }
    byte[] min = statistics.getMin_value();
    byte[] max = statistics.getMax_value();
    if (!fits(column, min) || !fits(column, max)) {
      return null;
    }
    return column.order() == ValueOrder.FLOATING_POINT ? numbers(min, max) : new Bounds(min, max);
  }

  /// Bounds of another length than that of the values are damaged.
  private static boolean fits(LeafColumn column, byte[] bound) {
    return switch (column.type()) {
      case BOOLEAN -> bound.length == 1;
      case INT32, FLOAT -> bound.length == Integer.BYTES;
      case INT64, DOUBLE -> bound.length == Long.BYTES;
      case FIXED_LEN_BYTE_ARRAY ->
          column.order() == ValueOrder.LEXICOGRAPHIC || bound.length == column.typeLength();
      case BYTE_ARRAY -> true;
    };
  }

  /// Not every writer keeps NaN out of bounds, or widens those of zero.
  private static @Nullable Bounds numbers(byte[] min, byte[] max) {
    double lower = number(min);
    double upper = number(max);
    if (Double.isNaN(lower) || Double.isNaN(upper)) {
      return null;
    }
    return new Bounds(
        lower == 0 ? zero(min.length, true) : min, upper == 0 ? zero(max.length, false) : max);
  }

  /// Histograms of zeros stand for those that the footer does not have.
  private static SizeStatistics sizes(
      LeafColumn column, org.apache.parquet.format.@Nullable SizeStatistics sizes) {
    return new SizeStatistics(
        sizes == null ? 0 : sizes.getUnencoded_byte_array_data_bytes(),
        histogram(
            column.maxDefinitionLevel(),
            sizes == null ? null : sizes.getDefinition_level_histogram()),
        histogram(
            column.maxRepetitionLevel(),
            sizes == null ? null : sizes.getRepetition_level_histogram()));
  }

  private static long[] histogram(int maxLevel, @Nullable List<Long> counts) {
    return counts == null || counts.size() != maxLevel + 1
        ? new long[maxLevel + 1]
        : counts.stream().mapToLong(Long::longValue).toArray();
  }

  private static byte[] zero(int width, boolean negative) {
    byte[] zero = new byte[width];
    zero[width - 1] = negative ? Byte.MIN_VALUE : 0;
    return zero;
  }

  private static double number(byte[] bound) {
    ByteBuffer buffer = ByteBuffer.wrap(bound).order(ByteOrder.LITTLE_ENDIAN);
    return switch (bound.length) {
      case Short.BYTES -> Float.float16ToFloat(buffer.getShort());
      case Float.BYTES -> buffer.getFloat();
      case Double.BYTES -> buffer.getDouble();
      default -> Double.NaN;
    };
  }
}
