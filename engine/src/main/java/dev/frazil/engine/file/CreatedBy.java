package dev.frazil.engine.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// Who wrote the file: `frazil version X (build Y)`, in the form that readers parse to find files
/// of writers with known faults. X and Y are set when Frazil is built.
public final class CreatedBy {
  /// How the text of every version begins.
  public static final String PREFIX = "frazil version ";

  /// The text, without a line break.
  public static final String TEXT = read();

  private CreatedBy() {}

  private static String read() {
    Properties properties = new Properties();
    try (InputStream input = CreatedBy.class.getResourceAsStream("created-by.properties")) {
      if (input == null) {
        throw new IllegalStateException("created-by.properties: expected the resource, got none");
      }
      properties.load(input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PREFIX
        + "%s (build %s)"
            .formatted(properties.getProperty("version"), properties.getProperty("build"));
  }
}
