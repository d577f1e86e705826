package dev.frazil.engine.store;

import dev.frazil.engine.scan.DataFormat;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Deleting versions that nobody needs any longer (spec C2, "prune").
///
/// A version goes in four steps, and may be left after each: what was never decided is decided to
/// be aborted, so that a writer that comes back finds its version given up; an exclusive lease
/// keeps readers out; a rename takes the version away at once; then its files are deleted, by this
/// call or by any later one. Only versions before that of the manifest are touched, so no number is
/// used twice (I1).
final class Pruning {
  private final Profile profile;
  private final Platform platform;
  private final Versions versions;
  private final Tags tags;
  private final Trash trash;
  private final PruneRequest request;

  /// The pruning of one profile.
  ///
  /// @param profile the profile
  /// @param request what may go
  Pruning(Profile profile, PruneRequest request) {
    this.profile = profile;
    this.platform = profile.platform();
    this.versions = new Versions(profile);
    this.tags = new Tags(profile);
    this.trash = new Trash(profile);
    this.request = request;
  }

  /// Prunes.
  ///
  /// @return what went
  /// @throws ProfileNotFoundException if the profile has no version
  /// @throws IOException if the profile cannot be looked at, or a version not be taken away
  PruneResult run() throws IOException {
    Profile.Latest latest = profile.latest();
    if (latest.isNone()) {
      throw profile.notFound();
    }
    Instant now = serverTime();
    if (!request.dryRun()) {
      profile.publish(latest.number());
      trash.empty();
      trash.sweep(now);
    }
    List<Long> pruned = new ArrayList<>();
    List<Long> held = new ArrayList<>();
    for (Candidate candidate : candidates(latest, now)) {
      if (request.dryRun()) {
        pruned.add(candidate.number());
      } else {
        switch (remove(candidate)) {
          case PRUNED -> pruned.add(candidate.number());
          case HELD -> held.add(candidate.number());
          case KEPT -> {}
        }
      }
    }
    return new PruneResult(pruned, held);
  }

  /// A version that every rule lets go.
  ///
  /// @param number the version
  /// @param readable whether it could be read
  private record Candidate(long number, boolean readable) {}

  /// The versions that every rule lets go, ascending.
  private List<Candidate> candidates(Profile.Latest latest, Instant now) throws IOException {
    long end = Math.min(latest.number(), profile.manifest().version());
    Instant oldest = now.minus(request.olderThan());
    Map<DataFormat, Integer> kept = new EnumMap<>(DataFormat.class);
    List<Candidate> candidates = new ArrayList<>();
    List<Long> tagged = tagged();
    // When the version that is looked at stopped being the latest one.
    Instant superseded = Instant.MAX;
    for (long number : profile.numbers().reversed()) {
      VersionState state = profile.state(number, latest.manifest());
      try {
        boolean old;
        switch (state) {
          case VersionState.Absent _ -> {
            continue;
          }
          case VersionState.Committed _, VersionState.Foreign _ -> {
            DataFormat format = versions.format(number, state);
            int newer = format == null ? request.keep() : kept.getOrDefault(format, 0);
            if (format != null) {
              kept.put(format, newer + 1);
            }
            old = newer >= request.keep() && !superseded.isAfter(oldest);
            superseded = versions.committedAt(number);
          }
          case VersionState.Aborted _ -> old = true;
          case VersionState.Pending _ -> old = !lastChange(number).isAfter(oldest);
        }
        if (old && number < end && !tagged.contains(number)) {
          candidates.addFirst(new Candidate(number, state.isReadable()));
        }
      } catch (NoSuchFileException e) {
        // Another process prunes as well.
      }
    }
    return candidates;
  }

  private List<Long> tagged() throws IOException {
    return request.keepTags() ? List.copyOf(tags.all().values()) : List.of();
  }

  private Instant lastChange(long number) throws IOException {
    return platform
        .files()
        .attributes(profile.version(number).path())
        .lastModifiedTime()
        .toInstant();
  }

  /// The time of the file server: that of a file that it has just made.
  private Instant serverTime() throws IOException {
    Path fresh = platform.createTemporary(profile.path(), "clock", "", false);
    try {
      return platform.files().attributes(fresh).lastModifiedTime().toInstant();
    } finally {
      platform.discard(fresh);
    }
  }

  private enum Removal {
    PRUNED,
    HELD,
    KEPT
  }

  private Removal remove(Candidate candidate) throws IOException {
    VersionDirectory version = profile.version(candidate.number());
    CommitRecord record = version.commitRecord();
    Path removed;
    try (Lease lease = platform.leases().exclude(version)) {
      if (lease == null) {
        return Removal.HELD;
      }
      // What was tagged before the lease was taken can be seen; later nobody can tag it.
      if (tagged().contains(candidate.number()) || (!candidate.readable() && !isGivenUp(version))) {
        return Removal.KEPT;
      }
      giveUpTokens(candidate, version);
      removed = add(version, lease);
    } catch (NoSuchFileException e) {
      return Removal.KEPT;
    }
    if (removed == null) {
      return Removal.HELD;
    }
    // The lease's channel is closed: a share can delete the file (spec C.5).
    trash.delete(removed);
    if (record instanceof CommitRecord.InTransaction(String transaction, VersionFacts _)) {
      profile.transactions().forget(transaction);
    }
    return Removal.PRUNED;
  }

  /// Takes a version away. Windows renames no directory of which a file is open, be it the lease
  /// itself: that is closed then, and what keeps the version is that every other reader has the
  /// file open as well.
  ///
  /// @return where its files are; null if somebody has one of them open
  private @Nullable Path add(VersionDirectory version, Lease lease) throws IOException {
    try {
      return trash.add(version);
    } catch (AccessDeniedException e) {
      lease.close();
      try {
        return trash.add(version);
      } catch (AccessDeniedException again) {
        return null;
      }
    }
  }

  /// Makes sure that a version will never be readable.
  ///
  /// @return false if it has become readable since it was looked at, or is gone
  private boolean isGivenUp(VersionDirectory version) throws IOException {
    return profile.giveUp(version.number()) instanceof VersionState.Aborted;
  }

  /// Remembers of the places in a version where nothing was ever read, that tokens may name them.
  private void giveUpTokens(Candidate candidate, VersionDirectory version) throws IOException {
    Tokens tokens = new Tokens(profile);
    if (!candidate.readable()) {
      tokens.giveUp(candidate.number(), 0);
      return;
    }
    VersionDirectory.DataFile first = version.firstFile(profile.state(candidate.number()));
    if (first != null) {
      for (long index : new Fences(version, first.format()).closed()) {
        tokens.giveUp(candidate.number(), index);
      }
    }
  }
}
