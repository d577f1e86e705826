package dev.frazil.engine.iceberg;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/// A file of [LocalFileIO] to write.
///
/// [#create()] refuses a name that is taken, when the stream is opened and again when it is closed.
/// Between that second look and the rename another process could still take the name: names of data
/// and metadata files carry a random id, so that none does.
///
/// @param location the location as the caller wrote it
/// @param path where it will lie
record LocalOutputFile(String location, Path path) implements OutputFile {

  @Override
  public PositionOutputStream create() {
    if (Files.exists(path)) {
      throw new AlreadyExistsException("create: %s: expected no file, found one", location);
    }
    return open(false);
  }

  @Override
  public PositionOutputStream createOrOverwrite() {
    return open(true);
  }

  @Override
  public InputFile toInputFile() {
    return new LocalInputFile(location, path);
  }

  private PositionOutputStream open(boolean overwrite) {
    try {
      return new LocalOutputStream(path, overwrite);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "create: %s: %s", location, e);
    }
  }
}
