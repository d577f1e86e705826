package dev.frazil.engine.file;

import dev.frazil.encoders.LeafStatistics;
import dev.frazil.engine.schema.ParquetLeaf;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;

/// A row group that stands in the file: what the receipt says of it.
///
/// @param offset where its first page starts in the file
/// @param rowCount rows, 1 or more
/// @param chunks one a leaf of the schema, in its order
record WrittenRowGroup(long offset, long rowCount, List<Chunk> chunks) {

  WrittenRowGroup {
    chunks = List.copyOf(chunks);
  }

  /// A column chunk.
  ///
  /// @param compressedSize `total_compressed_size` in bytes
  /// @param statistics counts and bounds, or null when they are not known
  /// @param boundsExact whether both bounds are known to be values of the chunk
  record Chunk(long compressedSize, @Nullable LeafStatistics statistics, boolean boundsExact) {}

  /// Bytes of its chunks.
  long compressedSize() {
    long size = 0;
    for (Chunk chunk : chunks) {
      size += chunk.compressedSize();
    }
    return size;
  }

  /// What the receipt of the file says of it.
  FileReceipt.RowGroupReceipt receipt() {
    return new FileReceipt.RowGroupReceipt(offset, rowCount, compressedSize());
  }

  /// A row group that was written elsewhere.
  ///
  /// @param offset where it starts in this file
  static WrittenRowGroup appended(long offset, RowGroup rowGroup, List<ParquetLeaf> leaves) {
    List<ColumnChunk> columns = Objects.requireNonNull(rowGroup.getColumns());
    List<Chunk> chunks = new ArrayList<>(leaves.size());
    for (int i = 0; i < leaves.size(); i++) {
      ColumnMetaData metaData = Objects.requireNonNull(columns.get(i).getMeta_data());
      chunks.add(
          new Chunk(
              metaData.getTotal_compressed_size(),
              AppendedStatistics.of(leaves.get(i), metaData),
              AppendedStatistics.exact(metaData)));
    }
    return new WrittenRowGroup(offset, rowGroup.getNum_rows(), chunks);
  }

  /// One leaf over the row groups of a file.
  static FileReceipt.LeafReceipt receipt(
      ParquetLeaf leaf, List<WrittenRowGroup> rowGroups, int column) {
    long compressedSize = 0;
    boolean known = true;
    boolean bounded = true;
    boolean exact = true;
    LeafStatistics merged = null;
    for (WrittenRowGroup rowGroup : rowGroups) {
      Chunk chunk = rowGroup.chunks().get(column);
      compressedSize += chunk.compressedSize();
      LeafStatistics statistics = chunk.statistics();
      known &= statistics != null;
      if (statistics != null) {
        bounded &= statistics.bounds() != null || withoutNumbers(statistics);
        exact &= statistics.bounds() == null || chunk.boundsExact();
        merged = merged == null ? statistics : merged.merge(statistics);
      }
    }
    if (merged != null && !bounded) {
      merged = withoutBounds(merged);
    }
    return new FileReceipt.LeafReceipt(leaf, compressedSize, known ? merged : null, exact);
  }

  private static boolean withoutNumbers(LeafStatistics statistics) {
    return statistics.nullCount() + statistics.nanCount() == statistics.valueCount();
  }

  private static LeafStatistics withoutBounds(LeafStatistics statistics) {
    return new LeafStatistics(
        statistics.valueCount(),
        statistics.nullCount(),
        statistics.nanCount(),
        statistics.distinctCount(),
        statistics.order(),
        null,
        null,
        statistics.sizes(),
        statistics.geospatial());
  }
}
