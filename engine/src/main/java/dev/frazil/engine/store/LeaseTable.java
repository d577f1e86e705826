package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The leases of this process: which versions it reads or appends to, so that nobody prunes them
/// (spec C2, I6). A lease is a shared lock on `vN/.lease`; who prunes needs an exclusive one.
///
/// Closing any channel on a file gives back all locks that the process has on it (spec C.1). So a
/// process has one table, the table has one channel a file, however many leases there are, and
/// nobody else opens such a file. Thread-safe.
final class LeaseTable {
  /// The table of this process.
  static final LeaseTable PROCESS = new LeaseTable();

  private final Map<Object, Entry> entries = new HashMap<>();

  /// A table of its own; for tests that stand for another process.
  LeaseTable() {}

  /// A lock, and all channels of this process on its file.
  private static final class Entry {
    private final List<FileChannel> channels = new ArrayList<>();
    private final boolean exclusive;
    private int holders = 1;

    private Entry(FileChannel channel, boolean exclusive) {
      this.channels.add(channel);
      this.exclusive = exclusive;
    }
  }

  /// Protects a version from being pruned until the lease is closed. Where no lock can be had, such
  /// as on a share without locks or one that may only be read, the lease protects nothing, and the
  /// version's age must (spec C2, "prune").
  ///
  /// @param version the version; its directory exists
  /// @return the lease
  /// @throws VersionPrunedException if the version is being pruned
  /// @throws NoSuchFileException if the version was pruned
  Lease share(VersionDirectory version) throws IOException {
    Lease lease = acquire(version, true);
    if (lease == null) {
      throw new VersionPrunedException(
          "lease: " + version.path() + ": expected a version that stays, got one that is pruned");
    }
    return lease;
  }

  /// Makes sure that nobody reads a version, or begins to, until the lease is closed.
  ///
  /// @param version the version; its directory exists
  /// @return the lease; null if somebody has one, or nobody can tell
  /// @throws NoSuchFileException if the version was pruned
  @Nullable Lease exclude(VersionDirectory version) throws IOException {
    Lease lease = acquire(version, false);
    return lease != null && !lease.isProtected() ? null : lease;
  }

  private @Nullable Lease acquire(VersionDirectory version, boolean shared) throws IOException {
    FileCalls files = version.platform().files();
    Object file;
    try {
      file = createAndIdentify(files, version);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      return Lease.unprotected();
    }
    synchronized (entries) {
      Entry entry = entries.get(file);
      if (entry != null) {
        if (!shared || entry.exclusive) {
          return null;
        }
        entry.holders++;
        return new Lease(this, file);
      }
      switch (LeaseAttempt.of(version, shared, late -> close(file, late))) {
        case LeaseAttempt.Locked(FileChannel channel) ->
            entries.put(file, new Entry(channel, !shared));
        case LeaseAttempt.Taken _ -> {
          return null;
        }
        case LeaseAttempt.Unknown _ -> {
          return Lease.unprotected();
        }
      }
    }
    Lease lease = new Lease(this, file);
    return requireSame(files, version, lease, file);
  }

  /// The version may have been renamed between the look at its file and the lock.
  private static Lease requireSame(
      FileCalls files, VersionDirectory version, Lease lease, Object file) throws IOException {
    try {
      if (!identity(files, version.lease()).equals(file)) {
        throw new NoSuchFileException(version.path().toString());
      }
      return lease;
    } catch (IOException | RuntimeException e) {
      lease.close();
      throw e;
    }
  }

  private Object createAndIdentify(FileCalls files, VersionDirectory version) throws IOException {
    try {
      return identity(files, version.lease());
    } catch (NoSuchFileException e) {
      try {
        // Were another thread to lock the file before this channel is closed, its lock would be
        // gone.
        synchronized (entries) {
          files.createNew(version.lease()).close();
        }
      } catch (FileAlreadyExistsException taken) {
        // By another reader, just now.
      }
      return identity(files, version.lease());
    }
  }

  private static Object identity(FileCalls files, Path file) throws IOException {
    Object key = files.attributes(file).fileKey();
    return Objects.requireNonNullElseGet(key, () -> file.toAbsolutePath().normalize());
  }

  /// Closes a channel that was waited for in vain, or keeps it as long as there is a later lease of
  /// its file, whose lock it would take away.
  private void close(Object file, FileChannel channel) {
    synchronized (entries) {
      Entry entry = entries.get(file);
      if (entry == null) {
        close(channel);
      } else {
        entry.channels.add(channel);
      }
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // The lock goes with the process.
    }
  }

  /// Gives one lease back; the last one of a file closes its channels.
  void release(Object file) {
    synchronized (entries) {
      Entry entry = entries.get(file);
      if (entry != null && --entry.holders == 0) {
        entries.remove(file);
        entry.channels.forEach(LeaseTable::close);
      }
    }
  }
}
