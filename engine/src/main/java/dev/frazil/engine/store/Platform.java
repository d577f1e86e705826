package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What the machine and the file system of one store can do, and what is done instead where they
/// cannot (spec C2, "platform fallbacks"):
///
/// - no hard links: a marker that must not exist is created, then the file is renamed;
/// - no process table: a lock is judged by its age on the server's clock alone;
/// - directories that cannot be forced: that is left out, and [#durability()] says so;
/// - files that cannot be deleted while they are open: they stay, and `prune` deletes them later;
/// - NFS version 3: what was published is followed by a tick of the server's clock (spec C.4).
///
/// Thread-safe.
final class Platform {
  /// Longer than a tick of a server's clock (spec C.4, "writer side").
  private static final Duration TICK = Duration.ofMillis(12);

  /// File systems that no other machine writes to.
  private static final Set<String> LOCAL =
      Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs", "tmpfs", "overlay", "apfs");

  /// File systems without hard links.
  private static final Set<String> LINKLESS = Set.of("vfat", "exfat", "msdos", "fat32", "fat");

  private final FileCalls files;
  private final ProcessTable processes;
  private final LeaseTable leases;
  private final StoreOptions options;
  private final boolean ticking;
  private final boolean local;
  private final Durability durability;
  private final AtomicFiles atomic;

  private Platform(
      Path existing,
      StoreOptions options,
      FileCalls files,
      ProcessTable processes,
      LeaseTable leases)
      throws IOException {
    this.files = files;
    this.processes = processes;
    this.leases = leases;
    this.options = options;
    String type = files.fileSystemType(existing).toLowerCase(Locale.ROOT);
    this.local = LOCAL.contains(type);
    this.ticking = type.equals("nfs") || type.equals("nfs3");
    this.durability = durability(existing);
    this.atomic = new AtomicFiles(this, !LINKLESS.contains(type));
  }

  /// Finds out what the file system of a directory can do.
  ///
  /// @param directory is made if it is not there
  /// @param options how long locks are waited for
  /// @param files the calls
  /// @param processes the processes of this machine
  /// @param leases the leases of this process
  /// @return the platform
  /// @throws IOException if the directory cannot be made or looked at
  static Platform open(
      Path directory,
      StoreOptions options,
      FileCalls files,
      ProcessTable processes,
      LeaseTable leases)
      throws IOException {
    Path existing = directory.toAbsolutePath();
    for (Path up = existing; up != null && !files.exists(existing); up = up.getParent()) {
      existing = up;
    }
    Platform platform = new Platform(existing, options, files, processes, leases);
    platform.createDirectories(directory);
    if (!files.attributes(directory).isDirectory()) {
      throw new NotDirectoryException(directory.toString());
    }
    return platform;
  }

  private Durability durability(Path directory) {
    try {
      files.forceDirectory(directory);
      return Durability.CONTENT_AND_NAMES;
    } catch (IOException e) {
      return Durability.CONTENT;
    }
  }

  FileCalls files() {
    return files;
  }

  ProcessTable processes() {
    return processes;
  }

  LeaseTable leases() {
    return leases;
  }

  StoreOptions options() {
    return options;
  }

  Durability durability() {
    return durability;
  }

  /// Whether the file system is of this machine alone, so that what a directory holds and when it
  /// was changed is known at once, by this machine's clock.
  boolean local() {
    return local;
  }

  /// Makes the names in a directory last, where the platform can.
  void forceNames(Path directory) throws IOException {
    if (durability == Durability.CONTENT_AND_NAMES) {
      files.forceDirectory(directory);
    }
  }

  /// Writes all bytes where a channel stands.
  ///
  /// @param channel the channel
  /// @param file its path, for the message of an error
  /// @param bytes taken from the position to the limit
  /// @throws IOException if they cannot all be written
  void write(FileChannel channel, Path file, ByteBuffer bytes) throws IOException {
    try {
      files.write(channel, bytes);
    } catch (IOException e) {
      throw named(file, e);
    }
  }

  /// Makes the content of a file last.
  ///
  /// @param channel the file's channel
  /// @param file its path, for the message of an error
  /// @throws IOException if the disk cannot take it
  void force(FileChannel channel, Path file) throws IOException {
    try {
      files.force(channel);
    } catch (IOException e) {
      throw named(file, e);
    }
  }

  /// Channels do not say which file it is that they cannot write.
  private static IOException named(Path file, IOException error) {
    if (error instanceof FileSystemException || error instanceof ClosedByInterruptException) {
      return error;
    }
    IOException named = new FileSystemException(file.toString(), null, error.getMessage());
    named.initCause(error);
    return named;
  }

  /// Lets other clients of a share see what was published in directories: on NFS version 3 a change
  /// in the same tick as the one before is not seen (spec C.4).
  void settle(Path... directories) throws IOException {
    if (ticking) {
      files.pause(TICK);
      for (Path directory : directories) {
        files.touch(directory);
      }
    }
  }

  /// Creates a file that nobody else knows, with its content on the disk.
  ///
  /// @param directory where
  /// @param purpose a word in its name, which is `.<purpose>.<uuid>.tmp`
  /// @param content its text
  /// @return its path
  Path createTemporary(Path directory, String purpose, String content) throws IOException {
    return createTemporary(directory, purpose, content, true);
  }

