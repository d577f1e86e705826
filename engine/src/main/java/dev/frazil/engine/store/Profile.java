package dev.frazil.engine.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The directory of one profile: its manifest, its versions, and what each of them is. Immutable
/// and thread-safe.
///
/// @param platform the file system
/// @param root the directory of the store
/// @param key the profile
/// @param path its directory, which need not exist
record Profile(Platform platform, Path root, ProfileKey key, Path path) {
  private static final int MAX_RESTARTS = 100;
  private static final Duration POLL = Duration.ofMillis(5);

  /// The latest version.
  ///
  /// @param number the version; [Manifest#NONE] if the profile has none
  /// @param manifest the version that `manifest.json` names, which may lag behind
  record Latest(long number, long manifest) {
    /// Whether there is no version.
    boolean isNone() {
      return number == Manifest.NONE;
    }
  }

  /// A version's directory.
  ///
  /// @param number the version
  /// @return its directory, which need not exist
  VersionDirectory version(long number) {
    return new VersionDirectory(platform, number, path.resolve(VersionNumbers.name(number)));
  }

  /// The commits of several profiles that this one's versions may be part of.
  Transactions transactions() {
    return new Transactions(platform, root);
  }

  Path manifestPath() {
    return path.resolve(Manifest.NAME);
  }

  /// The manifest as it is at this moment.
  Manifest manifest() throws IOException {
    platform.files().barrier(path);
    return Manifest.read(platform.files(), manifestPath());
  }

