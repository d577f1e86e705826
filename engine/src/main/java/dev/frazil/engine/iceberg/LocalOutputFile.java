package dev.frazil.engine.iceberg;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
  private static final int MAX_NAME_BYTES = 255;

  /// Characters of a name that is too long in the message.
  private static final int SHOWN = 32;

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
    requireShortNames();
    try {
      return new LocalOutputStream(path, overwrite);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "create: %s: %s", location, e);
    }
  }

  /// File systems take no longer names, and say less about it. The values of partitions can be of
  /// any length.
  private void requireShortNames() {
    for (Path part : path) {
      int bytes = part.toString().getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MAX_NAME_BYTES) {
        throw new RuntimeIOException(
            "create: %s: expected names of at most %d bytes, got one of %d, which begins %s",
            location, MAX_NAME_BYTES, bytes, part.toString().substring(0, SHOWN));
      }
    }
  }
}
