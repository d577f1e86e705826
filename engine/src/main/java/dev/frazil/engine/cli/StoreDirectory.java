package dev.frazil.engine.cli;

import dev.frazil.engine.store.DatasetStore;
import dev.frazil.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/// The directory of a store.
final class StoreDirectory {
  @Parameters(index = "0", paramLabel = "DIR", description = "Directory of the store.")
  private Path directory = Path.of("");

  /// The path of the directory, as it was given.
  @Override
  public String toString() {
    return directory.toString();
  }

  /// Opens the store, and makes its directory when there is none.
  DatasetStore open() throws IOException {
    return DatasetStore.open(directory, StoreOptions.DEFAULT);
  }

  /// Opens a store that should be there.
  ///
  /// @throws CommandFailure if there is no such directory
  DatasetStore openExisting() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new CommandFailure("store: " + directory + ": expected a directory, found none");
    }
    return open();
  }
}
