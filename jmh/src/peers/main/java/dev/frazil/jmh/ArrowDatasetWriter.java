package dev.frazil.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.dataset.file.DatasetFileWriter;
import org.apache.arrow.dataset.file.FileFormat;

/// Arrow C++ behind arrow-java's dataset interface, which knows no options: uncompressed pages in
/// row groups of 32,768 rows.
final class ArrowDatasetWriter {
  /// Rows of each row group.
  static final int ROW_GROUP_ROWS = 32_768;

  private static final String NAME = "dataset-0.parquet";

  private final Batches batches;
  private final Path folder;

  /// A writer of files in a folder, which then is its own.
  ArrowDatasetWriter(Batches batches, Path folder) {
    this.batches = batches;
    this.folder = folder;
  }

  /// The last file.
  Path file() {
    return folder.resolve(NAME);
  }

  /// Writes all rows to the file.
  void write() throws IOException {
    Files.deleteIfExists(file());
    try (RootsReader reader = new RootsReader(batches.roots(), batches.allocator())) {
      DatasetFileWriter.write(
          batches.allocator(),
          reader,
          FileFormat.PARQUET,
          folder.toUri().toString(),
          new String[0],
          1,
          NAME.replace("0", "{i}"));
    }
  }
}