  /// The numbers of the directories that have a version's name, whatever their state.
  ///
  /// @return numbers, ascending; none if there is no such profile
  /// @throws IOException if the directory cannot be listed
  List<Long> numbers() throws IOException {
    platform.files().barrier(path);
    List<Long> numbers = new ArrayList<>();
    try {
      for (String name : platform.files().list(path)) {
        long number = VersionNumbers.ofName(name);
        if (number >= 0) {
          numbers.add(number);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    Collections.sort(numbers);
    return numbers;
  }

  /// The latest version: the one that the manifest names, or a committed one after it, which is
  /// found by looking at one directory after the other. For versions of stores it never goes back,
  /// whatever happens to the manifest (spec C2, I4).
  ///
  /// @return the version and the manifest
  /// @throws DamagedStoreException if the manifest is damaged and nothing else tells
  /// @throws IOException if the profile cannot be read
  Latest latest() throws IOException {
    for (int i = 0; i < MAX_RESTARTS; i++) {
      Manifest manifest = manifest();
      long best = best(manifest.version());
      // Versions that this walk was to find may have been pruned meanwhile; then the manifest has
      // gone beyond them.
      Manifest now = manifest();
      if (now.version() <= best) {
        if (best == Manifest.NONE && now.damaged()) {
          throw new DamagedStoreException(
              "read: "
                  + manifestPath()
                  + ": expected "
                  + Manifest.text(1)
                  + ", got something else");
        }
        return new Latest(best, now.version());
      }
    }
    throw new IOException(
        "read: " + manifestPath() + ": expected a version that stays, got ever newer ones");
  }

  /// The latest version, which the manifest names when this returns, if it can: see [#publish].
  ///
  /// @return the version and the manifest
  /// @throws DamagedStoreException if somebody has deleted that version
  /// @throws IOException if the profile cannot be read
  Latest publishedLatest() throws IOException {
    Latest latest = latest();
    if (latest.number() > latest.manifest()) {
      publish(latest.number());
    } else if (!latest.isNone()) {
      requirePresent(latest.number());
    }
    return latest;
  }

  /// Refuses a profile whose latest version somebody has deleted: older rows are not the latest
  /// ones.
  private void requirePresent(long number) throws IOException {
    String name = VersionNumbers.name(number);
    if (!platform.files().exists(path.resolve(name)) && manifest().version() == number) {
      throw new DamagedStoreException(
          "read: %s: expected a version that is there, got %s, which is gone"
              .formatted(manifestPath(), name));
    }
  }

  /// The latest committed version by a manifest. One whose version is gone has been put back by a
  /// process that was taken for dead: it says nothing.
  private long best(long manifest) throws IOException {
    if (manifest == Manifest.NONE) {
      return greatest();
    }
    long best = after(manifest);
    boolean gone = best == manifest && !platform.files().exists(version(manifest).path());
    return gone ? Math.max(manifest, greatest()) : best;
  }

  /// The latest committed version from that of the manifest on.
  private long after(long manifest) throws IOException {
    long best = manifest;
    for (long number = manifest + 1; ; number++) {
      VersionState state = state(number, manifest);
      if (state instanceof VersionState.Absent) {
        return best;
      }
      if (state.isReadable()) {
        best = number;
      }
    }
  }

  /// The latest committed version of a profile whose manifest does not tell.
  ///
  /// @return its number; [Manifest#NONE] if there is none
  /// @throws IOException if the versions cannot be looked at
  long greatest() throws IOException {
    for (long number : numbers().reversed()) {
      if (state(number, Manifest.NONE).isReadable()) {
        return number;
      }
    }
    return Manifest.NONE;
  }

  /// What a version is.
  ///
  /// @param number the version
  /// @return its state
  /// @throws IOException if it cannot be found out
  VersionState state(long number) throws IOException {
    return state(number, manifest().version());
  }

  /// What a version is.
  ///
  /// @param number the version
  /// @param manifest the version that the manifest is known to have come to, or [Manifest#NONE]
  /// @return its state
  /// @throws IOException if it cannot be found out
  VersionState state(long number, long manifest) throws IOException {
    VersionDirectory version = version(number);
    platform.files().barrier(version.path());
    CommitRecord record = version.commitRecord();
    return switch (record) {
      case null -> undecided(version, manifest);
      case CommitRecord.Committed(VersionFacts facts) -> new VersionState.Committed(facts);
      case CommitRecord.InTransaction(String transaction, VersionFacts facts) ->
          transactions().state(transaction, facts);
      case CommitRecord.Aborted _ -> {
        // The Python original does not ask whether its version was given up.
        VersionState state = undecided(version, manifest);
        yield state instanceof VersionState.Foreign ? state : new VersionState.Aborted();
      }
    };
  }

  /// The state of a version without a decision of a store.
  private VersionState undecided(VersionDirectory version, long manifest) throws IOException {
    if (!platform.files().exists(version.path())) {
      return new VersionState.Absent();
    }
    if (version.number() == manifest) {
      return new VersionState.Foreign();
    }
    boolean own = version.number() > manifest || platform.files().exists(version.writer());
    return own || version.firstFileOf(null) == null
        ? new VersionState.Pending()
        : new VersionState.Foreign();
  }

  /// Moves the manifest forward to a committed version, if nobody has done so yet: before a caller
  /// is told of the version, or a later reader of the Python original could be shown an older one
  /// (spec C2, "help before return"). Waits no longer than the options allow.
  ///
  /// @param number a committed version
  /// @return whether the manifest names it or a later one
  boolean publish(long number) {
    try {
      if (manifest().version() >= number) {
        return true;
      }
      try (ManifestTurn turn = ManifestTurn.take(this)) {
        if (turn != null) {
          turn.move(number);
        }
        return turn != null || manifest().version() >= number;
      }
    } catch (IOException e) {
      return false;
    }
  }

  /// What follows a commit: makes the commit record last, and the manifest name the version. An
  /// error changes nothing about the version's being committed.
  ///
  /// @param number the version
  /// @param turn the turn to move the manifest, if the caller has it; or null
  /// @return whether all of it could be done
  boolean finish(long number, @Nullable ManifestTurn turn) {
    VersionDirectory version = version(number);
    try {
      platform.forceNames(version.path());
      if (turn != null) {
        turn.move(number);
      }
      boolean published = turn != null || publish(number);
      platform.settle(version.path(), path);
      return published;
    } catch (IOException e) {
      return false;
    }
  }

  /// Refuses a profile without a version.
  ///
  /// @return the exception with the message of the original
  ProfileNotFoundException notFound() {
    return new ProfileNotFoundException("Cannot find files for " + key);
  }

  /// The state of a version that must be there; the manifest names it or a later one when this
  /// returns, if it can: see [#publish].
  ///
  /// @param number the version
  /// @return its state: that it can be read
  /// @throws VersionNotFoundException if it was never committed
  /// @throws VersionPrunedException if it is gone
  /// @throws IOException if it cannot be found out
  VersionState requireReadable(long number) throws IOException {
    long manifest = manifest().version();
    VersionState state = state(number, manifest);
    return switch (state) {
      case VersionState.Committed _, VersionState.Foreign _ -> {
        if (number > manifest) {
          publish(number);
        }
        yield state;
      }
      case VersionState.Absent _ when number < latest().number() -> throw pruned(number);
      case VersionState.Absent _, VersionState.Pending _, VersionState.Aborted _ ->
          throw new VersionNotFoundException(
              "read: %s: expected a committed version, got %s"
                  .formatted(path, VersionNumbers.name(number)));
    };
  }

  /// A lease of a version that is there. One that another process is about to prune, and may leave
  /// after all, is waited for.
  ///
  /// @param number the version
  /// @return the lease
  /// @throws VersionNotFoundException if it was never committed
  /// @throws VersionPrunedException if it is gone
  /// @throws IOException if it cannot be found out
  Lease lease(long number) throws IOException {
    VersionDirectory version = version(number);
    for (int i = 0; i < MAX_RESTARTS; i++) {
      requireReadable(number);
      try {
        return platform.leases().share(version);
      } catch (VersionPrunedException e) {
        platform.files().pause(POLL);
      } catch (NoSuchFileException e) {
        if (platform.files().exists(version.path())) {
          throw e;
        }
      }
    }
    throw pruned(number);
  }

  /// Gives a version up that is not decided, with the whole transaction if it is part of one: it is
  /// never read then, and a writer that is still alive takes another number.
  ///
  /// @param number the version
  /// @return its state after that
  /// @throws IOException if it cannot be decided
  VersionState giveUp(long number) throws IOException {
    VersionDirectory version = version(number);
    try {
      if (!version.decide(new CommitRecord.Aborted(UUID.randomUUID().toString()))
          && version.commitRecord() instanceof CommitRecord.InTransaction(String id, var _)) {
        transactions().abort(id);
      }
    } catch (NoSuchFileException e) {
      if (platform.files().exists(version.path())) {
        throw e;
      }
    }
    return state(number);
  }

  /// Gives up all versions between two that are not decided, so that the later one can follow the
  /// earlier one directly.
  ///
  /// @param parent the earlier version; [Manifest#NONE] for the beginning
  /// @param number the later version, which exists, so that no other comes between them
  /// @return [Manifest#NONE], or a version between them that is committed all the same
  /// @throws IOException if one cannot be decided
  long giveUpBetween(long parent, long number) throws IOException {
    for (long between = parent + 1; between < number; between++) {
      VersionState state = state(between);
      if (state instanceof VersionState.Pending) {
        state = giveUp(between);
      }
      if (state.isReadable() || state instanceof VersionState.Pending) {
        return between;
      }
    }
    return Manifest.NONE;
  }

  VersionPrunedException pruned(long number) {
    return new VersionPrunedException(
        "read: "
            + path
            + ": expected the files of "
            + VersionNumbers.name(number)
            + ", got none: it was pruned");
  }
}
