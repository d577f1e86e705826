package dev.frazil.engine.scan;

import dev.frazil.engine.FrazilException;
import java.io.IOException;
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

  /// Pages are decoded by other threads, whose failures come wrapped: what they are about stands in
  /// the last cause.
  private static IOException of(Path path, Throwable failure) {
    Throwable last = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException known
          && String.valueOf(known.getMessage()).startsWith("Parquet read: ")) {
        return known;
      }
      last = cause;
    }
    String text = last.getMessage() == null ? last.toString() : last.getMessage();
    String outer = failure.getMessage();
    String got = outer == null || outer.contains(text) ? text : outer + ": " + text;
    return new IOException(
        "Parquet read: %s: expected a sound Parquet file, got %s".formatted(path, got), failure);
  }

  private static void closeQuietly(AutoCloseable input) {
    try {
      input.close();
    } catch (Exception _) {
      // What failed first is what is reported.
    }
  }
}
