package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The content of a profile's `manifest.json`: `{"latest_data_dir": "vN"}`, byte for byte as Python
/// writes it. To the original it is the truth; to the store it is a hint where to look for newer
/// versions, and the promise that N was committed (spec C2).
///
/// @param version N, or [#NONE]
/// @param damaged whether the file is there, but is no manifest
record Manifest(long version, boolean damaged) {
  /// The name of the file.
  static final String NAME = "manifest.json";

  /// The version of a profile that has no manifest.
  static final long NONE = -1;

  private static final String MEMBER = "latest_data_dir";

  /// The text of a manifest.
  static String text(long version) {
    return "{\"" + MEMBER + "\": \"" + VersionNumbers.name(version) + "\"}";
  }

  /// Reads a manifest. One that names no version, which a power cut may leave of one that was never
  /// forced, counts as none.
  static Manifest read(FileCalls files, Path file) throws IOException {
    byte[] bytes;
    try {
      bytes = files.read(file);
    } catch (NoSuchFileException e) {
      return new Manifest(NONE, false);
    }
    JsonNode document = StoreJson.parse(bytes);
    JsonNode name = document == null ? null : document.get(MEMBER);
    long version = name == null ? NONE : VersionNumbers.ofName(name.asText());
    return new Manifest(version, version == NONE);
  }
}
