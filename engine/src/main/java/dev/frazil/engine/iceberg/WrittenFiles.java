package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.FileReceipt;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/// The whole files of one write. They belong to it until [#handOver()]: [#close()] before that
/// deletes them.
final class WrittenFiles implements AutoCloseable {
  private final FileIO io;
  private final DataFileFactory dataFiles;
  private final List<DataFile> written = new ArrayList<>();
  private final List<String> owned = new ArrayList<>();

  WrittenFiles(FileIO io, DataFileFactory dataFiles) {
    this.io = io;
    this.dataFiles = dataFiles;
  }

  /// Takes over a file that is whole.
  void add(String location, FileReceipt receipt, @Nullable StructLike partition) {
    owned.add(location);
    written.add(dataFiles.dataFile(location, receipt, partition));
  }

  /// The files in the order they were added; they are no longer this object's.
  List<DataFile> handOver() {
    List<DataFile> files = List.copyOf(written);
    written.clear();
    owned.clear();
    return files;
  }

  /// Deletes the files that were not handed over.
  ///
  /// @throws java.io.UncheckedIOException if some may still be there; it names them
  @Override
  public void close() {
    List<String> unwanted = List.copyOf(owned);
    owned.clear();
    written.clear();
    FileDeletion.delete(io, unwanted);
  }
}
