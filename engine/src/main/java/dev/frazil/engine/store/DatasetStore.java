package dev.frazil.engine.store;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.FileFailure;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.OptionalLong;

/// A directory of profiles, each of which is a sequence of versions, each of which is a set of
/// Parquet or CSV files. Any number of processes on any number of machines may use it at the same
/// time, the Python original among them, on a local disk or on NFS.
///
/// What a call has returned stays, after a power cut too as far as [#durability()] goes. A call
/// that fails has changed nothing that a reader can see. No call waits for a process that has died.
/// Immutable and thread-safe.
public final class DatasetStore {
  private final Path directory;
  private final Platform platform;

  private DatasetStore(Path directory, Platform platform) {
    this.directory = directory;
    this.platform = platform;
  }

  /// Opens a store; there is nothing to close.
  ///
  /// @param directory its directory, made if it is not there
  /// @param options how it is used
  /// @return the store
  /// @throws IOException if the directory cannot be made or looked at
  public static DatasetStore open(Path directory, StoreOptions options) throws IOException {
    return open(
        directory, options, new NioFileCalls(), new LinuxProcessTable(), LeaseTable.PROCESS);
  }

  /// Opens a store on other ground.
  ///
  /// @param directory its directory, made if it is not there
  /// @param options how it is used
  /// @param files the calls on the file system
  /// @param processes the processes of this machine
  /// @param leases the leases of this process
  /// @return the store
  /// @throws IOException if the directory cannot be made or looked at
  static DatasetStore open(
      Path directory,
      StoreOptions options,
      FileCalls files,
      ProcessTable processes,
      LeaseTable leases)
      throws IOException {
    try {
      return new DatasetStore(
          directory, Platform.open(directory, options, files, processes, leases));
    } catch (FileSystemException e) {
      throw failure("open", e, directory);
    }
  }

  /// What of an acknowledged change survives a power cut here.
  ///
  /// @return all of it, unless the platform cannot force the names in a directory
  public Durability durability() {
    return platform.durability();
  }

  /// Makes a version.
  ///
  /// @param key the profile, made if it is not there
  /// @param rows its rows; the source is closed, on every path
  /// @param request how it is written
  /// @return the version
  /// @throws VersionConflictException if another version than the expected one is the latest
  /// @throws TokenConflictException if the token was used for other rows
  /// @throws ProfileLockedException if the options ask for the original's lock and it is not free
  /// @throws InvalidKeyException if the platform has no path for the key
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws dev.frazil.engine.SchemaException if the format has no place for a column
  /// @throws IOException if the rows cannot be read or the version not be written; no reader sees
  ///   it then
  public WriteResult write(ProfileKey key, RecordBatchSource rows, WriteRequest request)
      throws IOException {
    try (rows) {
      return new VersionWrite(profile(key), request).write(rows);
    } catch (FileSystemException e) {
      throw failure("write", e, directory);
    }
  }

  /// Adds rows to a version.
  ///
  /// @param key the profile
  /// @param rows the rows; the source is closed, on every path
  /// @param request to which version, and how
  /// @return where the rows are
  /// @throws ProfileNotFoundException if the profile has no version
  /// @throws VersionNotFoundException if it never had the version
  /// @throws VersionPrunedException if the version is gone
  /// @throws VersionConflictException if the version should be the latest one and is not
  /// @throws ColumnsMismatchException if the columns have other names than those of the version
  /// @throws TokenConflictException if the token was used for other rows
  /// @throws InvalidKeyException if the platform has no path for the key
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws dev.frazil.engine.SchemaException if a column cannot be cast
  /// @throws IOException if the rows cannot be read or written; no reader sees them then
  public AppendResult append(ProfileKey key, RecordBatchSource rows, AppendRequest request)
      throws IOException {
    try (rows) {
      return new FileAppend(profile(key), request).append(rows);
    } catch (FileSystemException e) {
      throw failure("append", e, directory);
    }
  }

  /// Opens the files of a version as they are at this moment.
  ///
  /// @param key the profile
  /// @param request which version
  /// @return a snapshot, to be closed by the caller
  /// @throws ProfileNotFoundException if the profile has no version, or none of the format
  /// @throws VersionNotFoundException if it never had the version
  /// @throws VersionPrunedException if the version is gone
  /// @throws InvalidTokenException if the token of the request is none
  /// @throws InvalidKeyException if the platform has no path for the key
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if the profile cannot be read
  public Snapshot read(ProfileKey key, ReadRequest request) throws IOException {
    try {
      return new SnapshotRead(profile(key), request).read();
    } catch (FileSystemException e) {
      throw failure("read", e, directory);
    }
  }

  /// The latest version of a profile, of any format.
  ///
  /// @param key the profile
  /// @return its number; empty if there is none
  /// @throws InvalidKeyException if the platform has no path for the key
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if the profile cannot be read
  public OptionalLong latest(ProfileKey key) throws IOException {
    try {
      Profile profile = profile(key);
      Profile.Latest latest = profile.publishedLatest();
      return latest.isNone() ? OptionalLong.empty() : OptionalLong.of(latest.number());
    } catch (FileSystemException e) {
      throw failure("read", e, directory);
    }
  }

  /// The directory of a profile.
  private Profile profile(ProfileKey key) throws IOException {
    return new Profile(platform, directory, key, key.directory(directory, platform.files()));
  }

  /// An error of the operating system in the house's form.
  private static IOException failure(String what, FileSystemException cause, Path directory) {
    String file = cause.getFile();
    return FileFailure.of(what, file == null ? directory : Path.of(file), cause);
  }
}
