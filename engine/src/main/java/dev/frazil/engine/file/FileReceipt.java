package dev.frazil.engine.file;

import dev.frazil.encoders.LeafStatistics;
import dev.frazil.engine.schema.ParquetLeaf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was written: the facts that a table needs of a file, from the objects the encoders made.
///
/// @param length bytes of the file
/// @param rowCount rows of the file
/// @param splitOffsets where each row group starts, ascending
/// @param leaves one a leaf of the schema, in its order
public record FileReceipt(
    long length, long rowCount, List<Long> splitOffsets, List<LeafReceipt> leaves) {
  /// Copies the lists.
  public FileReceipt {
    splitOffsets = List.copyOf(splitOffsets);
    leaves = List.copyOf(leaves);
  }

  /// One leaf over all row groups.
  ///
  /// Of row groups that were appended from other files it holds what their footers say. Bounds of
  /// theirs may be shortened, which [LeafStatistics] does not tell. Where one of them has values
  /// but no bounds, there are no bounds over the file; where one does not count its nulls, or the
  /// NaNs of a type that has them, there are no statistics.
  ///
  /// @param leaf the leaf
  /// @param compressedSize sum of `total_compressed_size`
  /// @param statistics counts and whole bounds over the file; null when the file has no rows, or
  ///   they are not known
  public record LeafReceipt(
      ParquetLeaf leaf, long compressedSize, @Nullable LeafStatistics statistics) {}
}
