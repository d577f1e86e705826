package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import java.util.List;

/// Opens the files of one format.
@FunctionalInterface
interface FileBatches {
  /// Opens a file.
  ///
  /// @param file the file
  /// @param columns top-level columns to read, each once, those that the file does not have left
  ///   out of the batches; none for batches that have nothing but a row count
  /// @param pushdown what may be passed over; rows that it is true of come out in the file's order
  /// @param batchRows rows of a batch at most
  /// @return batches of those of the columns that the file has, at the file's own types
  /// @throws IOException if the file cannot be read
  RecordBatchSource open(ScanFile file, List<String> columns, Pushdown pushdown, int batchRows)
      throws IOException;
}
