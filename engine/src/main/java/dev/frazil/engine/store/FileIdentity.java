package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/// By what a small file is told from any other that had the same name before or after.
///
/// @param fileKey the file's number on its file system; null where there are none
/// @param modified when it was written, by the server's clock
/// @param content its text
record FileIdentity(@Nullable Object fileKey, FileTime modified, String content) {
  /// Looks at a file.
  ///
  /// @param files the calls
  /// @param file its path
  /// @return null if it is gone
  /// @throws IOException if it cannot be read
  static @Nullable FileIdentity read(FileCalls files, Path file) throws IOException {
    try {
      BasicFileAttributes attributes = files.attributes(file);
      String content = new String(files.read(file), StandardCharsets.UTF_8);
      return new FileIdentity(attributes.fileKey(), attributes.lastModifiedTime(), content);
    } catch (NoSuchFileException e) {
      return null;
    }
  }
}
