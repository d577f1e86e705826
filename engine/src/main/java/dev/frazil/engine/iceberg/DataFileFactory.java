package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.FileReceipt;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/// From the receipt of a file to the entry that a manifest holds of it (table specification, data
/// file fields).
final class DataFileFactory {
  private final PartitionSpec spec;
  private final SortOrder order;
  private final MetricsMapper mapper;

  /// @param order what the rows of every file are known to have
  DataFileFactory(Schema schema, PartitionSpec spec, MetricsConfig config, SortOrder order) {
    this.spec = spec;
    this.order = order;
    this.mapper = new MetricsMapper(schema, config);
  }

  /// The entry of a file.
  ///
  /// @param location where the file lies, as its `FileIO` was told
  /// @param receipt what was written; at least one row
  /// @param partition its partition, or null without partitioning
  DataFile dataFile(String location, FileReceipt receipt, @Nullable StructLike partition) {
    DataFiles.Builder builder =
        DataFiles.builder(spec)
            .withPath(location)
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(receipt.length())
            .withMetrics(mapper.metrics(receipt))
            .withSplitOffsets(receipt.splitOffsets())
            .withSortOrder(order);
    return (partition == null ? builder : builder.withPartition(partition)).build();
  }
}
