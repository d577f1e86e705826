package dev.frazil.engine.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/// Errors of a file system in one form: `<what failed>: <path>: <reason>`.
public final class FileFailure {
  private FileFailure() {}

  /// An error with what failed and where.
  ///
  /// @param what what failed, as a verb
  /// @param path the file
  /// @param cause what the file system reported
  /// @return an exception with the cause, a [java.io.InterruptedIOException] for an interrupt
  public static IOException of(String what, Path path, IOException cause) {
    String start = what + ": " + path + ": ";
    if (cause instanceof ClosedByInterruptException) {
      IOException interrupted = new InterruptedIOException(start + "interrupted");
      interrupted.initCause(cause);
      return interrupted;
    }
    return new IOException(start + reason(cause), cause);
  }

  /// What the operating system said; Java puts only the path into the message of some errors.
  private static String reason(IOException cause) {
    return switch (cause) {
      case NoSuchFileException e -> "no such file or directory";
      case AccessDeniedException e -> "permission denied";
      case FileAlreadyExistsException e -> "exists already";
      case NotDirectoryException e -> "expected a directory, got a file";
      case FileSystemException e when e.getReason() != null -> String.valueOf(e.getReason());
      default -> String.valueOf(cause.getMessage());
    };
  }
}
