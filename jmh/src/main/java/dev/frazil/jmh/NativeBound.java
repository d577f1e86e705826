package dev.frazil.jmh;

import dev.frazil.encoders.EncoderOptions;
import dev.frazil.engine.file.WriterOptions;

/// How much native memory the documentation of
/// [dev.frazil.engine.file.ParquetFileWriter#nativeBytes()] lets a writer of one thread take: the
/// least of what its options and what its input allow.
final class NativeBound {
  private static final long EMPTY_COLUMN = 8 << 10;
  private static final long INPUT_FACTOR = 6;

  private NativeBound() {}

  /// The bound of one file.
  ///
  /// @param columns leaf columns
  /// @param arrowBytes bytes of the buffers of all batches together
  static long ofFile(WriterOptions options, int columns, long arrowBytes) {
    EncoderOptions encoder = options.encoder();
    long column =
        encoder.pageTargetBytes()
            + encoder.dictionaryMaxBytes()
            + 2L * options.rowGroupTargetRows();
    long held = options.rowGroupTargetBytes() + columns * column + 3L * encoder.pageTargetBytes();
    return Math.min(2 * held, ofFiles(1, columns, arrowBytes));
  }

  /// The bound of small files that are open at the same time.
  ///
  /// @param columns leaf columns of each
  /// @param arrowBytes bytes of the buffers of all batches together
  static long ofFiles(int files, int columns, long arrowBytes) {
    return (long) files * columns * EMPTY_COLUMN + INPUT_FACTOR * arrowBytes;
  }
}