  /// Creates a file that nobody else knows.
  ///
  /// @param directory where
  /// @param purpose a word in its name, which is `.<purpose>.<uuid>.tmp`
  /// @param content its text
  /// @param lasting whether the content is forced to the disk
  /// @return its path
  Path createTemporary(Path directory, String purpose, String content, boolean lasting)
      throws IOException {
    Path file = temporaryName(directory, purpose);
    try (FileChannel channel = files.createNew(file)) {
      write(channel, file, ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
      if (lasting) {
        force(channel, file);
      }
    } catch (IOException | RuntimeException e) {
      discard(file);
      throw e;
    }
    return file;
  }

  /// Creates an empty file.
  ///
  /// @param file its path
  void createEmpty(Path file) throws IOException {
    files.createNew(file).close();
  }

  static Path temporaryName(Path directory, String purpose) {
    return directory.resolve("." + purpose + "." + UUID.randomUUID() + ".tmp");
  }

  /// Whether a name is one of [#temporaryName], or one that the Python original writes under.
  static boolean isTemporary(String name) {
    return name.startsWith(".") && name.endsWith(".tmp");
  }

  /// Puts a small file under a name, complete and forced, if the name is free: [#putIfAbsent] of a
  /// temporary file, which is gone afterwards. The name itself is not forced.
  ///
  /// @return whether the name is this caller's
  boolean putIfAbsent(Path name, String content) throws IOException {
    return putIfAbsent(name, content, true);
  }

  /// Puts a small file under a name, complete, if the name is free.
  ///
  /// @param name the name
  /// @param content its text
  /// @param lasting whether the content is forced to the disk
  /// @return whether the name is this caller's
  boolean putIfAbsent(Path name, String content, boolean lasting) throws IOException {
    Path directory = Objects.requireNonNull(name.getParent());
    Path temporary = createTemporary(directory, "put", content, lasting);
    try {
      return putIfAbsent(temporary, name);
    } finally {
      discard(temporary);
    }
  }

  /// Gives a complete file a name, if the name is free: see [AtomicFiles#putIfAbsent].
  ///
  /// @param temporary the file, on the same file system
  /// @param name the name it is to have
  /// @return whether it has the name; false if the name is another file's
  /// @throws IOException if the name could not be made
  boolean putIfAbsent(Path temporary, Path name) throws IOException {
    return atomic.putIfAbsent(temporary, name);
  }

  /// Gives a file a second name, where that can be done: see [AtomicFiles#linkIfPossible].
  ///
  /// @param existing the file, which keeps the name it has
  /// @param name the additional name
  /// @return whether it has the name; false if there are no hard links, or no more of this file
  /// @throws IOException if the name could not be made
  boolean linkIfPossible(Path existing, Path name) throws IOException {
    return atomic.linkIfPossible(existing, name);
  }

  /// Whether a file is of a process that has died, or older than a lock may be.
  ///
  /// @param owner the process that made it; null if it does not say
  /// @param file the file in question
  /// @return false also if the owner may live, and the file is gone
  boolean isLeftBehind(@Nullable ProcessIdentity owner, Path file) throws IOException {
    return (owner != null && processes.isDead(owner)) || isStale(file);
  }

  /// Whether a file is older than a lock may be, by the clock of the file server, which a file that
  /// is made beside it tells.
  ///
  /// @param file the file in question
  /// @return false also if it is gone
  boolean isStale(Path file) throws IOException {
    Path directory = Objects.requireNonNull(file.getParent());
    Path clock = createTemporary(directory, "clock", "", false);
    try {
      return isStale(clock, file);
    } finally {
      discard(clock);
    }
  }

  /// Whether a file is older than a lock may be, by the clock of the file server (spec C2, "stale
  /// lock").
  ///
  /// @param fresh a file that this process has just created in the same directory
  /// @param file the file in question
  /// @return false also if it is gone
  boolean isStale(Path fresh, Path file) throws IOException {
    try {
      long age =
          files.attributes(fresh).lastModifiedTime().toMillis()
              - files.attributes(file).lastModifiedTime().toMillis();
      return age > options.lockLease().toMillis();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// Takes away a file that was judged to be left behind, and no other one: what comes away with
  /// the name is compared with what was judged, and put back if it is another.
  ///
  /// @param file the file
  /// @param judged what it was when it was judged
  /// @return whether it is gone
  /// @throws IOException if it can neither be taken away nor put back
  boolean remove(Path file, FileIdentity judged) throws IOException {
    Path stale = temporaryName(Objects.requireNonNull(file.getParent()), "stale_lock");
    try {
      files.rename(file, stale);
    } catch (NoSuchFileException e) {
      return true;
    }
    boolean same = judged.equals(FileIdentity.read(files, stale));
    if (!same) {
      putIfAbsent(stale, file);
    }
    discard(stale);
    return same;
  }

  /// Deletes a file that nobody needs. Best effort: one that cannot be deleted is passed over by
  /// every reader, and goes with its version.
  void discard(Path file) {
    try {
      files.delete(file);
    } catch (IOException e) {
      // Gone, or open on a platform that deletes no open file.
    }
  }

  /// Creates a directory with its parents, and makes the new names last.
  void createDirectories(Path directory) throws IOException {
    if (files.exists(directory)) {
      return;
    }
    Path parent = Objects.requireNonNull(directory.toAbsolutePath().getParent());
    createDirectories(parent);
    try {
      files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      if (!files.attributes(directory).isDirectory()) {
        throw new IOException("create: " + directory + ": expected a directory, got a file", e);
      }
    }
    forceNames(parent);
  }
}
