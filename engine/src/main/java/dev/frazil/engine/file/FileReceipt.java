package dev.frazil.engine.file;

import dev.frazil.encoders.LeafStatistics;
import dev.frazil.engine.schema.ParquetLeaf;
import dev.frazil.engine.schema.ParquetSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was written: the facts that a table needs of a file, from the objects the encoders made.
///
/// @param schema the schema of the file
/// @param length bytes of the file
/// @param footerLength bytes of the footer's Thrift structure, as the last eight bytes of the file
///   state them
/// @param rowCount rows of the file
/// @param rowGroups the row groups in order
/// @param leaves one a leaf of the schema, in its order
public record FileReceipt(
    ParquetSchema schema,
    long length,
    int footerLength,
    long rowCount,
    List<RowGroupReceipt> rowGroups,
    List<LeafReceipt> leaves) {
  /// Copies the lists.
  public FileReceipt {
    rowGroups = List.copyOf(rowGroups);
    leaves = List.copyOf(leaves);
  }

  /// Where the file can be split.
  ///
  /// @return where each row group starts, ascending
  public List<Long> splitOffsets() {
    return rowGroups.stream().map(RowGroupReceipt::offset).toList();
  }

  /// The receipt as a JSON document, for programs that register the file elsewhere. Its form is
  /// that of `RECEIPT.md`; nothing but the JDK is needed to make it.
  ///
  /// @param path where the file is, as the reader of the document is to be told
  /// @return the document, indented, without a line break at its end
  public String toJson(String path) {
    return ReceiptJson.of(path, this).toString();
  }

  /// A row group.
  ///
  /// @param offset where its first page starts in the file
  /// @param rowCount its rows, 1 or more
  /// @param compressedSize bytes of its column chunks
  public record RowGroupReceipt(long offset, long rowCount, long compressedSize) {}

  /// One leaf over all row groups.
  ///
  /// Of row groups that were appended from other files it holds what their footers say. Bounds of
  /// theirs may be shortened. Where one of them has values but no bounds, there are no bounds over
  /// the file; where one does not count its nulls, or the NaNs of a type that has them, there are
  /// no statistics.
  ///
  /// @param leaf the leaf
  /// @param compressedSize sum of `total_compressed_size`
  /// @param statistics counts and bounds over the file; null when the file has no rows, or they are
  ///   not known
  /// @param boundsExact whether both bounds, where there are any, are known to be values of the
  ///   column; always so without appended row groups
  public record LeafReceipt(
      ParquetLeaf leaf,
      long compressedSize,
      @Nullable LeafStatistics statistics,
      boolean boundsExact) {}
}
