package dev.frazil.engine.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Scripts that work on a store with the Python original, by its stand-in.
final class PythonScripts {
  private PythonScripts() {}

  /// Copies a script, and the stand-in that it imports, into a folder.
  ///
  /// @return the copy of the script
  static Path copy(String script, Path folder) throws IOException {
    resource("pyrosome_standin.py", folder);
    return resource(script, folder);
  }

  private static Path resource(String name, Path folder) throws IOException {
    Path copy = folder.resolve(name);
    try (InputStream bytes =
        Objects.requireNonNull(PythonScripts.class.getResourceAsStream(name), name)) {
      Files.copy(bytes, copy);
    }
    return copy;
  }
}
