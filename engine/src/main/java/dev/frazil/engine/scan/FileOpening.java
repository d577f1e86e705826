package dev.frazil.engine.scan;

import dev.frazil.engine.arrow.RecordBatchSource;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Opens a file of a scan for the rows that come out. Thread-safe.
@FunctionalInterface
interface FileOpening {
  /// Opens a file.
  ///
  /// @param file the file
  /// @return its rows in order, at the schema of the scan, or null when none of them is kept; the
  ///   batches belong to who takes them and stay valid when the source is closed
  /// @throws IOException if it cannot be read
  @Nullable RecordBatchSource open(ScanFile file) throws IOException;
}
