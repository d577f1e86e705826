package dev.frazil.engine.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.jspecify.annotations.Nullable;

/// Deletes files that belong to nobody any more. Stateless.
public final class FileDeletion {
  private FileDeletion() {}

  /// Deletes files: with one request for many where the [FileIO] has it, else, and when that
  /// request fails, one by one. All of them are tried; one that does not exist is deleted already.
  ///
  /// @param io where the files are
  /// @param locations the files
  /// @throws UncheckedIOException if some may still be there; it names the first, and has the
  ///   others as suppressed exceptions
  public static void delete(FileIO io, Collection<String> locations) {
    if (locations.size() > 1
        && io instanceof SupportsBulkOperations bulk
        && atOnce(bulk, locations)) {
      return;
    }
    UncheckedIOException failure = null;
    for (String location : locations) {
      UncheckedIOException undeleted = attempt(io, location);
      if (failure == null) {
        failure = undeleted;
      } else if (undeleted != null) {
        failure.addSuppressed(undeleted);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /// Whether all are gone. The error of the one request does not say which are not, and not every
  /// store knows it.
  private static boolean atOnce(SupportsBulkOperations io, Collection<String> locations) {
    try {
      io.deleteFiles(locations);
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static @Nullable UncheckedIOException attempt(FileIO io, String location) {
    try {
      io.deleteFile(location);
      return null;
    } catch (NotFoundException e) {
      return null;
    } catch (RuntimeException e) {
      return new UncheckedIOException(
          new IOException("delete: %s: %s".formatted(location, e.getMessage()), e));
    }
  }
}
