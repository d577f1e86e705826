package dev.frazil.engine.cli;

import dev.frazil.engine.FrazilException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.jspecify.annotations.Nullable;

/// What a failure says on standard error.
final class ErrorLine {
  private ErrorLine() {}

  /// One line for a failure.
  ///
  /// @param failure what was thrown
  /// @return its message; for the exceptions of the file system, which only name a file, with what
  ///   is wrong with it
  static String of(Throwable failure) {
    String message =
        switch (failure) {
          case NoSuchFileException e -> e.getFile() + ": no such file or directory";
          case AccessDeniedException e -> e.getFile() + ": permission denied";
          case FileAlreadyExistsException e -> e.getFile() + ": exists already";
          case NotDirectoryException e -> e.getFile() + ": not a directory";
          case FileSystemException e -> e.getMessage();
          case Throwable e when isInterrupt(e) -> "interrupted";
          case OutOfMemoryError e -> "out of memory: " + e.getMessage();
          default -> expected(failure) ? failure.getMessage() : null;
        };
    return Printable.line(message == null ? "unexpected failure: " + failure : message);
  }

  /// Whether a failure is what a signal makes of reading and writing: then no file is to blame, be
  /// it the one that was open. An [java.io.InterruptedIOException] says by itself what was ended.
  private static boolean isInterrupt(Throwable failure) {
    for (@Nullable Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof InterruptedIOException) {
        return false;
      }
      if (e instanceof ClosedByInterruptException) {
        return true;
      }
    }
    return false;
  }

  /// Whether a failure says what it means by itself. The rest are bugs, here or in a library, and
  /// their kind belongs to the message.
  private static boolean expected(Throwable failure) {
    @Nullable String message = failure.getMessage();
    return message != null
        && (failure instanceof FrazilException
            || failure instanceof IOException
            || failure instanceof CommandFailure
            || failure instanceof CleanableFailure
            || failure.getClass().getPackageName().startsWith("org.apache.iceberg.exceptions"));
  }
}
