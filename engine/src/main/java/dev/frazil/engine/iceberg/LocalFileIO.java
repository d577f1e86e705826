package dev.frazil.engine.iceberg;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/// Iceberg's file access on a local disk, without Hadoop.
///
/// Locations are plain paths or `file:` URIs. What follows the scheme is the path as it stands:
/// nothing is percent-decoded, because partition folders carry escapes of their own. Folders are
/// made as files need them. A file appears under its name when its stream is closed, whole and
/// synced, by a rename within its folder. Thread-safe.
public final class LocalFileIO implements FileIO {
  private static final long serialVersionUID = 1;

  private static final Pattern FILE_URI = Pattern.compile("file:(//(localhost)?(?=/))?(.*)");
  private static final Pattern OTHER_URI = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://.*");

  /// What [#initialize(Map)] was given.
  private Map<String, String> properties = Map.of();

  /// Creates the access; a catalog does so by name (`io-impl`).
  public LocalFileIO() {}

  @Override
  public void initialize(Map<String, String> newProperties) {
    properties = Map.copyOf(newProperties);
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public InputFile newInputFile(String location) {
    return new LocalInputFile(location, path(location));
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new LocalOutputFile(location, path(location));
  }

  /// Deletes a file; one that does not exist is deleted already.
  @Override
  public void deleteFile(String location) {
    try {
      Files.deleteIfExists(path(location));
    } catch (IOException e) {
      throw new RuntimeIOException(e, "delete: %s: %s", location, e);
    }
  }

  /// The folder as an absolute path without `.` and `..`, made when it is absent.
  static String folder(String location) throws IOException {
    Path folder = path(location).toAbsolutePath().normalize();
    Files.createDirectories(folder);
    return folder.toString();
  }

  /// Whether a folder is there and holds a file.
  static boolean holds(String location, String name) {
    return Files.isRegularFile(path(location).resolve(name));
  }

  private static Path path(String location) {
    Matcher file = FILE_URI.matcher(location);
    if (file.matches()) {
      return Path.of(file.group(3));
    }
    Matcher other = OTHER_URI.matcher(location);
    if (other.matches()) {
      throw new IllegalArgumentException(
          "local file: %s: expected a path or a file: URI, got the scheme %s"
              .formatted(location, other.group(1)));
    }
    return Path.of(location);
  }
}
