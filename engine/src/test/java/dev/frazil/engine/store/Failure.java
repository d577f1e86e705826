package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// One call on the file system that fails, or tells a lie, as an operating system does it. The disk
/// is not forced. Thread-safe.
final class Failure implements HookedFileCalls.Hook {
  /// What goes wrong.
  enum Kind {
    EIO("Input/output error"),
    ENOSPC("No space left on device"),
    EPERM("Operation not permitted"),
    EROFS("Read-only file system"),
    EACCES("Permission denied"),
    /// A name that is there seems not to be: a share's client remembers that it was not.
    UNSEEN("");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    private boolean concerns(HookedFileCalls.Call call) {
      return switch (this) {
        case EIO -> !call.name().equals("exists") && !LIARS.contains(call.name());
        case ENOSPC, EPERM, EROFS, EACCES -> call.isChange();
        case UNSEEN -> call.name().equals("exists");
      };
    }
  }

  /// Calls that report no error.
  private static final Set<String> LIARS = Set.of("barrier", "pause", "hashCode");

  private final Kind kind;
  private final int point;
  private final boolean lasting;
  private final AtomicInteger calls = new AtomicInteger();

  /// A failure to come.
  ///
  /// @param kind what goes wrong
  /// @param point with which call that it concerns, from 0
  /// @param lasting whether all later ones go wrong as well
  Failure(Kind kind, int point, boolean lasting) {
    this.kind = kind;
    this.point = point;
    this.lasting = lasting;
  }

  /// How many calls it concerned.
  int calls() {
    return calls.get();
  }

  @Override
  public @Nullable Object around(HookedFileCalls.Call call) throws Throwable {
    if (kind.concerns(call)) {
      int at = calls.getAndIncrement();
      if (at == point || (lasting && at > point)) {
        if (kind == Kind.UNSEEN) {
          return false;
        }
        throw error(call);
      }
    }
    return call.name().startsWith("force") ? null : call.proceed();
  }

  private IOException error(HookedFileCalls.Call call) {
    Object first = call.argument(0);
    if (first instanceof FileChannel) {
      return new IOException(kind.text);
    }
    String file = ((Path) first).toString();
    return kind == Kind.EACCES
        ? new AccessDeniedException(file)
        : new FileSystemException(file, null, kind.text);
  }
}
