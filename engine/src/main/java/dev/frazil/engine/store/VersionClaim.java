package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;

/// A version number that belongs to one writer, who fills the version's directory and then decides
/// about it, once (spec C2, I1 and I3). Until it is committed nobody reads it; a writer that dies
/// leaves it behind, unseen, for `prune`.
///
/// The claim holds a lease, so that a version in the making is not pruned while its writer lives.
/// Its owner closes it. Not thread-safe.
final class VersionClaim implements AutoCloseable {
  private static final int MAX_ATTEMPTS = 1000;

  private final Profile profile;
  private final VersionDirectory version;
  private final long parent;
  private final String uuid;
  private final Lease lease;
  private boolean asked;

  private VersionClaim(
      Profile profile, VersionDirectory version, long parent, String uuid, Lease lease) {
    this.profile = profile;
    this.version = version;
    this.parent = parent;
    this.uuid = uuid;
    this.lease = lease;
  }

  /// Claims the number after the latest version, or the next free one.
  ///
  /// @param profile the profile; its directory is made if it is not there
  /// @return the claim
  /// @throws IOException if the directory cannot be made
  static VersionClaim claim(Profile profile) throws IOException {
    profile.platform().createDirectories(profile.path());
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      Profile.Latest latest = profile.latest();
      if (latest.isNone()) {
        forceAncestors(profile);
      }
      VersionDirectory version = createNext(profile, latest.number() + 1);
      if (profile.manifest().version() >= version.number()) {
        // The number was free because its version has been pruned: it is not to come back.
        profile.platform().discard(version.path());
        continue;
      }
      String uuid = UUID.randomUUID().toString();
      try {
        profile.platform().createEmpty(version.writer());
        Lease lease = profile.platform().leases().share(version);
        return new VersionClaim(profile, version, latest.number(), uuid, lease);
      } catch (NoSuchFileException | VersionPrunedException e) {
        // Others have gone beyond the number, and pruned it.
      }
    }
    throw new IOException(
        "write: "
            + profile.path()
            + ": expected a free version number, got none in "
            + MAX_ATTEMPTS
            + " attempts");
  }

  /// Makes the names on the way to a profile last: whoever made them may not have come to it.
  private static void forceAncestors(Profile profile) throws IOException {
    Path directory = profile.path();
    while (!directory.equals(profile.root())) {
      directory = Objects.requireNonNullElse(directory.getParent(), profile.root());
      profile.platform().forceNames(directory);
    }
  }

  private static VersionDirectory createNext(Profile profile, long first) throws IOException {
    for (long number = first; ; number++) {
      VersionDirectory version = profile.version(number);
      try {
        profile.platform().files().createDirectory(version.path());
        return version;
      } catch (FileAlreadyExistsException e) {
        // Another writer's, alive or dead.
      }
    }
  }

  /// The version's directory.
  VersionDirectory version() {
    return version;
  }

  /// The version that was the latest one when this one was claimed; [Manifest#NONE] if there was
  /// none.
  long parent() {
    return parent;
  }

  /// The name of this attempt, for [VersionFacts#writer()].
  String uuid() {
    return uuid;
  }

  /// Makes what the directory holds last, and its own name: to be called before [#commit].
  ///
  /// @throws IOException if it cannot be forced
  void force() throws IOException {
    profile.platform().forceNames(version.path());
    profile.platform().forceNames(profile.path());
  }

  /// Commits the version: the moment from which it is read.
  ///
  /// An error may leave open whether it is committed, when a server does not answer any more. The
  /// version is then given up; should that be impossible, too, the version may still appear.
  ///
  /// @param record a record with the version's facts and this claim's [#uuid]
  /// @return whether it is committed; false if somebody else had decided before, or pruned it
  /// @throws IOException if it cannot be decided
  boolean commit(CommitRecord record) throws IOException {
    asked = true;
    try {
      return version.decide(record);
    } catch (NoSuchFileException e) {
      if (profile.platform().files().exists(version.path())) {
        throw e;
      }
      return false;
    } catch (IOException e) {
      try {
        version.decide(new CommitRecord.Aborted(uuid));
        CommitRecord decided = version.commitRecord();
        if (decided != null && decided.text().equals(record.text())) {
          return true;
        }
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /// Gives the version up after an error, so that it is never read: what was put into it is
  /// deleted, unless it might have been committed all the same. Its number stays taken.
  ///
  /// @param data names of data files that this writer has put there
  void giveUp(Path... data) {
    boolean unread = !asked;
    try {
      unread |= version.decide(new CommitRecord.Aborted(uuid));
      unread |= version.commitRecord() instanceof CommitRecord.Aborted;
    } catch (IOException e) {
      // Undecided, it is not read either; but nobody knows.
    }
    if (unread) {
      for (Path file : data) {
        profile.platform().discard(file);
      }
    }
  }

  @Override
  public void close() {
    lease.close();
  }
}
