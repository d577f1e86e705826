package dev.frazil.engine.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The seals of a version: each says that a compaction is about to commit another version with the
/// same rows, and that whoever appends has to wait for that decision (spec C2, "compact").
///
/// A seal is `.seal.N`, put there if it is not there; N counts up, and a next seal can only follow
/// one whose version was given up. Two orders make it safe. Whoever appends claims its index first
/// and looks for a seal afterwards; whoever compacts puts its seal first and looks for claims
/// afterwards. So at least one of the two sees the other: a claim that the compaction does not see
/// belongs to somebody who sees the seal.
///
/// A seal is short-lived, and holds nobody up for good: when its owner has died, or when it is
/// older than a lock may be, anyone gives its version up.
final class Seals {
  private static final String PREFIX = ".seal.";
  private static final String TARGET = "version";
  static final Duration POLL = Duration.ofMillis(4);
  private static final long JUDGE_NANOS = Duration.ofMillis(500).toNanos();

  /// The versions that compactions of this process are about to commit.
  private static final Set<Path> UNDER_WAY = ConcurrentHashMap.newKeySet();

  private final Profile profile;
  private final Platform platform;
  private final VersionDirectory version;

  /// The seals of one version.
  ///
  /// @param profile the profile
  /// @param version the version, under a lease of the caller's
  Seals(Profile profile, VersionDirectory version) {
    this.profile = profile;
    this.platform = profile.platform();
    this.version = version;
  }

  /// A seal that was read.
  private record Seal(Path path, long target, @Nullable ProcessIdentity owner) {}

  /// Seals the version for a compaction. Appends wait from now on until the target is decided.
  ///
  /// The next index is claimed as well, so that the order of the indexes shows where the version
  /// ended.
  ///
  /// @param target the version that is to have the rows
  /// @param format the format of the version's files
  /// @return the claimed index; empty if another compaction is under way, or has come to its end
  /// @throws IOException if the seal cannot be put there
  OptionalLong put(long target, DataFormat format) throws IOException {
    for (int ordinal = 0; ; ordinal++) {
      Path file = file(ordinal);
      ObjectNode document = StoreJson.object();
      document.put(TARGET, target);
      platform.processes().self().write(document);
      UNDER_WAY.add(identity(target));
      if (platform.putIfAbsent(file, StoreJson.text(document))) {
        long index = claimIndex(format, StoreJson.text(document));
        platform.forceNames(version.path());
        platform.settle(version.path());
        return OptionalLong.of(index);
      }
      Seal seal = find(ordinal);
      if (seal != null && !isGivenUp(seal)) {
        return OptionalLong.empty();
      }
    }
  }

  /// Tells that the compaction of a seal has come to its end in this process, well or badly: should
  /// its version be undecided, for want of a disk that takes a decision, nobody need wait for it.
  ///
  /// @param target the version that was to have the rows
  void end(long target) {
    UNDER_WAY.remove(identity(target));
  }

  private Path identity(long target) {
    return profile.version(target).path().toAbsolutePath();
  }

  private long claimIndex(DataFormat format, String text) throws IOException {
    long index = version.freeIndex(format);
    while (!platform.putIfAbsent(version.claim(index, format), text)) {
      index++;
    }
    return index;
  }

  /// Waits until the version's seal, if it has one, is decided. To be called after an index was
  /// claimed, and before anything is published under it.
  ///
  /// @return the version that has taken this one's rows over; empty if there is none
  /// @throws IOException if the seals cannot be read, or the thread is interrupted
  OptionalLong await() throws IOException {
    platform.files().barrier(version.path());
    for (int ordinal = 0; ; ordinal++) {
      Seal seal = find(ordinal);
      if (seal == null) {
        return OptionalLong.empty();
      }
      if (!isGivenUpAfterWait(seal)) {
        return OptionalLong.of(seal.target());
      }
    }
  }

  private boolean isGivenUpAfterWait(Seal seal) throws IOException {
    long judged = System.nanoTime() - JUDGE_NANOS;
    while (true) {
      VersionState state = profile.state(seal.target());
      switch (state) {
        case VersionState.Committed _, VersionState.Foreign _ -> {
          return false;
        }
        case VersionState.Aborted _ -> {
          return true;
        }
        case VersionState.Absent _ -> {
          return isNeverReached(seal);
        }
        case VersionState.Pending _ -> {
          if (System.nanoTime() - judged >= JUDGE_NANOS) {
            judged = System.nanoTime();
            giveUpIfLeftBehind(seal);
          } else {
            platform.files().pause(POLL);
          }
        }
      }
    }
  }

  /// Whether the version of a seal will never be committed, without waiting for it.
  private boolean isGivenUp(Seal seal) throws IOException {
    if (profile.state(seal.target()) instanceof VersionState.Pending) {
      giveUpIfLeftBehind(seal);
    }
    return switch (profile.state(seal.target())) {
      case VersionState.Aborted _ -> true;
      case VersionState.Absent _ -> isNeverReached(seal);
      case VersionState.Committed _, VersionState.Foreign _, VersionState.Pending _ -> false;
    };
  }

  /// Whether the version of a seal, which is gone, was deleted before there was one as late as it.
  /// Otherwise it was pruned: it may have been committed, and what was appended to it is in later
  /// versions, which are the place for more rows.
  private boolean isNeverReached(Seal seal) throws IOException {
    return profile.latest().number() < seal.target();
  }

  private void giveUpIfLeftBehind(Seal seal) throws IOException {
    ProcessIdentity owner = seal.owner();
    boolean over =
        platform.processes().self().equals(owner) && !UNDER_WAY.contains(identity(seal.target()));
    if (over || platform.isLeftBehind(owner, seal.path())) {
      profile.giveUp(seal.target());
    }
  }

  private @Nullable Seal find(int ordinal) throws IOException {
    Path file = file(ordinal);
    try {
      ObjectNode document = StoreJson.object(file, platform.files().read(file));
      return new Seal(
          file, StoreJson.requireNumber(file, document, TARGET), ProcessIdentity.read(document));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private Path file(int ordinal) {
    return version.path().resolve(PREFIX + ordinal);
  }
}
