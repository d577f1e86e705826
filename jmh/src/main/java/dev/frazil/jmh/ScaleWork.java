package dev.frazil.jmh;

import java.io.IOException;

/// One point's work, with its writer: the same write again and again. Owns the writer, not its
/// input.
interface ScaleWork extends AutoCloseable {
  /// Opens the work of a point.
  interface Opening {
    /// Makes the writer.
    ///
    /// @throws IOException if the first file cannot be made
    ScaleWork open() throws IOException;
  }

  /// Writes all files of the point once.
  void write() throws IOException;

  /// Files of the last write.
  int files();

  /// Pieces of the last write: rows of one batch that went to one file.
  int pieces();

  /// Bytes of all files of the last write.
  long fileBytes();

  /// The most native memory of slabs that a write has taken so far, in bytes.
  long nativeBytes();

  @Override
  void close();
}
