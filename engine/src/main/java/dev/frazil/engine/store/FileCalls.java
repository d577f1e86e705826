package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Every call on the file system that the store makes, one method a system call or nearly so. What
/// changes a disk goes through here and nowhere else, so that a test can stop after each step, fail
/// it, or take a feature of the platform away. Thread-safe.
///
/// The exceptions are those of `java.nio.file`: what the operating system said, as it said it.
interface FileCalls {
  /// Creates a directory; exactly one of several callers succeeds (spec C).
  ///
  /// @param directory its path; the parent exists
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  /// @throws IOException if it cannot be created
  void createDirectory(Path directory) throws IOException;

  /// Creates an empty file (`O_EXCL`); exactly one of several callers succeeds (spec C).
  ///
  /// @param file its path
  /// @return a channel to read and write it, for the caller to close
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  /// @throws IOException if it cannot be created
  FileChannel createNew(Path file) throws IOException;

  /// Writes all bytes where the channel stands.
  ///
  /// @param file a channel of [#createNew]
  /// @param bytes taken from the position to the limit
  /// @throws IOException if they cannot all be written
  void write(FileChannel file, ByteBuffer bytes) throws IOException;

  /// Makes the content of a file last.
  ///
  /// @param file a channel of [#createNew]
  /// @throws IOException if the disk cannot take it
  void force(FileChannel file) throws IOException;

  /// Makes the names in a directory last.
  ///
  /// @param directory its path
  /// @throws IOException if the disk cannot take them, or the platform cannot do this
  void forceDirectory(Path directory) throws IOException;

  /// Gives a file one more name, if the name is free (`link(2)`); exactly one of several callers
  /// succeeds (spec C).
  ///
  /// @param existing the file
  /// @param name the additional name
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  /// @throws UnsupportedOperationException if the platform has no hard links
  /// @throws IOException if the name cannot be made
  void link(Path existing, Path name) throws IOException;

  /// Renames a file or directory atomically; a file that has the name is replaced.
  ///
  /// @param from the present name
  /// @param to the name to be
  /// @throws IOException if it cannot be renamed
  void rename(Path from, Path to) throws IOException;

  /// Deletes a file or an empty directory.
  ///
  /// @param path what to delete
  /// @throws java.nio.file.NoSuchFileException if there is none
  /// @throws IOException if it cannot be deleted
  void delete(Path path) throws IOException;

  /// Takes the permission to write from everyone.
  ///
  /// @param file a file of this process
  /// @throws IOException if the permissions cannot be changed
  void setReadOnly(Path file) throws IOException;

  /// Sets the time of a directory's last change to that of this machine's clock.
  ///
  /// @param directory its path
  /// @throws IOException if the time cannot be set
  void touch(Path directory) throws IOException;

  /// Opens a lease file, to read and write, or to read where it may not be written. While any
  /// channel of this process has a lock on the file, nobody else may open it (spec C.1).
  ///
  /// @param file its path
  /// @return a channel, for the caller to close
  /// @throws IOException if it cannot be opened
  FileChannel openLease(Path file) throws IOException;

  /// Takes a lock of the whole file between processes, without waiting for another holder.
  ///
  /// @param file a channel of [#openLease]
  /// @param shared whether others may have shared locks as well
  /// @return the lock, which closing the channel gives back; null if another process has one that
  ///   does not go with it
  /// @throws IOException if there are no locks on this file system
  @Nullable FileLock tryLock(FileChannel file, boolean shared) throws IOException;

  /// Reads a small file whole.
  ///
  /// @param file its path
  /// @return its bytes
  /// @throws java.nio.file.NoSuchFileException if there is none
  /// @throws IOException if it cannot be read
  byte[] read(Path file) throws IOException;

  /// Whether a name is there. On a network share only as fresh as the last [#barrier].
  ///
  /// @param path any path
  /// @return whether something has the name
  boolean exists(Path path);

  /// The names in a directory.
  ///
  /// @param directory its path
  /// @return the names in no order
  /// @throws java.nio.file.NoSuchFileException if there is no such directory
  /// @throws IOException if it cannot be listed
  List<String> list(Path directory) throws IOException;

  /// Has a network share look again what is in a directory: opens and closes it (spec C.4). Does
  /// nothing where directories cannot be opened or there is none.
  ///
  /// @param directory its path
  void barrier(Path directory);

  /// Times, size and identity of a file.
  ///
  /// @param path its path
  /// @return its attributes
  /// @throws java.nio.file.NoSuchFileException if there is none
  /// @throws IOException if they cannot be read
  BasicFileAttributes attributes(Path path) throws IOException;

  /// Whether a path ends in a symbolic link, wherever that leads.
  ///
  /// @param path its path
  /// @return false also if there is nothing, or it cannot be looked at
  boolean isSymbolicLink(Path path);

  /// A path without symbolic links.
  ///
  /// @param path something that exists
  /// @return its real path
  /// @throws IOException if there is nothing, or it cannot be resolved
  Path realPath(Path path) throws IOException;

  /// The type of the file system, as the operating system names it: `ext4`, `xfs`, `nfs` (version
  /// 3), `nfs4`, `NTFS` …
  ///
  /// @param path something that exists
  /// @return a name
  /// @throws IOException if it cannot be found out
  String fileSystemType(Path path) throws IOException;

  /// Waits: for the clock of a file server to tick, or for another process to end what it does.
  ///
  /// @param time how long
  /// @throws java.io.InterruptedIOException if the thread is interrupted; it stays so
  void pause(Duration time) throws IOException;
}
