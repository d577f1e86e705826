package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/// Giving files their names, each name once: by hard links, or where there are none by markers
/// under which files are renamed (spec C2, "platform fallbacks"). That there are none is found out
/// by the first link that is refused. Thread-safe.
final class AtomicFiles {
  private static final Duration POLL = Duration.ofMillis(5);

  private final Platform platform;
  private final FileCalls files;
  private final AtomicBoolean hardLinks;

  /// The names of one file system.
  ///
  /// @param platform the file system
  /// @param hardLinks false if it is known to have none
  AtomicFiles(Platform platform, boolean hardLinks) {
    this.platform = platform;
    this.files = platform.files();
    this.hardLinks = new AtomicBoolean(hardLinks);
  }

  /// Gives a complete file a name, if the name is free: the one way in which the store decides
  /// anything (spec C2). Of several callers exactly one is told true. The temporary name may or may
  /// not be there afterwards.
  ///
  /// A server may have done what it reports as failed, or may be asked twice by its client; so the
  /// answer is whether the name stands for this very file.
  ///
  /// @param temporary the file, on the same file system
  /// @param name the name it is to have
  /// @return whether it has the name; false if the name is another file's
  /// @throws NoSuchFileException if the directory of the name, or the file, is gone
  /// @throws IOException if the name could not be made
  boolean putIfAbsent(Path temporary, Path name) throws IOException {
    if (hardLinks.get()) {
      try {
        files.link(temporary, name);
        return true;
      } catch (UnsupportedOperationException e) {
        hardLinks.set(false);
      } catch (FileAlreadyExistsException e) {
        return isSameFile(temporary, name);
      } catch (FileSystemException e) {
        if (isSameFile(temporary, name)) {
          return true;
        }
        if (!refusesLinks(e)) {
          throw e;
        }
        if (!reachedItsLimit(e)) {
          hardLinks.set(false);
        }
      }
    }
    return renameIfAbsent(temporary, name);
  }

  /// Gives a file a second name, which no other file may have, where that can be done.
  ///
  /// @param existing the file, which keeps the name it has
  /// @param name the additional name
  /// @return whether it has the name; false if there are no hard links, or no more of this file
  /// @throws IOException if the name could not be made
  boolean linkIfPossible(Path existing, Path name) throws IOException {
    if (!hardLinks.get()) {
      return false;
    }
    try {
      files.link(existing, name);
      return true;
    } catch (UnsupportedOperationException e) {
      return false;
    } catch (FileSystemException e) {
      if (isSameFile(existing, name)) {
        return true;
      }
      if (!refusesLinks(e)) {
        throw e;
      }
      return false;
    }
  }

  private boolean isSameFile(Path one, Path other) {
    try {
      Object key = files.attributes(one).fileKey();
      return key != null && key.equals(files.attributes(other).fileKey());
    } catch (IOException e) {
      return false;
    }
  }

  /// Whether the error says that there are no hard links here (EPERM, ENOTSUP), or no more of this
  /// file (EMLINK). Java tells them apart by the text of the C library alone.
  private static boolean refusesLinks(FileSystemException error) {
    String reason = Objects.requireNonNullElse(error.getReason(), "");
    return reason.contains("not permitted")
        || reason.contains("not supported")
        || reason.contains("not implemented")
        || reachedItsLimit(error);
  }

  private static boolean reachedItsLimit(FileSystemException error) {
    return Objects.requireNonNullElse(error.getReason(), "").contains("Too many links");
  }

  /// The fallback: whoever creates the marker may look whether the name is free, and rename. A
  /// marker whose creator died is taken away when it is older than a lock may be.
  private boolean renameIfAbsent(Path temporary, Path name) throws IOException {
    Path directory = Objects.requireNonNull(name.getParent());
    Path marker = directory.resolve(markerName(name));
    long end = System.nanoTime() + platform.options().lockTimeout().toNanos();
    do {
      try {
        files.createNew(marker).close();
      } catch (FileAlreadyExistsException e) {
        if (!removeIfStale(marker)) {
          files.pause(POLL);
        }
        continue;
      }
      try {
        files.barrier(directory);
        if (files.exists(name)) {
          return false;
        }
        files.rename(temporary, name);
        return true;
      } finally {
        platform.discard(marker);
      }
    } while (System.nanoTime() < end);
    throw new IOException(
        "put: "
            + name
            + ": expected a free or a taken name, got the marker "
            + marker.getFileName());
  }

  private boolean removeIfStale(Path marker) throws IOException {
    FileIdentity left = FileIdentity.read(files, marker);
    return left == null || (platform.isStale(marker) && platform.remove(marker, left));
  }

  private static String markerName(Path name) {
    String file = name.getName(name.getNameCount() - 1).toString();
    return (file.startsWith(".") ? file : "." + file) + ".put";
  }
}
