package dev.frazil.engine.scan;

import dev.frazil.engine.FrazilException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What a reader throws over a damaged file, as an IOException that names the file.
final class DamagedFile {
  /// Something that reads.
  interface Attempt<T extends @Nullable Object> {
    T make() throws IOException;
  }

  private DamagedFile() {}

  /// Reads, and closes what was to be read when it fails. Sizes and depths come from the file, so
  /// that memory or stack that does not suffice means damage as well.
  static <T extends @Nullable Object> T attempt(Path path, Attempt<T> attempt, AutoCloseable input)
      throws IOException {
    boolean done = false;
    try {
      T made = attempt.make();
      done = true;
      return made;
    } catch (FrazilException e) {
      throw e;
    } catch (RuntimeException | IOException | OutOfMemoryError | StackOverflowError e) {
      throw of(path, e);
    } finally {
      if (!done) {
        closeQuietly(input);
      }
    }
  }

  private static IOException of(Path path, Throwable failure) {
    Throwable cause = failure.getCause();
    if (failure instanceof UncheckedIOException && cause != null) {
      return of(path, cause);
    }
    String message = String.valueOf(failure.getMessage());
    return failure instanceof IOException known && message.startsWith("Parquet read: ")
        ? known
        : new IOException(
            "Parquet read: %s: expected a sound Parquet file, got %s"
                .formatted(path, failure.getMessage() == null ? failure.toString() : message),
            failure);
  }

  private static void closeQuietly(AutoCloseable input) {
    try {
      input.close();
    } catch (Exception _) {
      // What failed first is what is reported.
    }
  }
}
