package dev.frazil.engine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One call of `readAll`: the profiles at a key and below it, at one moment. The versions are
/// looked up again and again until nothing has changed between two times: then they were all the
/// ones asked for at the moment in between (spec C2, "multi-profile commit").
final class PrefixRead {
  private static final int MAX_ATTEMPTS = 1000;

  private final Profiles profiles;
  private final @Nullable ProfileKey prefix;
  private final ReadRequest request;

  /// A read.
  ///
  /// @param profiles the profiles of the store
  /// @param prefix the key; null for all profiles
  /// @param request which version of each
  PrefixRead(Profiles profiles, @Nullable ProfileKey prefix, ReadRequest request) {
    this.profiles = profiles;
    this.prefix = prefix;
    this.request = request;
  }

  /// Opens the snapshots.
  ///
  /// @return one a profile
  /// @throws ProfileNotFoundException if there is no profile, or none with such a version
  /// @throws IOException if a profile cannot be read
  SnapshotSet read() throws IOException {
    if (request.selection() instanceof ReadRequest.Token) {
      throw new InvalidTokenException(
          "snapshot token: expected a selection for several profiles, got the token of one");
    }
    Map<ProfileKey, Long> versions = versions();
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      Map<ProfileKey, Long> again = versions();
      if (again.equals(versions)) {
        if (versions.isEmpty()) {
          throw new ProfileNotFoundException(
              "Cannot find files for " + (prefix == null ? "()" : prefix));
        }
        SnapshotSet snapshots = open(versions);
        if (snapshots != null) {
          return snapshots;
        }
      }
      versions = again;
    }
    throw new IOException(
        "read: "
            + (prefix == null ? "()" : prefix)
            + ": expected profiles that rest for a moment,"
            + " got other versions "
            + MAX_ATTEMPTS
            + " times");
  }

  private Map<ProfileKey, Long> versions() throws IOException {
    Map<ProfileKey, Long> versions = new LinkedHashMap<>();
    for (ProfileKey key : profiles.below(prefix)) {
      Long number = version(profiles.of(key));
      if (number != null) {
        versions.put(key, number);
      }
    }
    return versions;
  }

  /// @return null if the profile has no such version
  private @Nullable Long version(Profile profile) throws IOException {
    Versions versions = new Versions(profile);
    return switch (request.selection()) {
      case ReadRequest.Latest _ -> versions.newest(profile.latest(), request.format());
      case ReadRequest.Version(long number) -> {
        profile.requireReadable(number);
        yield number;
      }
      case ReadRequest.AsOf asOf -> {
        try {
          yield versions.asOf(asOf.time(), request.format());
        } catch (VersionNotFoundException e) {
          // The profile came to be later.
          yield null;
        }
      }
      case ReadRequest.Tag(String name) -> new Tags(profile).version(name);
      case ReadRequest.Token _ -> throw new IllegalStateException("refused before");
    };
  }

  /// @return null if a version was pruned meanwhile
  private @Nullable SnapshotSet open(Map<ProfileKey, Long> versions) throws IOException {
    List<Snapshot> snapshots = new ArrayList<>();
    boolean complete = false;
    try {
      for (Map.Entry<ProfileKey, Long> entry : versions.entrySet()) {
        Profile profile = profiles.of(entry.getKey());
        // A later read by the Python original must not be shown an older version.
        profile.publishedLatest();
        ReadRequest one =
            new ReadRequest(new ReadRequest.Version(entry.getValue()), request.format());
        snapshots.add(new SnapshotRead(profile, one).read());
      }
      complete = true;
      return new SnapshotSet(snapshots);
    } catch (VersionPrunedException e) {
      if (request.selection() instanceof ReadRequest.Latest) {
        return null;
      }
      throw e;
    } finally {
      if (!complete) {
        snapshots.forEach(Snapshot::close);
      }
    }
  }
}
