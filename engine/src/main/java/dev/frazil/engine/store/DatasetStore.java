package dev.frazil.engine.store;

import dev.frazil.engine.arrow.RecordBatchSource;
import dev.frazil.engine.file.FileFailure;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// A directory of profiles, each of which is a sequence of versions, each of which is a set of
/// Parquet or CSV files. Any number of processes on any number of machines may use it at the same
/// time, the Python original among them, on a local disk or on NFS.
///
/// What a call has returned stays, after a power cut too as far as [#durability()] goes. A call
/// that fails has changed nothing that a reader can see. No call waits for a process that has died.
/// Immutable and thread-safe.
///
/// Where there are no hard links, files are renamed under the protection of markers instead. Links
/// and markers know nothing of each other: of a directory that several machines share, either all
/// of them must see hard links, or none.
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
    } catch (IOException e) {
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
    try (SourceSet sources = new SourceSet(List.of(rows))) {
      return sources.made(new VersionWrite(profile(key), request).write(rows));
    } catch (IOException e) {
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
    try (SourceSet sources = new SourceSet(List.of(rows))) {
      return sources.made(new FileAppend(profile(key), request).append(rows));
    } catch (IOException e) {
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
    } catch (IOException e) {
      throw failure("read", e, directory);
    }
  }

  /// All versions of a profile that can be read.
  ///
  /// @param key the profile
  /// @return the versions, ascending
  /// @throws ProfileNotFoundException if the profile has no version
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if the profile cannot be read
  public List<CommittedVersion> versions(ProfileKey key) throws IOException {
    try {
      return new Versions(profile(key)).list();
    } catch (IOException e) {
      throw failure("versions", e, directory);
    }
  }

  /// All profiles of the store.
  ///
  /// @return their keys, parents before children, in the order of their names
  /// @throws IOException if a directory cannot be listed
  public List<ProfileKey> profiles() throws IOException {
    return profilesBelow(null);
  }

  /// The profiles at a key and below it.
  ///
  /// @param prefix the key, itself a profile or not
  /// @return their keys, parents before children, in the order of their names
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if a directory cannot be listed
  public List<ProfileKey> profiles(ProfileKey prefix) throws IOException {
    return profilesBelow(prefix);
  }

  private List<ProfileKey> profilesBelow(@Nullable ProfileKey prefix) throws IOException {
    try {
      return new Profiles(platform, directory).below(prefix);
    } catch (IOException e) {
      throw failure("profiles", e, directory);
    }
  }

  /// Opens the files of all profiles of the store, as [#readAll(ProfileKey, ReadRequest)] does.
  ///
  /// @param request which version of each
  /// @return the snapshots, to be closed by the caller
  /// @throws IOException if a profile cannot be read
  public SnapshotSet readAll(ReadRequest request) throws IOException {
    return readBelow(null, request);
  }

  /// Opens the files of the profiles at a key and below it, to be read as one: their versions are
  /// those of one moment, so that a commit of several profiles is read whole or not at all.
  ///
  /// A profile that came to be later than the time of the request, or has no version of its format,
  /// is left out.
  ///
  /// @param prefix the key, itself a profile or not
  /// @param request which version of each; not a token
  /// @return the snapshots, to be closed by the caller
  /// @throws ProfileNotFoundException if there is no such profile
  /// @throws VersionNotFoundException if a profile never had the version
  /// @throws VersionPrunedException if a version is gone
  /// @throws TagNotFoundException if a profile does not have the tag
  /// @throws InvalidTokenException if the request is for a token
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if a profile cannot be read, or they change without end
  public SnapshotSet readAll(ProfileKey prefix, ReadRequest request) throws IOException {
    return readBelow(prefix, request);
  }

  private SnapshotSet readBelow(@Nullable ProfileKey prefix, ReadRequest request)
      throws IOException {
    try {
      return new PrefixRead(new Profiles(platform, directory), prefix, request).read();
    } catch (IOException e) {
      throw failure("read", e, directory);
    }
  }

  /// Makes an old version the latest one again: as a new version that shares its files. The
  /// versions between them stay.
  ///
  /// @param key the profile
  /// @param version the old version
  /// @return the new one
  /// @throws VersionNotFoundException if the version was never committed
  /// @throws VersionPrunedException if it is gone
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if the version cannot be made; nothing has changed then
  public WriteResult rollback(ProfileKey key, long version) throws IOException {
    try {
      return new Rollback(profile(key), version).run();
    } catch (IOException e) {
      throw failure("rollback", e, directory);
    }
  }

  /// Deletes old versions. What somebody reads or appends to stays, and so do the latest version
  /// and the newest one of each format.
  ///
  /// @param key the profile
  /// @param request which versions may go
  /// @return which went
  /// @throws ProfileNotFoundException if the profile has no version
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if a version cannot be taken away; others may be gone by then
  public PruneResult prune(ProfileKey key, PruneRequest request) throws IOException {
    try {
      return new Pruning(profile(key), request).run();
    } catch (IOException e) {
      throw failure("prune", e, directory);
    }
  }

  /// Gives a version a name, by which it can be read, and which keeps it from being pruned. Does
  /// nothing if it has the name already.
  ///
  /// @param key the profile
  /// @param name the tag, a name that a file may have
  /// @param version the version
  /// @throws InvalidTagException if the name cannot be one
  /// @throws TagConflictException if it is another version's
  /// @throws VersionNotFoundException if the version was never committed
  /// @throws VersionPrunedException if it is gone
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if the tag cannot be made
  public void tag(ProfileKey key, String name, long version) throws IOException {
    try {
      new Tags(profile(key)).put(name, version);
    } catch (IOException e) {
      throw failure("tag", e, directory);
    }
  }

  /// Takes a name from its version, which stays until it is pruned.
  ///
  /// @param key the profile
  /// @param name the tag
  /// @throws InvalidTagException if the name cannot be one
  /// @throws TagNotFoundException if there is no such tag
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if the tag cannot be taken away
  public void untag(ProfileKey key, String name) throws IOException {
    try {
      new Tags(profile(key)).delete(name);
    } catch (IOException e) {
      throw failure("tag", e, directory);
    }
  }

  /// All tags of a profile.
  ///
  /// @param key the profile
  /// @return the version of each tag; none if there is no such profile
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if the tags cannot be read
  public SortedMap<String, Long> tags(ProfileKey key) throws IOException {
    try {
      return new Tags(profile(key)).all();
    } catch (IOException e) {
      throw failure("tag", e, directory);
    }
  }

  /// Merges the files of the latest version into one, as a new version with the same rows in the
  /// same order. What is appended meanwhile is in the new version, too.
  ///
  /// @param key the profile
  /// @param request how it is compacted
  /// @return the version; the latest one itself if it has too few files
  /// @throws ProfileNotFoundException if the profile has no version
  /// @throws VersionConflictException if another compaction is under way
  /// @throws EscapedKeyException if the key leads out of the directory
  /// @throws IOException if the rows cannot be copied; nothing has changed then
  public CompactResult compact(ProfileKey key, CompactRequest request) throws IOException {
    try {
      return new Compaction(profile(key), request).run();
    } catch (IOException e) {
      throw failure("compact", e, directory);
    }
  }

  /// Makes a version of each of several profiles, all of which become readable at one moment. To
  /// the Python original they become so one after the other.
  ///
  /// @param rows the rows of each profile; the sources are closed, on every path
  /// @param request how all of them are written; without an expected parent. A token makes the
  ///   whole commit happen once
  /// @return the versions, in the order of the keys
  /// @throws TokenConflictException if the token was used for other rows or other profiles
  /// @throws EscapedKeyException if a key leads out of the directory
  /// @throws dev.frazil.engine.SchemaException if the format has no place for a column
  /// @throws IllegalArgumentException if there is no profile, or the request expects a parent
  /// @throws IOException if the rows cannot be read or a version not be written; no reader sees any
  ///   of them then
  public List<WriteResult> commit(Map<ProfileKey, RecordBatchSource> rows, WriteRequest request)
      throws IOException {
    try (SourceSet sources = new SourceSet(rows.values())) {
      Profiles profiles = new Profiles(platform, directory);
      return sources.made(TransactionCommit.of(rows, profiles, request).run());
    } catch (IOException e) {
      throw failure("commit", e, directory);
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
    } catch (IOException e) {
      throw failure("read", e, directory);
    }
  }

  /// The directory of a profile.
  private Profile profile(ProfileKey key) throws IOException {
    return new Profiles(platform, directory).of(key);
  }

  /// An error of the operating system in the house's form; other errors say for themselves what
  /// failed.
  private static IOException failure(String what, IOException cause, Path directory) {
    return switch (cause) {
      case FileSystemException e when e.getFile() != null ->
          FileFailure.of(what, Path.of(e.getFile()), e);
      case FileSystemException e -> FileFailure.of(what, directory, e);
      case ClosedByInterruptException e -> FileFailure.of(what, directory, e);
      default -> cause;
    };
  }
}
